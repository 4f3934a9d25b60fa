import { join } from "node:path";
import type { AgentToolResult } from "@tau/agent";
import type { LsToolDetails, LsToolInput } from "../../extension-api/builtin-tool-types.ts";
import type { LsOperations } from "../../extension-api/tool-operations.ts";
import { textResult } from "../builtin-tool.ts";
import { fileFailure } from "../file-failure.ts";
import { limitedList, type LimitedList } from "../limited-list.ts";
import { resolveExistingPath } from "../tool-path.ts";

/** BT08. */
const DEFAULT_LIMIT = 500;

export interface LsCall {
	input: LsToolInput;
	cwd: string;
	operations: LsOperations;
}

/** Lists a folder: sorted without regard to case, folders with a closing `/`, dotfiles included (BT08). */
export async function ls(
	{ input, cwd, operations }: LsCall,
	signal: AbortSignal | undefined,
): Promise<AgentToolResult<LsToolDetails | undefined>> {
	signal?.throwIfAborted();
	const path = await resolveExistingPath(input.path ?? ".", cwd, operations.exists);
	if (!(await operations.exists(path))) throw new Error(`Path not found: ${path}`);
	const names = await entriesOf(path, operations);
	signal?.throwIfAborted();
	if (names.length === 0) return textResult("(empty directory)", undefined);
	const limit = Math.max(1, Math.trunc(input.limit ?? DEFAULT_LIMIT));
	const shown = await Promise.all(names.slice(0, limit).map((name) => markFolder(path, name, operations)));
	signal?.throwIfAborted();
	const isLimited = names.length > limit;
	const list = limitedList(shown, isLimited ? [`${limit} entries limit reached. Use limit=${limit * 2} for more`] : []);
	return textResult(list.text, detailsOf(list, isLimited ? limit : undefined));
}

async function entriesOf(path: string, operations: LsOperations): Promise<string[]> {
	const collator = new Intl.Collator("en");
	try {
		if (!(await operations.stat(path)).isDirectory()) throw new Error("it is not a directory");
		const names = [...(await operations.readdir(path))];
		return names.sort((a, b) => collator.compare(a.toLowerCase(), b.toLowerCase()));
	} catch (error) {
		throw fileFailure("list", path, error);
	}
}

async function markFolder(path: string, name: string, operations: LsOperations): Promise<string> {
	try {
		return (await operations.stat(join(path, name))).isDirectory() ? `${name}/` : name;
	} catch {
		// A link that leads nowhere, or an entry that is gone by now, is listed by its name.
		return name;
	}
}

function detailsOf({ truncation }: LimitedList, entryLimitReached: number | undefined): LsToolDetails | undefined {
	if (truncation === undefined && entryLimitReached === undefined) return undefined;
	return {
		...(truncation === undefined ? {} : { truncation }),
		...(entryLimitReached === undefined ? {} : { entryLimitReached }),
	};
}
