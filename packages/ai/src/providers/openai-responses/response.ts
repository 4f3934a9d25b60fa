import type { StreamEvent, StreamUsage } from "../../contract/stream-event.ts";
import { readErrorBody } from "../../stream/classify-failure.ts";
import { isRecord } from "../../stream/is-record.ts";
import { WireFailure, type WireReader, wireFailure } from "../../stream/wire-reader.ts";
import { GrammarArguments } from "../grammar-tools.ts";
import { readCount } from "../read-count.ts";

type Fields = Record<string, unknown>;

/** What was read of one output item before its end. */
interface OpenItem {
	/** Text of any kind came in pieces, so that the whole text at the end says nothing new. */
	hasPieces: boolean;
	/** Parts of a reasoning summary that have begun. */
	summaries: number;
}

/** Stands between two parts of a reasoning summary. */
const PARAGRAPH = "\n\n";

/** Reads the events of one streamed response. Items are told apart by their place in the output. */
export class ResponsesReader implements WireReader {
	readonly terminator = "[DONE]";
	readonly #grammar: GrammarArguments;
	readonly #items = new Map<number, OpenItem>();
	#ended = false;
	#hasCalls = false;

	constructor(grammarInputs: ReadonlyMap<string, string>) {
		this.#grammar = new GrammarArguments(grammarInputs);
	}

	get complete(): boolean {
		return this.#ended;
	}

	get ended(): boolean {
		return this.#ended;
	}

	read(event: unknown): readonly StreamEvent[] {
		if (!isRecord(event)) return [];
		const response = isRecord(event["response"]) ? event["response"] : {};
		switch (event["type"]) {
			case "response.created":
				return [announce(response)];
			case "response.completed":
			case "response.incomplete":
				return this.#end(response);
			case "response.failed":
			case "response.cancelled":
			case "error":
				throw failureOf(event, response);
			default:
				return this.#readItemEvent(event);
		}
	}

	finish(): readonly StreamEvent[] {
		if (!this.#ended) throw wireFailure("the stream was cut before the answer was complete", { kind: "protocol" });
		return [];
	}

	#readItemEvent(event: Fields): StreamEvent[] {
		const index = typeof event["output_index"] === "number" ? event["output_index"] : 0;
		const delta = typeof event["delta"] === "string" ? event["delta"] : "";
		const item = isRecord(event["item"]) ? event["item"] : {};
		switch (event["type"]) {
			case "response.output_item.added":
				return this.#startItem(index, item);
			case "response.output_text.delta":
			case "response.refusal.delta":
				return this.#prose(index, { type: "text", key: textKey(index, event["content_index"]), delta });
			case "response.reasoning_summary_part.added":
				return this.#startSummary(index);
			case "response.reasoning_summary_text.delta":
			case "response.reasoning_text.delta":
				return this.#prose(index, { type: "thinking", key: index, delta });
			case "response.function_call_arguments.delta":
				this.#item(index).hasPieces = true;
				return [{ type: "tool_call", index, arguments: delta }];
			case "response.custom_tool_call_input.delta":
				this.#item(index).hasPieces = true;
				return [{ type: "tool_call", index, arguments: this.#grammar.piece(index, delta, undefined) }];
			case "response.output_item.done":
				return this.#endItem(index, item);
			default:
				// Progress of server-side tools and whole texts that the end of their item repeats.
				return [];
		}
	}

	#item(index: number): OpenItem {
		let item = this.#items.get(index);
		if (item === undefined) {
			item = { hasPieces: false, summaries: 0 };
			this.#items.set(index, item);
		}
		return item;
	}

	#prose(index: number, event: Extract<StreamEvent, { type: "text" | "thinking" }>): StreamEvent[] {
		this.#item(index).hasPieces = true;
		return event.delta === "" ? [] : [event];
	}

