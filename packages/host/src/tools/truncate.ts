import type { TruncationResult } from "../extension-api/builtin-tool-types.ts";

/** BT12. */
export const DEFAULT_MAX_LINES = 2000;
/** BT12: 50 KB. */
export const DEFAULT_MAX_BYTES: number = 50 * 1024;
/** BT06. */
export const GREP_MAX_LINE_LENGTH = 500;

export interface TruncationOptions {
	/** Default {@link DEFAULT_MAX_LINES}. */
	maxLines?: number;
	/** Default {@link DEFAULT_MAX_BYTES}. */
	maxBytes?: number;
}

/**
 * Keeps whole lines from the beginning. Nothing is kept when the first line alone is longer than the limit; then
 * `firstLineExceedsLimit` says so. Content within the limits is returned as it is, with its last line break.
 */
export function truncateHead(content: string, options: TruncationOptions = {}): TruncationResult {
	const measured = measure(content, options);
	if (!measured.truncated) return measured;
	const kept: string[] = [];
	let bytes = 0;
	let start = 0;
	while (kept.length < measured.maxLines && kept.length < measured.totalLines) {
		const line = lineFrom(content, start);
		const size = Buffer.byteLength(line) + (kept.length > 0 ? 1 : 0);
		if (bytes + size > measured.maxBytes) {
			const firstLineExceedsLimit = kept.length === 0;
			return { ...withLines(measured, kept, "bytes"), firstLineExceedsLimit };
		}
		kept.push(line);
		bytes += size;
		start += line.length + 1;
	}
	return withLines(measured, kept, kept.length < measured.totalLines ? "lines" : "bytes");
}

/**
 * Keeps whole lines from the end. When the last line alone is longer than the limit, its end is kept and
 * `lastLinePartial` says so.
 */
export function truncateTail(content: string, options: TruncationOptions = {}): TruncationResult {
	const measured = measure(content, options);
	if (!measured.truncated) return measured;
	const kept: string[] = [];
	let bytes = 0;
	let end = content.endsWith("\n") ? content.length - 1 : content.length;
	while (kept.length < measured.maxLines && kept.length < measured.totalLines) {
		// `lastIndexOf` with a negative position would find a line break at 0.
		const start = end === 0 ? 0 : content.lastIndexOf("\n", end - 1) + 1;
		const line = content.slice(start, end);
		const size = Buffer.byteLength(line) + (kept.length > 0 ? 1 : 0);
		if (bytes + size > measured.maxBytes) {
			if (kept.length > 0) return withLines(measured, kept.reverse(), "bytes");
			return { ...withLines(measured, [endOf(line, measured.maxBytes)], "bytes"), lastLinePartial: true };
		}
		kept.push(line);
		bytes += size;
		end = start - 1;
	}
	return withLines(measured, kept.reverse(), kept.length < measured.totalLines ? "lines" : "bytes");
}

/** Cuts one line after a number of characters, never within one, and marks the cut (B39). */
export function truncateLine(
	line: string,
	maxChars: number = GREP_MAX_LINE_LENGTH,
): { text: string; wasTruncated: boolean } {
	if (line.length <= maxChars) return { text: line, wasTruncated: false };
	const isSplit = /[\uD800-\uDBFF]/.test(line.charAt(maxChars - 1));
	return { text: `${line.slice(0, isSplit ? maxChars - 1 : maxChars)}... [truncated]`, wasTruncated: true };
}

/** A number of bytes for people: `1023B`, `50.0KB`, `1.5MB`. */
export function formatSize(bytes: number): string {
	if (bytes < 1024) return `${bytes}B`;
	if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)}KB`;
	return `${(bytes / (1024 * 1024)).toFixed(1)}MB`;
}

function measure(content: string, options: TruncationOptions): TruncationResult {
	const { maxLines = DEFAULT_MAX_LINES, maxBytes = DEFAULT_MAX_BYTES } = options;
	const totalLines = countLines(content);
	const totalBytes = Buffer.byteLength(content);
	return {
		content,
		truncated: totalLines > maxLines || totalBytes > maxBytes,
		truncatedBy: null,
		totalLines,
		totalBytes,
		outputLines: totalLines,
		outputBytes: totalBytes,
		lastLinePartial: false,
		firstLineExceedsLimit: false,
		maxLines,
		maxBytes,
	};
}

function withLines(
	measured: TruncationResult,
	lines: readonly string[],
	truncatedBy: "lines" | "bytes",
): TruncationResult {
	const content = lines.join("\n");
	return { ...measured, content, truncatedBy, outputLines: lines.length, outputBytes: Buffer.byteLength(content) };
}

/** The last line break ends a line; it does not begin another. */
function countLines(content: string): number {
	if (content === "") return 0;
	let lines = content.endsWith("\n") ? 0 : 1;
	for (let index = content.indexOf("\n"); index !== -1; index = content.indexOf("\n", index + 1)) lines++;
	return lines;
}

function lineFrom(content: string, start: number): string {
	const end = content.indexOf("\n", start);
	return end === -1 ? content.slice(start) : content.slice(start, end);
}

/** The longest end of a text that fits and begins with a whole character. */
function endOf(text: string, maxBytes: number): string {
	const bytes = Buffer.from(text);
	let start = Math.max(0, bytes.length - maxBytes);
	while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++;
	return bytes.subarray(start).toString("utf8");
}
