import type { AgentToolResult } from "@tau/agent";
import type { GrepToolDetails, GrepToolInput } from "../../extension-api/builtin-tool-types.ts";
import type { GrepOperations } from "../../extension-api/tool-operations.ts";
import type { BackendSearch, GrepLine } from "../../platform/backend.ts";
import { textResult } from "../builtin-tool.ts";
import { limitedList } from "../limited-list.ts";
import { resolveExistingPath } from "../tool-path.ts";
import { GREP_MAX_LINE_LENGTH, truncateLine } from "../truncate.ts";

/** BT06. */
const DEFAULT_LIMIT = 100;
/** More never fits into the byte limit. */
const HIGHEST_LIMIT = 10_000;

export interface GrepCall {
	input: GrepToolInput;
	cwd: string;
	operations: GrepOperations;
	search: BackendSearch;
}

/** Searches file contents: `path:line: text` for matches, `path-line- text` around them (BT06). */
export async function grep(
	{ input, cwd, operations, search }: GrepCall,
	signal: AbortSignal | undefined,
): Promise<AgentToolResult<GrepToolDetails | undefined>> {
	signal?.throwIfAborted();
	const isThere = async (candidate: string): Promise<boolean> => (await kindOf(candidate, operations)) !== undefined;
	const path = await resolveExistingPath(input.path ?? ".", cwd, isThere);
	if (!(await isThere(path))) throw new Error(`Path not found: ${path}`);
	const limit = Math.min(HIGHEST_LIMIT, Math.max(1, Math.trunc(input.limit ?? DEFAULT_LIMIT)));
	const { pattern, glob, ignoreCase, literal } = input;
	const context = Math.max(0, Math.trunc(input.context ?? 0));
	const { lines, limitReached } = await search.grep(
		{ pattern, path, glob, ignoreCase, literal, context, limit },
		signal,
	);
	if (lines.length === 0) return textResult("No matches found", undefined);
	return report(lines, limitReached ? limit : undefined);
}

async function kindOf(path: string, operations: GrepOperations): Promise<"folder" | "file" | undefined> {
	try {
		return (await operations.isDirectory(path)) ? "folder" : "file";
	} catch {
		// It throws for what does not exist.
		return undefined;
	}
}

function report(
	lines: readonly GrepLine[],
	matchLimitReached: number | undefined,
): AgentToolResult<GrepToolDetails | undefined> {
	let linesTruncated = false;
	const shown = lines.map(({ path, lineNumber, text, isMatch }) => {
		const cut = truncateLine(text, GREP_MAX_LINE_LENGTH);
		linesTruncated ||= cut.wasTruncated;
		return isMatch ? `${path}:${lineNumber}: ${cut.text}` : `${path}-${lineNumber}- ${cut.text}`;
	});
	const notes =
		matchLimitReached === undefined
			? []
			: [`${matchLimitReached} matches limit reached. Use limit=${matchLimitReached * 2} for more, or refine pattern`];
	const lineNotes = linesTruncated
		? [`Some lines truncated to ${GREP_MAX_LINE_LENGTH} chars. Use read tool to see full lines`]
		: [];
	const { text, truncation } = limitedList(shown, notes, lineNotes);
	if (truncation === undefined && matchLimitReached === undefined && !linesTruncated)
		return textResult(text, undefined);
	return textResult(text, {
		...(truncation === undefined ? {} : { truncation }),
		...(matchLimitReached === undefined ? {} : { matchLimitReached }),
		...(linesTruncated ? { linesTruncated } : {}),
	});
}
