import { checkMessagesBlocks, type TurnRules } from "./messages-blocks.ts";
import { type Fields, fieldsOf, refuseUnless } from "./refuse.ts";
import { sampleOf } from "./sample-images.ts";

interface Turn {
	readonly role: string;
	readonly path: string;
	readonly blocks: Fields[];
}

/**
 * The rules of the order of messages. Neighbours of one role are one turn: the API says that it combines them, and
 * judges the result.
 */
export function checkMessagesTurns(messages: readonly unknown[], rules: TurnRules): void {
	const turns: Turn[] = [];
	for (const [at, value] of messages.entries()) {
		const path = `messages.${at}`;
		const { role, content } = fieldsOf(value, path, ["role", "content"]);
		refuseUnless(role === "user" || role === "assistant" || role === "system", `${path}.role`, "unexpected role");
		const blocks = checkMessagesBlocks(content, path, { role, rules });
		const last = turns.at(-1);
		if (role === "system") checkSystemPlace(turns, messages[at + 1], path, rules);
		if (last?.role === role) last.blocks.push(...blocks);
		else turns.push({ role, path, blocks: [...blocks] });
	}
	refuseUnless(turns[0]?.role === "user", "messages.0.role", "first message must use the user role");
	const spoken = turns.filter(({ role }) => role !== "system");
	const last = spoken.at(-1);
	refuseUnless(last?.role === "user", "messages", "the conversation must end with a user message");
	checkImagesTogether(spoken);
	checkCalls(spoken);
	if (rules.thinks === "budget") checkThinkingFirst(spoken);
}

function checkSystemPlace(turns: readonly Turn[], next: unknown, path: string, rules: TurnRules): void {
	refuseUnless(rules.takesSystemMessages === true, `${path}.role`, "this model takes no system messages here");
	refuseUnless(turns.at(-1)?.role === "user", path, "role 'system' must follow a user message");
	const nextRole = (next as Fields | undefined)?.["role"];
	const isPlaced = next === undefined || nextRole === "assistant";
	refuseUnless(isPlaced, path, "role 'system' must precede an assistant message or end the list");
}

/** Each call has one result, at the beginning of the next turn; no result is without a call; ids occur once. */
function checkCalls(turns: readonly Turn[]): void {
	const ids = new Set<unknown>();
	for (const [at, turn] of turns.entries()) {
		const { blocks, path } = turn;
		const results = blocks.filter(({ type }) => type === "tool_result").map((block) => block["tool_use_id"]);
		const before = turns[at - 1]?.role === "assistant" ? callsOf(turns[at - 1]) : [];
		for (const id of results) {
			refuseUnless(before.includes(id), path, `unexpected tool_use_id in a tool_result: ${String(id)}`);
		}
		refuseUnless(new Set(results).size === results.length, path, "each tool_use must have a single result");
		const firstOther = blocks.findIndex(({ type }) => type !== "tool_result");
		const resultsFirst = firstOther < 0 || !blocks.slice(firstOther).some(({ type }) => type === "tool_result");
		refuseUnless(resultsFirst, path, "tool_result blocks must come first");
		for (const id of before) refuseUnless(results.includes(id), path, `no tool_result for ${String(id)}`);
		for (const id of callsOf(turn)) {
			refuseUnless(!ids.has(id), path, `tool_use ids must be unique: ${String(id)}`);
			ids.add(id);
		}
	}
	refuseUnless(callsOf(turns.at(-1)).length === 0, "messages", "tool_use without tool_result");
}

function callsOf(turn: Turn | undefined): unknown[] {
	return (turn?.blocks ?? []).filter(({ type }) => type === "tool_use").map(({ id }) => id);
}

/** With more than 20 images the limit of their sides is lower. */
function checkImagesTogether(turns: readonly Turn[]): void {
	const blocks = turns.flatMap((turn) => turn.blocks);
	const inside = blocks.flatMap((block) => (Array.isArray(block["content"]) ? (block["content"] as Fields[]) : []));
	const images = [...blocks, ...inside].filter(({ type }) => type === "image");
	refuseUnless(images.length <= 100, "messages", "more than 100 images");
	if (images.length <= 20) return;
	for (const image of images) {
		const sample = sampleOf(String((image["source"] as Fields)["data"]));
		const side = Math.max(sample?.width ?? 0, sample?.height ?? 0);
		refuseUnless(side <= 2_000, "messages", "an image exceeds 2000 pixels for many-image requests");
	}
}

/** While calls are being answered, the answer that made them begins with thinking. */
function checkThinkingFirst(turns: readonly Turn[]): void {
	if (!turns.at(-1)?.blocks.some(({ type }) => type === "tool_result")) return;
	const answer = turns.findLast(({ role }) => role === "assistant");
	const first = answer?.blocks[0]?.["type"];
	const isThinking = first === "thinking" || first === "redacted_thinking";
	refuseUnless(isThinking, answer?.path ?? "messages", `expected thinking, but found ${String(first)}`);
}
