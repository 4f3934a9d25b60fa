import type { StopReason } from "../../contract/message.ts";
import type { StreamEvent, StreamUsage } from "../../contract/stream-event.ts";
import { readErrorBody } from "../../stream/classify-failure.ts";
import { isRecord } from "../../stream/is-record.ts";
import { WireFailure, type WireReader, wireFailure } from "../../stream/wire-reader.ts";
import { ProseBlocks, type ProseKind } from "../prose-blocks.ts";
import { readCount } from "../read-count.ts";

type Fields = Record<string, unknown>;

const STOP_REASONS: ReadonlyMap<string, StopReason> = new Map([
	["STOP", "stop"],
	["MAX_TOKENS", "length"],
]);
/** The model wrote a call that is none; it may do better when it is asked again. */
const BROKEN_ANSWERS: ReadonlySet<string> = new Set(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER"]);

/** Reads the chunks of one streamed answer: each is a whole response with the parts that are new. */
export class GenerateReader implements WireReader {
	readonly terminator = undefined;
	readonly #generateId: () => string;
	readonly #prose = new ProseBlocks();
	#callCount = 0;
	#announced = false;
	#finish: StopReason | undefined;

	/** Older models give their calls no ids. */
	constructor(generateId: () => string = () => `call_${globalThis.crypto.randomUUID().replaceAll("-", "")}`) {
		this.#generateId = generateId;
	}

	get complete(): boolean {
		return this.#finish !== undefined;
	}

	/** Counts may follow the finish reason. */
	get ended(): boolean {
		return false;
	}

	read(chunk: unknown): readonly StreamEvent[] {
		if (!isRecord(chunk)) return [];
		if (chunk["error"] !== undefined) {
			throw new WireFailure(readErrorBody(chunk) ?? { codes: [], message: "unknown error", status: undefined });
		}
		const events: StreamEvent[] = [];
		if (!this.#announced) this.#announce(chunk, events);
		refuseBlocked(chunk["promptFeedback"]);
		const candidate: unknown = Array.isArray(chunk["candidates"]) ? chunk["candidates"][0] : undefined;
		if (isRecord(candidate)) this.#readCandidate(candidate, events);
		if (isRecord(chunk["usageMetadata"])) events.push({ type: "usage", usage: readUsage(chunk["usageMetadata"]) });
		return events;
	}

	finish(): readonly StreamEvent[] {
		if (this.#finish === undefined) {
			throw wireFailure("the stream was cut before the answer was complete", { kind: "protocol" });
		}
		return [];
	}

	#announce({ responseId, modelVersion }: Fields, events: StreamEvent[]): void {
		this.#announced = true;
		events.push({
			type: "response",
			...(typeof responseId === "string" ? { id: responseId } : {}),
			...(typeof modelVersion === "string" ? { model: modelVersion } : {}),
		});
	}

	#readCandidate(candidate: Fields, events: StreamEvent[]): void {
		const content = isRecord(candidate["content"]) ? candidate["content"] : {};
		const parts = Array.isArray(content["parts"]) ? content["parts"] : [];
		for (const part of parts) if (isRecord(part)) this.#readPart(part, events);
		const raw = candidate["finishReason"];
		if (typeof raw !== "string" || raw === "" || raw === "FINISH_REASON_UNSPECIFIED") return;
		this.#prose.end(events);
		const reason = STOP_REASONS.get(raw);
		if (reason === undefined) throw stopFailure(raw, candidate["finishMessage"]);
		this.#finish = reason;
		events.push({ type: "stop", reason, raw });
	}

	#readPart(part: Fields, events: StreamEvent[]): void {
		const signature = typeof part["thoughtSignature"] === "string" ? part["thoughtSignature"] : undefined;
		const { text, functionCall } = part;
		if (isRecord(functionCall)) return this.#readCall(functionCall, signature, events);
		if (typeof text !== "string") return;
		this.#readProse(part["thought"] === true ? "thinking" : "text", { text, signature }, events);
	}

	#readProse(
		type: ProseKind,
		{ text, signature }: { text: string; signature: string | undefined },
		events: StreamEvent[],
	): void {
		// A signature alone belongs to what was written before it; without that there is nothing to sign.
		const kind = text === "" ? this.#prose.kind : type;
		if (kind === undefined || (text === "" && signature === undefined)) return;
		const { key } = this.#prose.enter(kind, events);
		events.push({ type: kind, key, delta: text, ...(signature === undefined ? {} : { signature }) });
		// The next part is signed anew, and signatures of two parts do not add up to one.
		if (signature !== undefined) this.#prose.end(events);
	}

	/** Calls come whole. */
	#readCall(call: Fields, signature: string | undefined, events: StreamEvent[]): void {
		this.#prose.end(events);
		const index = `call${this.#callCount++}`;
		const id = typeof call["id"] === "string" && call["id"] !== "" ? call["id"] : this.#generateId();
		events.push(
			{
				type: "tool_call",
				index,
				id,
				...(typeof call["name"] === "string" ? { name: call["name"] } : {}),
				arguments: JSON.stringify(isRecord(call["args"]) ? call["args"] : {}),
				...(signature === undefined ? {} : { thoughtSignature: signature }),
			},
			{ type: "block_end", key: index },
		);
	}
}

function refuseBlocked(feedback: unknown): void {
	const reason = isRecord(feedback) ? feedback["blockReason"] : undefined;
	if (typeof reason !== "string") return;
	throw wireFailure(`the provider refused the prompt (${reason})`, { kind: "invalid_request" });
}

function stopFailure(raw: string, message: unknown): WireFailure {
	const detail = typeof message === "string" && message !== "" ? `: ${message}` : "";
	if (BROKEN_ANSWERS.has(raw)) return wireFailure(`the answer ended with ${raw}${detail}`, { kind: "server" });
	return wireFailure(`a filter of the provider stopped the answer (${raw})${detail}`, { kind: "invalid_request" });
}

function readUsage(usage: Fields): StreamUsage {
	const count = (field: string): number => readCount(usage[field]) ?? 0;
	const cacheRead = count("cachedContentTokenCount");
	const reasoning = count("thoughtsTokenCount");
	return {
		input: Math.max(0, count("promptTokenCount") + count("toolUsePromptTokenCount") - cacheRead),
		output: count("candidatesTokenCount") + reasoning,
		cacheRead,
		cacheWrite: 0,
		...(reasoning > 0 ? { reasoning } : {}),
	};
}
