import type { StopReason } from "../../contract/message.ts";
import type { StreamEvent, StreamUsage, ToolCallFragment } from "../../contract/stream-event.ts";
import { readErrorBody } from "../../stream/classify-failure.ts";
import { isRecord } from "../../stream/is-record.ts";
import { WireFailure, type WireReader, wireFailure } from "../../stream/wire-reader.ts";
import { GrammarArguments } from "../grammar-tools.ts";
import { ProseBlocks, type ProseKind } from "../prose-blocks.ts";
import { readCount } from "../read-count.ts";
import { REASONING_FIELDS } from "./messages.ts";

export interface ChatReaderSettings {
	/** False for servers that never say why they stop. */
	readonly supportsFinishReason: boolean;
	/** Whether `usage.cost` is what the service bills, in USD. */
	readonly reportsCost: boolean;
	readonly grammarInputs: ReadonlyMap<string, string>;
}

interface Prose {
	readonly type: ProseKind;
	readonly delta: string;
	/** For reasoning, the field it came in: it goes back in the same one. */
	readonly signature?: string;
}

const FINISH_REASONS: ReadonlyMap<string, StopReason> = new Map([
	["stop", "stop"],
	["end_turn", "stop"],
	["eos", "stop"],
	["length", "length"],
	["max_tokens", "length"],
	["tool_calls", "toolUse"],
	["function_call", "toolUse"],
]);

/** Reads the chunks of one streamed chat completion. */
export class ChatReader implements WireReader {
	readonly terminator = "[DONE]";
	readonly #settings: ChatReaderSettings;
	readonly #prose = new ProseBlocks();
	#announced = false;
	#finish: StopReason | undefined;
	#hasCalls = false;
	readonly #grammar: GrammarArguments;

	constructor(settings: ChatReaderSettings) {
		this.#settings = settings;
		this.#grammar = new GrammarArguments(settings.grammarInputs);
	}

	get complete(): boolean {
		return this.#finish !== undefined;
	}

	/** Counts may follow the finish reason, so only the terminator or the end of the body ends the stream. */
	get ended(): boolean {
		return false;
	}

