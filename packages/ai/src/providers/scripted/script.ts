import type { JsonObject } from "../../contract/json.ts";
import type { StopReason } from "../../contract/message.ts";
import type { ProviderFailureKind } from "../../contract/provider.ts";
import type { StreamEvent, StreamUsage } from "../../contract/stream-event.ts";

export interface ScriptedToolCall {
	name: string;
	arguments: JsonObject;
	id?: string;
}

export interface ScriptedError {
	message: string;
	status?: number;
	kind?: ProviderFailureKind;
	retryAfterMs?: number;
}

/** One answer of the scripted provider: thinking, text and calls in this order, or an error after what there is. */
export interface ScriptedTurn {
	text?: string;
	thinking?: string;
	toolCalls?: ScriptedToolCall[];
	error?: ScriptedError;
	/** Milliseconds before each chunk. */
	delayMs?: number;
	/** Default: an estimate from the lengths of request and answer. */
	usage?: StreamUsage;
	stopReason?: StopReason;
	/** Characters per chunk; default: each block in one. */
	chunkSize?: number;
	/** The connection is lost in the middle of the answer. */
	cut?: true;
	/** Neutral events instead of all of the above, for protocol oddities. */
	rawEvents?: StreamEvent[];
	/** The turn waits for a request that matches. */
	when?: { lastUserIncludes: string };
}

/** Reads a script file's text: `{ "turns": [...] }`. Throws one line that names file and field. */
export function parseScript(text: string, file: string): ScriptedTurn[] {
	let script: unknown;
	try {
		script = JSON.parse(text);
	} catch (error) {
		throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
	}
	const check = new FieldCheck(file);
	const root = check.object(script, "the file", ["turns"]);
	const turns = check.list(root["turns"], "turns");
	for (const [at, turn] of turns.entries()) checkTurn(check, turn, `turns[${at}]`);
	return turns as ScriptedTurn[];
}

const TURN_FIELDS = [
	"text",
	"thinking",
	"toolCalls",
	"error",
	"delayMs",
	"usage",
	"stopReason",
	"chunkSize",
	"cut",
	"rawEvents",
	"when",
] as const satisfies readonly (keyof ScriptedTurn)[];

const USAGE_FIELDS = ["input", "output", "cacheRead", "cacheWrite", "cacheWrite1h", "reasoning", "costTotal"];
const STOP_REASONS: readonly StopReason[] = ["stop", "length", "toolUse", "error", "aborted", "deferred"];
const FAILURE_KINDS: readonly ProviderFailureKind[] = [
	"aborted",
	"auth",
	"overflow",
	"rate_limit",
	"overloaded",
	"server",
	"timeout",
	"network",
	"invalid_request",
	"protocol",
];

function checkTurn(check: FieldCheck, value: unknown, path: string): void {
	const turn = check.object(value, path, TURN_FIELDS);
	check.optional(turn["text"], `${path}.text`, "string");
	check.optional(turn["thinking"], `${path}.thinking`, "string");
	check.optional(turn["delayMs"], `${path}.delayMs`, "number");
	check.optional(turn["chunkSize"], `${path}.chunkSize`, "number");
	check.choice(turn["stopReason"], `${path}.stopReason`, STOP_REASONS);
	check.choice(turn["cut"], `${path}.cut`, [true]);
	if (turn["rawEvents"] !== undefined) check.list(turn["rawEvents"], `${path}.rawEvents`);
	if (turn["usage"] !== undefined) {
		const usage = check.object(turn["usage"], `${path}.usage`, USAGE_FIELDS);
		for (const [name, count] of Object.entries(usage)) check.optional(count, `${path}.usage.${name}`, "number");
	}
	if (turn["when"] !== undefined) {
		const when = check.object(turn["when"], `${path}.when`, ["lastUserIncludes"]);
		check.required(when["lastUserIncludes"], `${path}.when.lastUserIncludes`, "string");
	}
	if (turn["error"] !== undefined) checkError(check, turn["error"], `${path}.error`);
	const calls = turn["toolCalls"] === undefined ? [] : check.list(turn["toolCalls"], `${path}.toolCalls`);
	for (const [at, call] of calls.entries()) checkCall(check, call, `${path}.toolCalls[${at}]`);
}

function checkError(check: FieldCheck, value: unknown, path: string): void {
	const error = check.object(value, path, ["message", "status", "kind", "retryAfterMs"]);
	check.required(error["message"], `${path}.message`, "string");
	check.optional(error["status"], `${path}.status`, "number");
	check.optional(error["retryAfterMs"], `${path}.retryAfterMs`, "number");
	check.choice(error["kind"], `${path}.kind`, FAILURE_KINDS);
}

function checkCall(check: FieldCheck, value: unknown, path: string): void {
	const call = check.object(value, path, ["name", "arguments", "id"]);
	check.required(call["name"], `${path}.name`, "string");
	check.optional(call["id"], `${path}.id`, "string");
	check.object(call["arguments"], `${path}.arguments`);
}

/** Checks of one file's fields; every complaint names the file and the field. */
class FieldCheck {
	readonly #file: string;

	constructor(file: string) {
		this.#file = file;
	}

	object(value: unknown, path: string, fields?: readonly string[]): Record<string, unknown> {
		if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.#wrong(path, "an object");
		const unknown = fields === undefined ? undefined : Object.keys(value).find((name) => !fields.includes(name));
		if (unknown !== undefined) {
			throw new Error(`${this.#file}: ${path} has no field "${unknown}"; known: ${fields?.join(", ")}`);
		}
		return value as Record<string, unknown>;
	}

	list(value: unknown, path: string): unknown[] {
		if (!Array.isArray(value)) throw this.#wrong(path, "a list");
		return value;
	}

	required(value: unknown, path: string, type: "string" | "number"): void {
		if (typeof value !== type) throw this.#wrong(path, `a ${type}`);
	}

	optional(value: unknown, path: string, type: "string" | "number"): void {
		if (value !== undefined) this.required(value, path, type);
	}

	choice(value: unknown, path: string, choices: readonly unknown[]): void {
		if (value !== undefined && !choices.includes(value)) throw this.#wrong(path, choices.join(", "));
	}

	#wrong(path: string, expected: string): Error {
		return new Error(`${this.#file}: ${path} must be ${expected}`);
	}
}
