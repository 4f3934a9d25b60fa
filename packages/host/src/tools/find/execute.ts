import { isAbsolute, relative } from "node:path";
import type { AgentToolResult } from "@tau/agent";
import type { FindToolDetails, FindToolInput } from "../../extension-api/builtin-tool-types.ts";
import type { FindOperations } from "../../extension-api/tool-operations.ts";
import { textResult } from "../builtin-tool.ts";
import { limitedList } from "../limited-list.ts";
import { resolveExistingPath } from "../tool-path.ts";

/** BT07. */
const DEFAULT_LIMIT = 1000;
const IGNORED = ["**/node_modules/**", "**/.git/**"];

export interface FindCall {
	input: FindToolInput;
	cwd: string;
	operations: FindOperations;
}

/** Finds files and folders by a glob pattern (BT07). */
export async function find(
	{ input, cwd, operations }: FindCall,
	signal: AbortSignal | undefined,
): Promise<AgentToolResult<FindToolDetails | undefined>> {
	signal?.throwIfAborted();
	const path = await resolveExistingPath(input.path ?? ".", cwd, operations.exists);
	if (!(await operations.exists(path))) throw new Error(`Path not found: ${path}`);
	const limit = Math.max(1, Math.trunc(input.limit ?? DEFAULT_LIMIT));
	// One more than is shown tells whether there is more.
	const found = await operations.glob(input.pattern, path, { ignore: [...IGNORED], limit: limit + 1 });
	signal?.throwIfAborted();
	if (found.length === 0) return textResult("No files found matching pattern", undefined);
	const isLimited = found.length > limit;
	const lines = found.slice(0, limit).map((result) => relativeResult(result, path));
	const { text, truncation } = limitedList(lines, isLimited ? [`${limit} results limit reached`] : []);
	if (truncation === undefined && !isLimited) return textResult(text, undefined);
	const details = {
		...(truncation === undefined ? {} : { truncation }),
		...(isLimited ? { resultLimitReached: limit } : {}),
	};
	return textResult(text, details);
}

/** Operations may answer with absolute paths, and with those of their own system. */
function relativeResult(result: string, folder: string): string {
	if (!isAbsolute(result)) return withSlashes(result);
	const closing = /[\\/]$/.test(result) ? "/" : "";
	return withSlashes(relative(folder, result)) + closing;
}

function withSlashes(path: string): string {
	return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}
