import type { CacheControl, MessagesPayload, UserBlock } from "./wire.ts";

/**
 * The last two user turns are marked: a read looks back over 20 blocks only, and one turn with many tool results can
 * be longer than that. With prompt and tools this makes the four breakpoints that the API allows.
 */
const MARKED_USER_TURNS = 2;

export function markCacheBreakpoints(
	payload: MessagesPayload,
	{ control, marksTools }: { readonly control: CacheControl; readonly marksTools: boolean },
): void {
	const prompt = payload.system?.at(-1);
	if (prompt !== undefined) prompt.cache_control = control;
	const tool = marksTools ? payload.tools?.at(-1) : undefined;
	if (tool !== undefined) tool.cache_control = control;
	const userTurns = payload.messages.filter((message) => message.role === "user");
	for (const turn of userTurns.slice(-MARKED_USER_TURNS)) {
		const last: UserBlock | undefined = turn.content.at(-1);
		if (last !== undefined) last.cache_control = control;
	}
}
