import type { TextContent, ThinkingContent, ToolCall } from "../contract/content.ts";
import type { AssistantDiagnostic, AssistantMessage, StopReason } from "../contract/message.ts";
import type { Model, ThinkingLevel } from "../contract/model.ts";
import type { ProviderFailure } from "../contract/provider.ts";
import type {
	AssistantMessageEvent,
	BlockKey,
	StreamEvent,
	StreamUsage,
	ToolCallFragment,
} from "../contract/stream-event.ts";
import { type FinishedArguments, finishArguments, interruptArguments, truncationError } from "./finish-arguments.ts";
import { type OpenCall, ToolCallTable } from "./tool-call-table.ts";
import { emptyUsage, usageFromStream } from "./usage.ts";

export interface AssemblerOptions {
	readonly model: Model;
	readonly timestamp: number;
	readonly emit: (event: AssistantMessageEvent) => void;
	readonly thinkingLevel?: ThinkingLevel;
	readonly providerThinkingLevel?: string;
	/** For calls that the provider does not identify. */
	readonly generateId?: () => string;
}

type Prose = TextContent | ThinkingContent;
type ProseEvent = Extract<StreamEvent, { type: "text" | "thinking" }>;

interface Status {
	started: boolean;
	ended: boolean;
	/** Some call's arguments were cut off. */
	truncated: boolean;
	stop?: Extract<StreamEvent, { type: "stop" }>;
	failure?: ProviderFailure;
}

/** Calls without a name cannot run; providers refuse an empty one in the next request. */
const NAMELESS_TOOL = "unknown";

/**
 * Builds the one message of a response from neutral events. Content appears in the order in which its blocks begin;
 * tool calls appear once id and name are known, in the order in which they begin.
 */
export class Assembler {
	readonly message: AssistantMessage;
	readonly #options: AssemblerOptions;
	readonly #prose: Record<Prose["type"], Map<BlockKey, number>> = { text: new Map(), thinking: new Map() };
	readonly #calls = new ToolCallTable();
	/** Calls in the order in which they began; those at the front are placed first. */
	#unplaced: OpenCall[] = [];
	#unended: OpenCall[] = [];
	#usage: StreamUsage = {};
	#status: Status = { started: false, ended: false, truncated: false };

	constructor(options: AssemblerOptions) {
		const { model } = options;
		this.#options = options;
		this.message = {
			role: "assistant",
			content: [],
			api: model.api,
			provider: model.provider,
			model: model.id,
			usage: emptyUsage(),
			stopReason: "pending",
			timestamp: options.timestamp,
		};
		if (options.thinkingLevel !== undefined) this.message.thinkingLevel = options.thinkingLevel;
		if (options.providerThinkingLevel !== undefined) this.message.providerThinkingLevel = options.providerThinkingLevel;
	}

	/** Why the response ended in `error`, for policy. */
	get failure(): ProviderFailure | undefined {
		return this.#status.failure;
	}

