import * as fs from "node:fs";

/** The calls of `node:fs` that session files use; a seam for what a healthy disk does not do, such as being full. */
export type Disk = Pick<
	typeof fs,
	| "closeSync"
	| "copyFileSync"
	| "existsSync"
	| "fdatasync"
	| "fdatasyncSync"
	| "fstatSync"
	| "fsyncSync"
	| "ftruncateSync"
	| "linkSync"
	| "mkdirSync"
	| "openSync"
	| "readSync"
	| "renameSync"
	| "rmSync"
	| "statSync"
	| "writeSync"
>;

export const nodeDisk: Disk = fs;
