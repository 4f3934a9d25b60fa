/** What a truncated output lost (AD15, BT12). */
export interface TruncationResult {
	content: string;
	truncated: boolean;
	truncatedBy: "lines" | "bytes" | null;
	totalLines: number;
	totalBytes: number;
	outputLines: number;
	outputBytes: number;
	/** The last line kept is only a part of it. */
	lastLinePartial: boolean;
	/** Not even the first line fits. */
	firstLineExceedsLimit: boolean;
	maxLines: number;
	maxBytes: number;
}

export interface BashToolInput {
	command: string;
	/** Seconds. */
	timeout?: number;
}

export interface BashToolDetails {
	truncation?: TruncationResult;
	fullOutputPath?: string;
}

export interface ReadToolInput {
	path: string;
	/** First line, counted from 1. */
	offset?: number;
	limit?: number;
}

export interface ReadToolDetails {
	truncation?: TruncationResult;
}

export interface EditToolInput {
	path: string;
	edits: { oldText: string; newText: string }[];
}

export interface EditToolDetails {
	/** For display. */
	diff: string;
	/** Unified, applicable. */
	patch: string;
	firstChangedLine?: number;
}

export interface WriteToolInput {
	path: string;
	content: string;
}

export interface GrepToolInput {
	pattern: string;
	path?: string;
	glob?: string;
	ignoreCase?: boolean;
	literal?: boolean;
	context?: number;
	limit?: number;
}

export interface GrepToolDetails {
	truncation?: TruncationResult;
	matchLimitReached?: number;
	linesTruncated?: boolean;
}

export interface FindToolInput {
	pattern: string;
	path?: string;
	limit?: number;
}

export interface FindToolDetails {
	truncation?: TruncationResult;
	resultLimitReached?: number;
}

export interface LsToolInput {
	path?: string;
	limit?: number;
}

export interface LsToolDetails {
	truncation?: TruncationResult;
	entryLimitReached?: number;
}

/** Inputs by name, for typed guards. */
export interface BuiltinToolInputs {
	bash: BashToolInput;
	powershell: BashToolInput;
	read: ReadToolInput;
	edit: EditToolInput;
	write: WriteToolInput;
	grep: GrepToolInput;
	find: FindToolInput;
	ls: LsToolInput;
}

/** Result details by name. */
export interface BuiltinToolDetails {
	bash: BashToolDetails | undefined;
	powershell: BashToolDetails | undefined;
	read: ReadToolDetails | undefined;
	edit: EditToolDetails | undefined;
	write: undefined;
	grep: GrepToolDetails | undefined;
	find: FindToolDetails | undefined;
	ls: LsToolDetails | undefined;
}

export type BuiltinToolName = keyof BuiltinToolInputs;
