import type { FileStatus, GrepResult } from "../platform/backend.ts";

/** How a shell tool runs a command elsewhere (BT10). `exitCode` is null when a signal ended it. */
export interface BashOperations {
	exec(
		command: string,
		cwd: string,
		options: {
			onData: (data: Buffer) => void;
			signal?: AbortSignal;
			/** Seconds. */
			timeout?: number;
			env?: NodeJS.ProcessEnv;
		},
	): Promise<{ exitCode: number | null }>;
}

export type PowerShellOperations = BashOperations;

export interface ReadOperations {
	readFile(absolutePath: string): Promise<Buffer>;
	/** Rejects when the file cannot be read. */
	access(absolutePath: string): Promise<void>;
	detectImageMimeType?(absolutePath: string): Promise<string | null | undefined>;
	/** When present, text is read through it. It should end when the signal aborts; it is not read any further then. */
	createReadStream?(absolutePath: string, options: { signal?: AbortSignal }): AsyncIterable<Uint8Array>;
}

export interface WriteOperations {
	writeFile(absolutePath: string, content: string): Promise<void>;
	mkdir(directory: string): Promise<void>;
}

export interface EditOperations {
	readFile(absolutePath: string): Promise<Buffer>;
	writeFile(absolutePath: string, content: string): Promise<void>;
	access(absolutePath: string): Promise<void>;
}

export interface LsOperations {
	exists(absolutePath: string): Promise<boolean> | boolean;
	stat(absolutePath: string): Promise<{ isDirectory(): boolean }> | { isDirectory(): boolean };
	readdir(absolutePath: string): Promise<string[]> | string[];
}

export interface FindOperations {
	exists(absolutePath: string): Promise<boolean> | boolean;
	glob(pattern: string, cwd: string, options: { ignore: string[]; limit: number }): Promise<string[]> | string[];
}

/** Only the check whether the path is a folder is pluggable; the search itself is local (BT10). */
export interface GrepOperations {
	isDirectory(absolutePath: string): Promise<boolean> | boolean;
	readFile?(absolutePath: string): Promise<string> | string;
}

export interface GrepSearch {
	/** The pattern is the text itself. */
	literal?: boolean;
	ignoreCase?: boolean;
	/** Files to look at; without `/` it is compared with file names at any depth. */
	glob?: string;
	/** Lines shown before and after a match. */
	context?: number;
	/** Matching lines at most; default 100. */
	limit?: number;
	signal?: AbortSignal;
}

/**
 * The machine under all built-in tools, for extensions (Z01). It is one object that serves as the operations of every
 * tool, so that `createReadTool(cwd, { operations: ctx.toolOperations })` works there as well. Relative paths start at
 * the session's working directory; failures reject with a Node-like error that has a `code`.
 */
export interface ToolOperations extends Omit<ReadOperations, "createReadStream">, LsOperations, FindOperations {
	writeFile(path: string, content: string | Uint8Array): Promise<void>;
	/** With its parents; a folder that exists is no failure. */
	mkdir(path: string): Promise<void>;
	exists(path: string): Promise<boolean>;
	isDirectory(path: string): Promise<boolean>;
	/** Follows symbolic links. */
	stat(path: string): Promise<FileStatus>;
	/** Names in the folder, in no order. */
	readdir(path: string): Promise<string[]>;
	/** Respects ignore files; paths are relative to `cwd`, at most 1000 where no limit is given. */
	glob(
		pattern: string,
		cwd: string,
		options?: { ignore?: string[]; limit?: number; signal?: AbortSignal },
	): Promise<string[]>;
	/** Searches a file or a folder for a regular expression; respects ignore files. */
	grep(pattern: string, path: string, options?: GrepSearch): Promise<GrepResult>;
	/** Runs a command in Bash. Rejects with the messages `aborted` and `timeout:<seconds>`. */
	exec: BashOperations["exec"];
}