	#startSummary(index: number): StreamEvent[] {
		const isFirst = this.#item(index).summaries++ === 0;
		return isFirst ? [] : [{ type: "thinking", key: index, delta: PARAGRAPH }];
	}

	#startItem(index: number, item: Fields): StreamEvent[] {
		this.#item(index);
		const { type, call_id: id, name } = item;
		if (type !== "function_call" && type !== "custom_tool_call") return [];
		this.#hasCalls = true;
		return [
			{
				type: "tool_call",
				index,
				...(typeof id === "string" ? { id } : {}),
				...(typeof name === "string" ? { name } : {}),
				...(type === "custom_tool_call" ? { arguments: this.#grammar.piece(index, "", String(name)) } : {}),
			},
		];
	}

	/** The whole item: what did not come in pieces is taken from it. */
	#endItem(index: number, item: Fields): StreamEvent[] {
		const isNew = !this.#items.has(index);
		const events = isNew ? this.#startItem(index, item) : [];
		const { hasPieces } = this.#item(index);
		if (item["type"] === "message") return [...events, ...endMessage(index, item, hasPieces)];
		if (item["type"] === "reasoning") events.push(endReasoning(index, item, hasPieces));
		else if (item["type"] === "function_call") {
			if (!hasPieces && typeof item["arguments"] === "string")
				events.push({ type: "tool_call", index, arguments: item["arguments"] });
		} else if (item["type"] === "custom_tool_call") {
			const input = !hasPieces && typeof item["input"] === "string" ? item["input"] : "";
			const rest = this.#grammar.piece(index, input, undefined) + this.#grammar.end(index);
			events.push({ type: "tool_call", index, arguments: rest });
		}
		return [...events, { type: "block_end", key: index }];
	}

	#end(response: Fields): StreamEvent[] {
		this.#ended = true;
		const events: StreamEvent[] = [];
		if (isRecord(response["usage"])) events.push({ type: "usage", usage: readUsage(response["usage"]) });
		const details = isRecord(response["incomplete_details"]) ? response["incomplete_details"] : {};
		const raw = String(details["reason"] ?? response["status"] ?? "completed");
		if (raw === "content_filter") {
			const message = "the content filter of the provider stopped the answer";
			throw wireFailure(message, { kind: "invalid_request" });
		}
		if (raw === "max_output_tokens") events.push({ type: "stop", reason: "length", raw });
		else events.push({ type: "stop", reason: this.#hasCalls ? "toolUse" : "stop", raw });
		return events;
	}
}

function announce({ id, model }: Fields): StreamEvent {
	return {
		type: "response",
		...(typeof id === "string" ? { id } : {}),
		...(typeof model === "string" ? { model } : {}),
	};
}

/** `error` events carry their fields themselves, failed responses in their `error`. */
function failureOf(event: Fields, response: Fields): WireFailure {
	if (event["type"] === "response.cancelled") return wireFailure("the answer was cancelled", { kind: "server" });
	const error = event["type"] === "error" ? (event["error"] ?? event) : response["error"];
	const unknown = { codes: [], message: "unknown error", status: undefined };
	return new WireFailure(readErrorBody({ error }) ?? unknown);
}

function textKey(index: number, part: unknown): string {
	return `${index}.${typeof part === "number" ? part : 0}`;
}

function endMessage(index: number, item: Fields, hasPieces: boolean): StreamEvent[] {
	const parts = Array.isArray(item["content"]) ? item["content"].filter(isRecord) : [];
	const { id, phase } = item;
	const facts = typeof phase === "string" ? JSON.stringify({ v: 1, id, phase }) : undefined;
	return parts.flatMap((part, at): StreamEvent[] => {
		const key = textKey(index, at);
		const text = String(part["text"] ?? part["refusal"] ?? "");
		if (text === "") return [];
		const delta = hasPieces ? "" : text;
		const event: StreamEvent = { type: "text", key, delta, ...(facts === undefined ? {} : { signature: facts }) };
		return [...(delta === "" && facts === undefined ? [] : [event]), { type: "block_end", key }];
	});
}

/** The item itself is the signature: it goes back as it came. */
function endReasoning(index: number, item: Fields, hasPieces: boolean): StreamEvent {
	const { status: _, ...kept } = item;
	const isWhole = typeof item["encrypted_content"] === "string" || listLength(item["content"]) > 0;
	const said = textsOf(item["summary"]);
	const whole = said === "" ? textsOf(item["content"]) : said;
	const event = { type: "thinking" as const, key: index, delta: hasPieces ? "" : whole };
	// A mere summary has nothing to send back.
	return isWhole ? { ...event, signature: JSON.stringify(kept) } : event;
}

function listLength(value: unknown): number {
	return Array.isArray(value) ? value.length : 0;
}

function textsOf(parts: unknown): string {
	if (!Array.isArray(parts)) return "";
	return parts
		.flatMap((part) => (isRecord(part) && typeof part["text"] === "string" ? [part["text"]] : []))
		.join(PARAGRAPH);
}

function readUsage(usage: Fields): StreamUsage {
	const input = isRecord(usage["input_tokens_details"]) ? usage["input_tokens_details"] : {};
	const output = isRecord(usage["output_tokens_details"]) ? usage["output_tokens_details"] : {};
	const cacheRead = readCount(input["cached_tokens"]) ?? 0;
	const cacheWrite = readCount(input["cache_write_tokens"]) ?? 0;
	const reasoning = readCount(output["reasoning_tokens"]);
	return {
		input: Math.max(0, (readCount(usage["input_tokens"]) ?? 0) - cacheRead - cacheWrite),
		output: readCount(usage["output_tokens"]) ?? 0,
		cacheRead,
		cacheWrite,
		...(reasoning === undefined ? {} : { reasoning }),
	};
}
