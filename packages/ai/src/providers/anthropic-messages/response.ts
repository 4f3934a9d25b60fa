import type { StopReason } from "../../contract/message.ts";
import type { StreamEvent, StreamUsage } from "../../contract/stream-event.ts";
import { readErrorBody } from "../../stream/classify-failure.ts";
import { isRecord } from "../../stream/is-record.ts";
import { WireFailure, type WireReader, wireFailure } from "../../stream/wire-reader.ts";

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
	["end_turn", "stop"],
	["stop_sequence", "stop"],
	["pause_turn", "stop"],
	["tool_use", "toolUse"],
	["max_tokens", "length"],
	["model_context_window_exceeded", "length"],
]);

/** Reads the events of one streamed message. */
export class MessagesReader implements WireReader {
	readonly terminator = undefined;
	#complete = false;
	#ended = false;
	#begun = false;
	/** Input that came with the start of a call, by block; it counts only where no deltas follow. */
	readonly #wholeInputs = new Map<number, string>();

	/** The stop reason was seen, so that only `message_stop` is missing. */
	get complete(): boolean {
		return this.#complete;
	}

	get ended(): boolean {
		return this.#ended;
	}

	read(event: unknown): readonly StreamEvent[] {
		if (!isRecord(event)) return [];
		const index = typeof event["index"] === "number" ? event["index"] : 0;
		switch (event["type"]) {
			case "message_start":
				return this.#start(isRecord(event["message"]) ? event["message"] : {});
			case "content_block_start":
				return this.#startBlock(index, isRecord(event["content_block"]) ? event["content_block"] : {});
			case "content_block_delta":
				return this.#delta(index, isRecord(event["delta"]) ? event["delta"] : {});
			case "content_block_stop":
				return this.#endBlock(index);
			case "message_delta":
				return this.#messageDelta(event);
			case "message_stop":
				this.#ended = true;
				return [];
			case "error":
				throw new WireFailure(readErrorBody(event) ?? { codes: [], message: "unknown error", status: undefined });
			default:
				// `ping` keeps the connection alive and is no progress; unknown events may be added at any time.
				return [];
		}
	}

	finish(): readonly StreamEvent[] {
		if (!this.#complete) throw wireFailure("the stream was cut before the answer was complete", { kind: "protocol" });
		return [];
	}

	#start(message: Record<string, unknown>): StreamEvent[] {
		this.#begun = true;
		const { id, model, usage } = message;
		const events: StreamEvent[] = [
			{
				type: "response",
				...(typeof id === "string" ? { id } : {}),
				...(typeof model === "string" ? { model } : {}),
			},
		];
		if (isRecord(usage)) events.push({ type: "usage", usage: readUsage(usage) });
		return events;
	}

	#startBlock(index: number, block: Record<string, unknown>): StreamEvent[] {
		switch (block["type"]) {
			case "text":
				return typeof block["text"] === "string" && block["text"] !== ""
					? [{ type: "text", key: index, delta: block["text"] }]
					: [];
			case "thinking":
				return typeof block["thinking"] === "string" && block["thinking"] !== ""
					? [{ type: "thinking", key: index, delta: block["thinking"] }]
					: [];
			case "redacted_thinking":
				return [{ type: "thinking", key: index, delta: "", redacted: true, signature: String(block["data"] ?? "") }];
			case "tool_use":
				return this.#startCall(index, block);
			default:
				return [];
		}
	}

	#startCall(index: number, block: Record<string, unknown>): StreamEvent[] {
		const { id, name, input } = block;
		if (isRecord(input) && Object.keys(input).length > 0) this.#wholeInputs.set(index, JSON.stringify(input));
		return [
			{
				type: "tool_call",
				index,
				...(typeof id === "string" ? { id } : {}),
				...(typeof name === "string" ? { name } : {}),
			},
		];
	}

	#delta(index: number, delta: Record<string, unknown>): StreamEvent[] {
		const text = (field: string): string => (typeof delta[field] === "string" ? delta[field] : "");
		switch (delta["type"]) {
			case "text_delta":
				return [{ type: "text", key: index, delta: text("text") }];
			case "thinking_delta":
				return [{ type: "thinking", key: index, delta: text("thinking") }];
			case "signature_delta":
				return [{ type: "thinking", key: index, delta: "", signature: text("signature") }];
			case "input_json_delta":
				if (text("partial_json") !== "") this.#wholeInputs.delete(index);
				return [{ type: "tool_call", index, arguments: text("partial_json") }];
			default:
				return [];
		}
	}

	#endBlock(index: number): StreamEvent[] {
		const input = this.#wholeInputs.get(index);
		this.#wholeInputs.delete(index);
		const end: StreamEvent = { type: "block_end", key: index };
		return input === undefined ? [end] : [{ type: "tool_call", index, arguments: input }, end];
	}

	#messageDelta(event: Record<string, unknown>): StreamEvent[] {
		const events: StreamEvent[] = this.#begun ? [] : this.#start({});
		if (isRecord(event["usage"])) events.push({ type: "usage", usage: readUsage(event["usage"]) });
		const raw = isRecord(event["delta"]) ? event["delta"]["stop_reason"] : undefined;
		if (typeof raw !== "string") return events;
		if (raw === "refusal" || raw === "sensitive") {
			throw wireFailure(`the model refused to answer (${raw})`, { kind: "invalid_request" });
		}
		this.#complete = true;
		return [...events, { type: "stop", reason: STOP_REASONS.get(raw) ?? "stop", raw }];
	}
}

function readUsage(usage: Record<string, unknown>): StreamUsage {
	const counts: StreamUsage = {};
	for (const [field, name] of USAGE_FIELDS) {
		const value = usage[name];
		if (typeof value === "number") counts[field] = value;
	}
	const creation = usage["cache_creation"];
	const oneHour = isRecord(creation) ? creation["ephemeral_1h_input_tokens"] : undefined;
	if (typeof oneHour === "number") counts.cacheWrite1h = oneHour;
	const details = usage["output_tokens_details"];
	const thinking = isRecord(details) ? details["thinking_tokens"] : undefined;
	if (typeof thinking === "number") counts.reasoning = thinking;
	return counts;
}

const USAGE_FIELDS = [
	["input", "input_tokens"],
	["output", "output_tokens"],
	["cacheRead", "cache_read_input_tokens"],
	["cacheWrite", "cache_creation_input_tokens"],
] as const;
