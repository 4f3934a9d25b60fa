import type { Readable } from "node:stream";

/** What is known about a file. */
export interface FileStatus {
	isFile(): boolean;
	isDirectory(): boolean;
	size: number;
	mtimeMs: number;
}

/** Files as the tools see them. Paths are absolute; failures reject with a Node-like error that has a `code`. */
export interface BackendFiles {
	readFile(path: string): Promise<Buffer>;
	writeFile(path: string, content: string | Uint8Array): Promise<void>;
	/** Rejects when the file is missing or not permitted for the purpose. */
	access(path: string, purpose: "read" | "write"): Promise<void>;
	/** Follows symbolic links. */
	stat(path: string): Promise<FileStatus>;
	/** Names in the folder, in no order. */
	readdir(path: string): Promise<string[]>;
	/** With its parents; a folder that exists is no failure. */
	mkdir(path: string): Promise<void>;
	realpath(path: string): Promise<string>;
	/** From byte `start` up to and including byte `end`; destroyed when the signal aborts. */
	createReadStream(path: string, range?: { start?: number; end?: number }, signal?: AbortSignal): Readable;
}

export interface ShellRequest {
	shell: "bash" | "powershell";
	command: string;
	cwd: string;
	/** The whole environment; default that of the backend. */
	env?: NodeJS.ProcessEnv | undefined;
	timeoutSeconds?: number | undefined;
	/** Output of both streams in order of arrival. Must not throw. */
	onData: (chunk: Buffer) => void;
}

export interface ShellOutcome {
	/** 128 + n for signal n; `null` when a foreign implementation does not know. */
	exitCode: number | null;
	endedBy: "itself" | "timeout" | "abort";
}

/** Rejects only when the command cannot be started. */
export interface BackendProcesses {
	runShell(request: ShellRequest, signal: AbortSignal | undefined): Promise<ShellOutcome>;
}

export interface GrepRequest {
	/** A regular expression, or the text itself when `literal`. */
	pattern: string;
	/** A folder or a file. */
	path: string;
	literal?: boolean | undefined;
	ignoreCase?: boolean | undefined;
	/** Files to look at; without `/` it is compared with file names at any depth, else with paths below `path`. */
	glob?: string | undefined;
	/** Lines shown before and after a match. */
	context?: number | undefined;
	/** Matching lines to return at most. */
	limit: number;
}

export interface GrepLine {
	/** Relative to the searched folder, with `/`; the name alone when a file was searched. */
	path: string;
	lineNumber: number;
	text: string;
	isMatch: boolean;
}

export interface GrepResult {
	lines: GrepLine[];
	/** There are more matches than the limit. */
	limitReached: boolean;
}

export interface GlobRequest {
	/** Without `/` it is compared with names at any depth, else with paths below `cwd`. */
	pattern: string;
	cwd: string;
	/** Patterns of paths to leave out. */
	ignore?: readonly string[] | undefined;
	limit: number;
}

/** Both respect ignore files, with and without a repository (B53), and answer in the order of paths. */
export interface BackendSearch {
	grep(request: GrepRequest, signal: AbortSignal | undefined): Promise<GrepResult>;
	/** Files, and folders that hold files, the latter with a closing `/`; relative to `cwd`. */
	glob(request: GlobRequest, signal: AbortSignal | undefined): Promise<string[]>;
}

/**
 * The machine under all tools. Everything a tool touches goes through one such object, so that another machine can
 * stand in for this one (Z01).
 */
export interface ToolBackend {
	readonly info: ToolBackendInfo;
	readonly files: BackendFiles;
	readonly processes: BackendProcesses;
	readonly search: BackendSearch;
}

export interface ToolBackendInfo {
	readonly type: string;
}
