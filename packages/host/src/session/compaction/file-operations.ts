import type { AgentMessage } from "@tau/agent";
import { isRecord } from "../../base/is-record.ts";

/** Which files tools touched, by what they did to them. */
export interface FileOperations {
	read: Set<string>;
	written: Set<string>;
	edited: Set<string>;
}

/** The lists that summaries carry on (M05). */
export interface FileLists {
	/** Read and not changed. */
	readFiles: string[];
	modifiedFiles: string[];
}

export function createFileOperations(): FileOperations {
	return { read: new Set(), written: new Set(), edited: new Set() };
}

/** The names are those of the published built-in tools; their first parameter is the path. */
const OPERATION_BY_TOOL: ReadonlyMap<string, keyof FileOperations> = new Map([
	["read", "read"],
	["write", "written"],
	["edit", "edited"],
]);

/** Notes the files of a response's calls, or of the calls that a tool made itself. */
export function noteFileOperations(message: AgentMessage, operations: FileOperations): void {
	if (message.role === "assistant") {
		for (const block of message.content) {
			if (block.type === "toolCall") note(block.name, block.arguments, operations);
		}
	} else if (message.role === "toolResult") {
		for (const call of message.nestedCalls?.calls ?? []) note(call.name, call.arguments, operations);
	}
}

/** Takes over the lists of an earlier summary of the host's own making. */
export function noteFileLists(details: unknown, operations: FileOperations): void {
	if (!isRecord(details)) return;
	for (const path of stringsOf(details["readFiles"])) operations.read.add(path);
	for (const path of stringsOf(details["modifiedFiles"])) operations.edited.add(path);
}

export function toFileLists({ read, written, edited }: FileOperations): FileLists {
	const modified = new Set([...written, ...edited]);
	return {
		readFiles: [...read].filter((path) => !modified.has(path)).sort(),
		modifiedFiles: [...modified].sort(),
	};
}

/** The lists as they stand behind a summary; empty when there is nothing to list. */
export function formatFileLists({ readFiles, modifiedFiles }: FileLists): string {
	return formatList("read-files", readFiles) + formatList("modified-files", modifiedFiles);
}

const TRAILING_LISTS = /(?:\n\n<(read|modified)-files>\n[^<]*<\/\1-files>)+\s*$/;

/** A summary without the lists behind it: they are made anew each time. */
export function withoutFileLists(summary: string): string {
	return summary.replace(TRAILING_LISTS, "");
}

function formatList(tag: string, paths: readonly string[]): string {
	return paths.length === 0 ? "" : `\n\n<${tag}>\n${paths.join("\n")}\n</${tag}>`;
}

function note(tool: string, args: unknown, operations: FileOperations): void {
	const operation = OPERATION_BY_TOOL.get(tool);
	const path = isRecord(args) ? args["path"] : undefined;
	if (operation !== undefined && typeof path === "string" && path !== "") operations[operation].add(path);
}

function stringsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
}
