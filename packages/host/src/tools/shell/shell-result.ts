import type { AgentToolResult } from "@tau/agent";
import type { BashToolDetails, TruncationResult } from "../../extension-api/builtin-tool-types.ts";
import { formatSize } from "../truncate.ts";
import type { OutputLog } from "./output-log.ts";

export type ShellResult = AgentToolResult<BashToolDetails | undefined>;

/** The result of a command that ended by itself; a code other than 0 is an error that keeps its output (BT05). */
export function endedResult(log: OutputLog, exitCode: number, seconds: number): ShellResult {
	const { text, details } = shownOutput(log);
	const output = text === "" ? "(no output)" : text;
	const full = log.full();
	return {
		content: [{ type: "text", text: exitCode === 0 ? output : `${output}\n\nCommand exited with code ${exitCode}` }],
		details,
		structuredContent: {
			output: full.text,
			truncated: full.isCut,
			...(full.isCut && log.spill !== undefined ? { full_output_path: log.spill.path } : {}),
			exit_code: exitCode,
			wall_time_seconds: Math.round(seconds * 10) / 10,
		},
		...(exitCode === 0 ? {} : { isError: true }),
	};
}

/** What a running command has written. */
export function runningResult(log: OutputLog): ShellResult {
	const { truncation, details } = cutDetails(log);
	return { content: truncation.content === "" ? [] : [{ type: "text", text: truncation.content }], details };
}

/** A command that did not end by itself: its output, then what happened. */
export function stoppedError(log: OutputLog, what: string, cause?: unknown): Error {
	const { text } = shownOutput(log);
	return new Error(text === "" ? what : `${text}\n\n${what}`, { cause });
}

function shownOutput(log: OutputLog): { text: string; details: BashToolDetails | undefined } {
	const { truncation, details } = cutDetails(log);
	if (!truncation.truncated) return { text: truncation.content, details };
	return { text: `${truncation.content}\n\n[${cutNote(truncation, log)}]`, details };
}

function cutDetails(log: OutputLog): { truncation: TruncationResult; details: BashToolDetails | undefined } {
	const truncation = log.shown();
	if (!truncation.truncated) return { truncation, details: undefined };
	const fullOutputPath = log.spill?.path;
	return { truncation, details: { truncation, ...(fullOutputPath === undefined ? {} : { fullOutputPath }) } };
}

function cutNote(truncation: TruncationResult, log: OutputLog): string {
	const { totalLines, outputLines, outputBytes, truncatedBy, maxBytes } = truncation;
	const where = spillNote(log.spill);
	if (truncation.lastLinePartial) {
		const size = formatSize(log.lastLineBytes);
		return `Showing last ${formatSize(outputBytes)} of line ${totalLines} (line is ${size}). ${where}`;
	}
	const limit = truncatedBy === "bytes" ? ` (${formatSize(maxBytes)} limit)` : "";
	return `Showing lines ${totalLines - outputLines + 1}-${totalLines} of ${totalLines}${limit}. ${where}`;
}

function spillNote(spill: OutputLog["spill"]): string {
	if (spill?.failure !== undefined) return `The full output could not be saved: ${spill.failure}`;
	if (spill?.largest === undefined) return `Full output: ${spill?.path}`;
	return `First ${formatSize(spill.largest)} of the output: ${spill.path}`;
}
