import { constants, createReadStream } from "node:fs";
import { access, mkdir, readdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { BackendFiles } from "./backend.ts";

/** The files of this machine. */
export const localFiles: BackendFiles = {
	readFile: (path) => readFile(path),
	writeFile: (path, content) => writeFile(path, content),
	access: (path, purpose) => access(path, purpose === "read" ? constants.R_OK : constants.R_OK | constants.W_OK),
	stat: (path) => stat(path),
	readdir: (path) => readdir(path),
	mkdir: makeFolder,
	realpath: (path) => realpath(path),
	createReadStream: (path, range, signal) => createReadStream(path, { ...range, ...(signal && { signal }) }),
};

/** Node's own recursive `mkdir` never returns where a parent cannot be created, such as below `/proc`. */
async function makeFolder(path: string): Promise<void> {
	try {
		await mkdir(path);
	} catch (error) {
		if (await isFolder(path)) return;
		const parent = dirname(path);
		if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
		await makeFolder(parent);
		await mkdir(path).catch(async (failure: unknown) => {
			// Somebody else may have created it in between.
			if (!(await isFolder(path))) throw failure;
		});
	}
}

async function isFolder(path: string): Promise<boolean> {
	return await stat(path).then(
		(status) => status.isDirectory(),
		() => false,
	);
}
