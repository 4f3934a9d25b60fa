import { fileURLToPath } from "node:url";
import { faultText, type FaultSink } from "../extensions/hooks/extension-fault.ts";

/** This program's own code: the package when built, the source folder otherwise. */
const PROGRAM = fileURLToPath(new URL("../", import.meta.url));

/**
 * A promise that an extension lets reject, or an exception in its timer, would end the program. It is reported under the
 * extension's file instead, and the program goes on. Anything else is a fault of the host and ends it, as in Node.
 */
export function reportLooseFailures(report: FaultSink): void {
	const onFailure = (error: unknown): void => {
		const place = findForeignCode(error);
		if (place === undefined) {
			process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
			process.exit(1);
		}
		const { path, line } = place;
		const where = line === undefined ? "nobody handled it" : `nobody handled it, line ${line}`;
		report({ extensionPath: path, event: "unhandled", error: `${faultText(error)} (${where})` });
	};
	process.on("unhandledRejection", onFailure);
	process.on("uncaughtException", onFailure);
}

interface CodePlace {
	readonly path: string;
	readonly line?: string | undefined;
}

const FRAME = /^\s*at (?:.*\()?(?:async )?((?:file:\/\/|\/|[A-Za-z]:[\\/]).*?):(\d+):\d+\)?$/;

/** The topmost code of a stack that is neither Node's nor this program's. The host throws nothing but errors. */
export function findForeignCode(error: unknown): CodePlace | undefined {
	if (!(error instanceof Error)) return { path: "<runtime>" };
	for (const frame of (error.stack ?? "").split("\n")) {
		const [, url = "", line] = FRAME.exec(frame) ?? [];
		const path = url.startsWith("file://") ? fileURLToPath(url) : url;
		if (path !== "" && !path.startsWith(PROGRAM)) return { path, line };
	}
	return undefined;
}
