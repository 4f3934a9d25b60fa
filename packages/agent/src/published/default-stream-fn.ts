import type { StreamFn } from "./agent-loop-config.ts";

let installed: StreamFn | undefined;

/** What agents and loops ask that are given no stream function; `undefined` takes it back. */
export function setDefaultStreamFn(streamFn: StreamFn | undefined): void {
	installed = streamFn;
}

export function getDefaultStreamFn(): StreamFn {
	if (!installed) {
		throw new Error("No default stream function configured. Pass streamFn explicitly or call setDefaultStreamFn().");
	}
	return installed;
}
