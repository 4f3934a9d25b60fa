import type {
	BashOperations,
	FindOperations,
	GrepOperations,
	LsOperations,
	ReadOperations,
	WriteOperations,
} from "../extension-api/tool-operations.ts";
import type { ShellRequest, ToolBackend } from "../platform/backend.ts";
import { detectImageType, IMAGE_SIGNATURE_LENGTH } from "../platform/images/image-type.ts";

/** The published operations over a backend, one adapter per tool: the other way in is what an extension passes. */
export function readOperations({ files }: ToolBackend): ReadOperations & { createReadStream: object } {
	return {
		readFile: (path) => files.readFile(path),
		access: async (path) => {
			await files.access(path, "read");
			const status = await files.stat(path);
			if (status.isDirectory()) throw Object.assign(new Error("it is a directory"), { code: "EISDIR" });
			// A pipe or a device may never end.
			if (!status.isFile()) throw new Error("it is not a regular file");
		},
		detectImageMimeType: async (path) => {
			const chunks: Buffer[] = [];
			for await (const chunk of files.createReadStream(path, { start: 0, end: IMAGE_SIGNATURE_LENGTH - 1 })) {
				chunks.push(chunk as Buffer);
			}
			return detectImageType(Buffer.concat(chunks));
		},
		createReadStream: (path, { signal }) => files.createReadStream(path, {}, signal),
	};
}

export function writeOperations({ files }: ToolBackend): WriteOperations {
	return {
		writeFile: (path, content) => files.writeFile(path, content),
		mkdir: (folder) => files.mkdir(folder),
	};
}

/** What edit needs: as the published operations, and bytes may be written where the text is not UTF-8. */
export interface EditFiles {
	readFile(absolutePath: string): Promise<Buffer>;
	writeFile(absolutePath: string, content: string | Uint8Array): Promise<void>;
	access(absolutePath: string): Promise<void>;
}

export function editOperations({ files }: ToolBackend): EditFiles {
	return {
		readFile: (path) => files.readFile(path),
		writeFile: (path, content) => files.writeFile(path, content),
		access: (path) => files.access(path, "write"),
	};
}

export function lsOperations({ files }: ToolBackend): LsOperations {
	return {
		exists: (path) => exists(files.stat(path)),
		stat: (path) => files.stat(path),
		readdir: (path) => files.readdir(path),
	};
}

export function grepOperations({ files }: ToolBackend): GrepOperations {
	return { isDirectory: async (path) => (await files.stat(path)).isDirectory() };
}

export function findOperations({ files, search }: ToolBackend, signal: AbortSignal | undefined): FindOperations {
	return {
		exists: (path) => exists(files.stat(path)),
		glob: (pattern, cwd, options) => search.glob({ pattern, cwd, ...options }, signal),
	};
}

/** Rejects with the published messages `aborted` and `timeout:<seconds>`. */
export function shellOperations({ processes }: ToolBackend, shell: ShellRequest["shell"]): BashOperations {
	return {
		exec: async (command, cwd, { onData, signal, timeout, env }) => {
			const request: ShellRequest = { shell, command, cwd, env, onData, timeoutSeconds: timeout };
			const { exitCode, endedBy } = await processes.runShell(request, signal);
			if (endedBy === "abort") throw new Error("aborted");
			if (endedBy === "timeout") throw new Error(`timeout:${timeout}`);
			return { exitCode };
		},
	};
}

/** Any failure means that nothing usable is there. */
export function exists(attempt: Promise<unknown>): Promise<boolean> {
	return attempt.then(
		() => true,
		() => false,
	);
}
