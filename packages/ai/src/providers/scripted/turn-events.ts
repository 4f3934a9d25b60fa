import type { StreamEvent } from "../../contract/stream-event.ts";
import type { ScriptedTurn } from "./script.ts";

const CHARACTERS_PER_TOKEN = 4;

export interface TurnContext {
	/** Counts the requests of the script, from 1; makes ids unique. */
	readonly number: number;
	readonly model: string;
	/** Length of the request, for the estimate of its tokens. */
	readonly requestCharacters: number;
}

/** The neutral events of one turn, up to where an error or a cut ends it. */
export function turnEvents(turn: ScriptedTurn, context: TurnContext): StreamEvent[] {
	if (turn.rawEvents !== undefined) return turn.rawEvents;
	const events: StreamEvent[] = [{ type: "response", id: `scripted_${context.number}`, model: context.model }];
	let key = 0;
	for (const type of ["thinking", "text"] as const) {
		const text = turn[type];
		if (text === undefined || text === "") continue;
		for (const delta of chunks(text, turn.chunkSize)) events.push({ type, key, delta });
		events.push({ type: "block_end", key: key++ });
	}
	for (const [at, call] of (turn.toolCalls ?? []).entries()) {
		const id = call.id ?? `call_${context.number}_${at + 1}`;
		events.push({ type: "tool_call", index: key, id, name: call.name });
		for (const piece of chunks(JSON.stringify(call.arguments), turn.chunkSize)) {
			events.push({ type: "tool_call", index: key, arguments: piece });
		}
		events.push({ type: "block_end", key: key++ });
	}
	if (turn.cut === true) return events.slice(0, Math.max(1, Math.floor(events.length / 2)));
	if (turn.error !== undefined) return events.length > 1 ? events : [];
	const reason = turn.stopReason ?? ((turn.toolCalls ?? []).length > 0 ? "toolUse" : "stop");
	events.push({ type: "usage", usage: turn.usage ?? estimateUsage(turn, context) }, { type: "stop", reason });
	return events;
}

function estimateUsage(turn: ScriptedTurn, { requestCharacters }: TurnContext): { input: number; output: number } {
	const answer = JSON.stringify([turn.thinking, turn.text, turn.toolCalls]).length;
	return {
		input: Math.ceil(requestCharacters / CHARACTERS_PER_TOKEN),
		output: Math.ceil(answer / CHARACTERS_PER_TOKEN),
	};
}

/** Pieces of whole characters. */
function chunks(text: string, size: number | undefined): string[] {
	if (size === undefined || size < 1) return [text];
	const characters = Array.from(text);
	const pieces: string[] = [];
	for (let at = 0; at < characters.length; at += size) pieces.push(characters.slice(at, at + size).join(""));
	return pieces;
}
