import type { ExtensionRuntime } from "./resource-loader.ts";
import type { SessionFolder } from "./session-folder.ts";

/** Behind the runtime that a resource loader hands out; a session or a runner takes it once. */
const FOLDERS = new WeakMap<ExtensionRuntime, SessionFolder>();

export function keepFolder(runtime: ExtensionRuntime, folder: SessionFolder): void {
	FOLDERS.set(runtime, folder);
}

/** Undefined where another session has it, or the embedder made the runtime itself. */
export function takeFolder(runtime: ExtensionRuntime): SessionFolder | undefined {
	const folder = FOLDERS.get(runtime);
	FOLDERS.delete(runtime);
	return folder;
}