	read(chunk: unknown): readonly StreamEvent[] {
		if (!isRecord(chunk)) return [];
		if (chunk["error"] !== undefined && chunk["error"] !== null) {
			const body = readErrorBody(chunk);
			if (body !== undefined) throw new WireFailure(body);
		}
		const events: StreamEvent[] = [];
		if (!this.#announced) this.#announce(chunk, events);
		const choice: unknown = Array.isArray(chunk["choices"]) ? chunk["choices"][0] : undefined;
		if (isRecord(choice)) this.#readChoice(choice, events);
		const usage = chunk["usage"] ?? (isRecord(choice) ? choice["usage"] : undefined);
		if (isRecord(usage)) events.push({ type: "usage", usage: readUsage(usage, this.#settings.reportsCost) });
		return events;
	}

	finish({ terminated }: { readonly terminated: boolean }): readonly StreamEvent[] {
		const events: StreamEvent[] = [];
		this.#closeGrammarCalls(events);
		if (this.#finish !== undefined) return events;
		if (!terminated && (this.#settings.supportsFinishReason || !this.#announced)) {
			throw wireFailure("the stream was cut before the answer was complete", { kind: "protocol" });
		}
		return [...events, { type: "stop", reason: this.#hasCalls ? "toolUse" : "stop" }];
	}

	#announce(chunk: Record<string, unknown>, events: StreamEvent[]): void {
		const { id, model } = chunk;
		this.#announced = true;
		events.push({
			type: "response",
			...(typeof id === "string" && id !== "" ? { id } : {}),
			...(typeof model === "string" && model !== "" ? { model } : {}),
		});
	}

	#readChoice(choice: Record<string, unknown>, events: StreamEvent[]): void {
		const delta = choice["delta"] ?? choice["message"];
		if (isRecord(delta)) this.#readDelta(delta, events);
		const reason = choice["finish_reason"];
		if (typeof reason === "string" && reason !== "") this.#readFinish(reason, events);
	}

	#readDelta(delta: Record<string, unknown>, events: StreamEvent[]): void {
		const field = REASONING_FIELDS.find((name) => typeof delta[name] === "string" && delta[name] !== "");
		if (field !== undefined)
			this.#pushProse(events, { type: "thinking", delta: delta[field] as string, signature: field });
		this.#readContent(delta["content"], events);
		if (typeof delta["refusal"] === "string") this.#pushProse(events, { type: "text", delta: delta["refusal"] });
		const calls = delta["tool_calls"];
		if (!Array.isArray(calls)) return;
		for (const call of calls) if (isRecord(call)) this.#readCall(call, events);
	}

	/** Text, or the list of typed parts that Mistral sends. */
	#readContent(content: unknown, events: StreamEvent[]): void {
		if (typeof content === "string") this.#pushProse(events, { type: "text", delta: content });
		if (!Array.isArray(content)) return;
		for (const part of content) {
			if (!isRecord(part)) continue;
			if (typeof part["text"] === "string") this.#pushProse(events, { type: "text", delta: part["text"] });
			const thinking = part["thinking"];
			if (typeof thinking === "string") this.#pushProse(events, { type: "thinking", delta: thinking });
			for (const piece of Array.isArray(thinking) ? thinking : []) {
				if (isRecord(piece) && typeof piece["text"] === "string")
					this.#pushProse(events, { type: "thinking", delta: piece["text"] });
			}
		}
	}

	#pushProse(events: StreamEvent[], { type, delta, signature }: Prose): void {
		if (delta === "") return;
		const { key, begins } = this.#prose.enter(type, events);
		const event = { type, key, delta };
		events.push(begins && signature !== undefined ? { ...event, signature } : event);
	}

	#readCall(call: Record<string, unknown>, events: StreamEvent[]): void {
		this.#prose.end(events);
		this.#hasCalls = true;
		const fragment: ToolCallFragment = { type: "tool_call" };
		const { index, id } = call;
		if (typeof index === "number" || typeof index === "string") fragment.index = index;
		if (typeof id === "string" && id !== "") fragment.id = id;
		if (isRecord(call["custom"])) this.#readGrammarCall(call["custom"], fragment);
		const called = call["function"];
		if (isRecord(called)) {
			if (typeof called["name"] === "string" && called["name"] !== "") fragment.name = called["name"];
			const text = called["arguments"];
			if (typeof text === "string") fragment.arguments = text;
			// Some servers send the arguments as the object itself.
			else if (isRecord(text)) fragment.arguments = JSON.stringify(text);
		}
		events.push(fragment);
	}

	#readGrammarCall(custom: Record<string, unknown>, fragment: ToolCallFragment): void {
		const name = typeof custom["name"] === "string" && custom["name"] !== "" ? custom["name"] : undefined;
		if (name !== undefined) fragment.name = name;
		const input = typeof custom["input"] === "string" ? custom["input"] : "";
		fragment.arguments = this.#grammar.piece(fragment.index ?? fragment.id ?? 0, input, name);
	}

	#closeGrammarCalls(events: StreamEvent[]): void {
		if (this.#finish === "length") return;
		for (const key of this.#grammar.open) {
			const call = typeof key === "number" ? { index: key } : { id: key };
			events.push({ type: "tool_call", ...call, arguments: this.#grammar.end(key) });
		}
	}

	#readFinish(raw: string, events: StreamEvent[]): void {
		this.#prose.end(events);
		const reason = FINISH_REASONS.get(raw);
		if (reason === undefined && raw === "content_filter") {
			const body = "the content filter of the provider stopped the answer";
			throw wireFailure(body, { kind: "invalid_request" });
		}
		if (reason === undefined && /error/.test(raw))
			throw wireFailure(`the answer ended with ${raw}`, { kind: "server" });
		this.#finish = reason ?? "stop";
		this.#closeGrammarCalls(events);
		events.push({ type: "stop", reason: this.#finish, raw });
	}
}

function readUsage(usage: Record<string, unknown>, reportsCost: boolean): StreamUsage {
	const prompt = isRecord(usage["prompt_tokens_details"]) ? usage["prompt_tokens_details"] : {};
	const completion = isRecord(usage["completion_tokens_details"]) ? usage["completion_tokens_details"] : {};
	// DeepSeek counts hits beside the total, Moonshot in a field of its own.
	const cacheRead =
		readCount(prompt["cached_tokens"] ?? usage["prompt_cache_hit_tokens"] ?? usage["cached_tokens"]) ?? 0;
	const cacheWrite = readCount(prompt["cache_write_tokens"]) ?? 0;
	const reasoning = readCount(completion["reasoning_tokens"]);
	const cost = reportsCost ? usage["cost"] : undefined;
	return {
		input: Math.max(0, (readCount(usage["prompt_tokens"]) ?? 0) - cacheRead - cacheWrite),
		output: readCount(usage["completion_tokens"]) ?? 0,
		cacheRead,
		cacheWrite,
		...(reasoning === undefined ? {} : { reasoning }),
		...(typeof cost === "number" ? { costTotal: cost } : {}),
	};
}