	push(event: StreamEvent): void {
		if (this.#status.ended) return;
		if (!this.#status.started) {
			this.#status.started = true;
			this.#options.emit({ type: "start", partial: this.message });
		}
		switch (event.type) {
			case "text":
			case "thinking":
				return this.#pushProse(event);
			case "tool_call":
				return this.#pushFragment(event);
			case "block_end":
				return this.#closeBlock(event.key);
			case "usage":
				return this.#pushUsage(event.usage);
			case "response":
				if (event.id !== undefined) this.message.responseId = event.id;
				if (event.model !== undefined) this.message.responseModel = event.model;
				return;
			case "stop":
				this.#status.stop = event;
				if (event.raw !== undefined) this.message.rawStopReason = event.raw;
		}
	}

	/** The response is over. Says `done`, or `error` where the provider's own stop reason is one or is missing. */
	finish(): AssistantMessage {
		const { stop } = this.#status;
		if (stop === undefined) return this.fail(this.#missingStop());
		if (stop.reason === "error" || stop.reason === "aborted") {
			return this.fail({
				kind: stop.reason === "aborted" ? "aborted" : "server",
				message: stop.errorMessage ?? `${this.message.provider} stopped the response: ${stop.raw ?? stop.reason}.`,
				retryable: stop.reason === "error",
			});
		}
		this.#endAll((call) => this.#finishedArguments(call));
		if (stop.reason === "length") markUnbegunArguments(this.message);
		const reason = this.#status.truncated ? "length" : doneReason(stop.reason, this.message);
		this.message.stopReason = reason;
		this.#end({ type: "done", reason, message: this.message });
		return this.message;
	}

	/** The response failed or was stopped. What arrived stays; calls that were being written are marked. */
	fail(failure: ProviderFailure): AssistantMessage {
		if (this.#status.ended) return this.message;
		this.#endAll((call) =>
			call.closed || call.json.state === "complete" ? this.#finishedArguments(call) : interruptArguments(call.raw),
		);
		this.#status.failure = failure;
		const reason = failure.kind === "aborted" ? "aborted" : "error";
		this.message.stopReason = reason;
		this.message.errorMessage = failure.message;
		this.#end({ type: "error", reason, error: this.message });
		return this.message;
	}

	#pushProse(event: ProseEvent): void {
		const { type, key, delta } = event;
		let contentIndex = this.#prose[type].get(key);
		if (contentIndex === undefined) {
			// Nothing to show and nothing to send back: no block.
			if (delta === "" && event.signature === undefined) return;
			contentIndex = this.message.content.push(newProse(event)) - 1;
			this.#prose[type].set(key, contentIndex);
			this.#options.emit({ type: `${type}_start`, contentIndex, partial: this.message });
		}
		const block = this.message.content[contentIndex];
		if (block?.type === "text") {
			block.text += delta;
			if (event.signature !== undefined) block.textSignature = (block.textSignature ?? "") + event.signature;
		} else if (block?.type === "thinking") {
			block.thinking += delta;
			if (event.signature !== undefined) block.thinkingSignature = (block.thinkingSignature ?? "") + event.signature;
		}
		if (delta !== "") this.#options.emit({ type: `${type}_delta`, contentIndex, delta, partial: this.message });
	}

	#pushFragment(fragment: ToolCallFragment): void {
		const { call, isNew } = this.#calls.resolve(fragment);
		if (call.closed) {
			this.#note({ type: "late_tool_call_fragment", message: `More of tool call ${call.id} came after its end.` });
			return;
		}
		if (isNew) this.#unplaced.push(call);
		if (fragment.name !== undefined && fragment.name !== call.name) call.name += fragment.name;
		if (fragment.thoughtSignature !== undefined) call.thoughtSignature = fragment.thoughtSignature;
		const delta = fragment.arguments ?? "";
		call.raw += delta;
		if (delta !== "") call.json.append(delta);
		if (call.placed === undefined) return this.#placeReady();
		updateBlock(call, call.placed.block);
		if (delta === "") return;
		const { contentIndex } = call.placed;
		this.#options.emit({ type: "toolcall_delta", contentIndex, delta, partial: this.message });
	}

