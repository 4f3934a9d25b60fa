import { resolve } from "node:path";
import type { GrepSearch, ToolOperations } from "../extension-api/tool-operations.ts";
import type { ToolBackend } from "../platform/backend.ts";
import { exists, readOperations, shellOperations } from "./backend-operations.ts";

/** As many as the grep and find tools answer with when nobody says (BT06, BT07). */
const DEFAULT_MATCHES = 100;
const DEFAULT_PATHS = 1000;

/** The backend of the tools as extensions get it (Z01): nothing here knows which machine it is. */
export function createToolOperations(backend: ToolBackend, cwd: string): ToolOperations {
	const { files, search } = backend;
	const at = (path: string): string => resolve(cwd, path);
	const read = readOperations(backend);
	const shell = shellOperations(backend, "bash");
	return {
		readFile: async (path) => await files.readFile(at(path)),
		writeFile: async (path, content) => await files.writeFile(at(path), content),
		access: async (path) => await files.access(at(path), "read"),
		detectImageMimeType: async (path) => await read.detectImageMimeType?.(at(path)),
		mkdir: async (path) => await files.mkdir(at(path)),
		exists: async (path) => await exists(files.stat(at(path))),
		isDirectory: async (path) => (await files.stat(at(path))).isDirectory(),
		stat: async (path) => await files.stat(at(path)),
		readdir: async (path) => await files.readdir(at(path)),
		glob: async (pattern, folder, { ignore, limit = DEFAULT_PATHS, signal } = {}) =>
			await search.glob({ pattern, cwd: at(folder), ignore, limit }, signal),
		grep: async (pattern, path, { signal, limit = DEFAULT_MATCHES, ...options }: GrepSearch = {}) =>
			await search.grep({ ...options, pattern, path: at(path), limit }, signal),
		exec: async (command, folder, options) => await shell.exec(command, at(folder), options),
	};
}
