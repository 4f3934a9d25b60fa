import type { TruncationResult } from "../extension-api/builtin-tool-types.ts";
import { DEFAULT_MAX_BYTES, formatSize, truncateHead } from "./truncate.ts";

export interface LimitedList {
	text: string;
	/** Present when lines did not fit. */
	truncation?: TruncationResult;
}

/** Lines of a search or listing within the byte limit, followed by one bracket that names every limit reached. */
export function limitedList(
	lines: readonly string[],
	notes: readonly string[],
	lastNotes: readonly string[] = [],
): LimitedList {
	// The number of lines is limited by the tool itself.
	const truncation = truncateHead(lines.join("\n"), { maxLines: Number.MAX_SAFE_INTEGER });
	const byteNote = truncation.truncated ? [`${formatSize(DEFAULT_MAX_BYTES)} limit reached`] : [];
	const all = [...notes, ...byteNote, ...lastNotes];
	const text = all.length === 0 ? truncation.content : `${truncation.content}\n\n[${all.join(". ")}]`;
	return truncation.truncated ? { text, truncation } : { text };
}
