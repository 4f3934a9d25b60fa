import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { PartialJson } from "./partial-json.ts";

/** Longest piece of a bad arguments text that an error repeats: the model reads it, and it costs context. */
const MAX_QUOTED_CHARACTERS = 8_000;

export interface FinishedArguments {
	arguments: JsonObject;
	/** Why the call must not run (TL06, PC-58). */
	argumentsError?: string;
	/** The text ended before its JSON did. */
	truncated: boolean;
	/** A string needed repair: raw control characters or unknown escapes. */
	repaired: boolean;
}

/** Arguments of a call whose text is over. */
export function finishArguments(raw: string, json: PartialJson): FinishedArguments {
	const state = json.state;
	if (state === "open") return { ...failed(truncationError(raw.length)), truncated: true };
	if (state === "empty") return { arguments: {}, truncated: false, repaired: false };
	const parsed = parse(raw, json);
	if ("error" in parsed) return failed(`${parsed.error}\n\n${quote(raw)}`);
	if (!isJsonObject(parsed.value)) {
		return failed(`expected a JSON object\n\n${quote(raw)}`);
	}
	return { arguments: parsed.value, truncated: false, repaired: parsed.repaired };
}

/** Arguments of a call that was still being written when the response failed or was stopped. */
export function interruptArguments(raw: string): FinishedArguments {
	return failed(`the arguments were interrupted after ${raw.length} characters; the tool was not run`);
}

function parse(raw: string, json: PartialJson): { value: JsonValue; repaired: boolean } | { error: string } {
	try {
		return { value: JSON.parse(raw) as JsonValue, repaired: false };
	} catch (error) {
		const value = json.value;
		if (json.state === "complete" && json.repaired && value !== undefined) return { value, repaired: true };
		return { error: error instanceof Error ? error.message : String(error) };
	}
}

function failed(argumentsError: string): FinishedArguments {
	return { arguments: {}, argumentsError, truncated: false, repaired: false };
}

/** Tells the model what happened and what to do, with the size that arrived (PC-58). */
export function truncationError(received: number): string {
	return (
		`the arguments were cut off after ${received} characters, before the JSON was complete. ` +
		"The tool was not run. Send the call again with less in one call, in several smaller calls if needed."
	);
}

function quote(raw: string): string {
	if (raw.length <= MAX_QUOTED_CHARACTERS) return `Received arguments:\n${raw}`;
	return `Received arguments (first ${MAX_QUOTED_CHARACTERS} of ${raw.length} characters):\n${raw.slice(0, MAX_QUOTED_CHARACTERS)}`;
}

/** Whether a JSON value has members by name. */
export function isJsonObject(value: JsonValue): value is JsonObject {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