	#placeReady(): void {
		for (let first = this.#unplaced[0]; first !== undefined; first = this.#unplaced[0]) {
			if (first.id === undefined || first.name === "") return;
			this.#placeFirst(first);
			if (first.closed) this.#endCall(first, this.#finishedArguments(first));
		}
	}

	#placeFirst(call: OpenCall): void {
		this.#unplaced.shift();
		this.#unended.push(call);
		call.id ??= this.#options.generateId?.() ?? generateCallId();
		const block: ToolCall = { type: "toolCall", id: call.id, name: call.name || NAMELESS_TOOL, arguments: {} };
		const contentIndex = this.message.content.push(block) - 1;
		call.placed = { block, contentIndex };
		this.#options.emit({ type: "toolcall_start", contentIndex, partial: this.message });
		updateBlock(call, block);
		if (call.raw === "") return;
		this.#options.emit({ type: "toolcall_delta", contentIndex, delta: call.raw, partial: this.message });
	}

	#closeBlock(key: BlockKey): void {
		this.#endProse("text", key);
		this.#endProse("thinking", key);
		const call = this.#calls.byIndex(key);
		if (call === undefined) return;
		call.closed = true;
		this.#calls.releaseIndex(call);
		if (call.placed === undefined) this.#placeReady();
		else this.#endCall(call, this.#finishedArguments(call));
	}

	#endProse(type: Prose["type"], key: BlockKey): void {
		const contentIndex = this.#prose[type].get(key);
		if (contentIndex === undefined) return;
		this.#prose[type].delete(key);
		const block = this.message.content[contentIndex];
		const content = block?.type === "text" ? block.text : block?.type === "thinking" ? block.thinking : "";
		this.#options.emit({ type: `${type}_end`, contentIndex, content, partial: this.message });
	}

	#finishedArguments(call: OpenCall): FinishedArguments {
		return finishArguments(call.raw, call.json);
	}

	#endCall(call: OpenCall, finished: FinishedArguments): void {
		if (call.ended || call.placed === undefined) return;
		const { block, contentIndex } = call.placed;
		call.ended = true;
		call.closed = true;
		this.#unended = this.#unended.filter((other) => other !== call);
		block.arguments = finished.arguments;
		const error = call.name === "" ? "The tool call has no name, so nothing was run." : finished.argumentsError;
		if (error !== undefined) block.argumentsError = error;
		if (finished.truncated) this.#status.truncated = true;
		if (finished.repaired) {
			const message = `Repaired strings in the arguments of tool call ${block.id} (${block.name}).`;
			this.#note({ type: "repaired_arguments", message });
		}
		this.#options.emit({ type: "toolcall_end", contentIndex, toolCall: block, partial: this.message });
	}

	#endAll(finished: (call: OpenCall) => FinishedArguments): void {
		for (const type of ["thinking", "text"] as const) {
			for (const key of this.#prose[type].keys()) this.#endProse(type, key);
		}
		for (const call of [...this.#unplaced]) this.#placeFirst(call);
		for (const call of this.#unended) this.#endCall(call, finished(call));
	}

	#pushUsage(counts: StreamUsage): void {
		this.#usage = { ...this.#usage, ...counts };
		this.message.usage = usageFromStream(this.#options.model, this.#usage);
	}

	#note(diagnostic: AssistantDiagnostic): void {
		if (this.message.diagnostics?.at(-1)?.message === diagnostic.message) return;
		this.message.diagnostics = [...(this.message.diagnostics ?? []), diagnostic];
	}

	#missingStop(): ProviderFailure {
		const { provider, baseUrl } = this.#options.model;
		return {
			kind: "protocol",
			message: `${provider} at ${baseUrl} ended the response without saying why it stopped. Try again.`,
			retryable: true,
		};
	}

	#end(event: AssistantMessageEvent): void {
		this.#status.ended = true;
		this.#options.emit(event);
	}
}

function newProse(event: ProseEvent): Prose {
	if (event.type === "text") return { type: "text", text: "" };
	return event.redacted === true
		? { type: "thinking", thinking: "", redacted: true }
		: { type: "thinking", thinking: "" };
}

function updateBlock(call: OpenCall, block: ToolCall): void {
	block.name = call.name || NAMELESS_TOOL;
	if (call.thoughtSignature !== undefined) block.thoughtSignature = call.thoughtSignature;
	const live = call.json.value;
	if (typeof live === "object" && live !== null && !Array.isArray(live))
		block.arguments = live as ToolCall["arguments"];
}

/** Labels differ between providers: what the message contains decides between a stop and tool use. */
function doneReason(label: StopReason, message: AssistantMessage): "stop" | "length" | "toolUse" | "deferred" {
	if (label === "length" || label === "deferred") return label;
	return message.content.some((block) => block.type === "toolCall") ? "toolUse" : "stop";
}

/**
 * Where the room ran out right after a call was announced, some wires close the block before they say so; its empty
 * arguments then mean "not begun", not "none".
 */
function markUnbegunArguments(message: AssistantMessage): void {
	const last = message.content.at(-1);
	if (last?.type !== "toolCall" || last.argumentsError !== undefined || Object.keys(last.arguments).length > 0) return;
	last.argumentsError = truncationError(0);
}

function generateCallId(): string {
	return `call_${globalThis.crypto.randomUUID().replaceAll("-", "")}`;
}
