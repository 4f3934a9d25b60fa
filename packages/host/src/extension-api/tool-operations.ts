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
