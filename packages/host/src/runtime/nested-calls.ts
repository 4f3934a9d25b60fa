import type { AgentTool, AgentToolResult, ToolCallOutcome } from "@tau/agent";
import { prepareCall, runCall, type ToolCallHost } from "@tau/agent/core";
import {
	addUsage,
	emptyUsage,
	type AssistantMessage,
	type JsonObject,
	type NestedToolCalls,
	type ToolCall,
	type Usage,
} from "@tau/ai";
import type { ExecuteToolOptions } from "../extension-api/context.ts";
import { NestedOrder } from "./nested-order.ts";
import { NestedRecord } from "./nested-record.ts";

export interface NestedCallParts {
	/** The loop's path to tools; nested calls take the same one (TC2). */
	readonly host: ToolCallHost;
	callable(): readonly AgentTool[];
}

/** A call that may call others. */
interface Caller {
	readonly signal: AbortSignal | undefined;
	readonly order: NestedOrder;
	/** Shared by all calls below one call of the model (TC4). */
	readonly record: NestedRecord;
	count: number;
	usage?: Usage;
}

/** Runs tools on behalf of a tool. Ids are `<parent>/<n>`, counted from 1 for each parent (TC3). */
export class NestedCalls {
	readonly #parts: NestedCallParts;
	readonly #running = new Map<string, Caller>();
	/** By the id of the call that is to have it: of a nested one before it begins, of the model's own until it is stored. */
	readonly #records = new Map<string, NestedRecord>();

	constructor(parts: NestedCallParts) {
		this.#parts = parts;
	}

	callable(): readonly AgentTool[] {
		return this.#parts.callable();
	}

	/** Never rejects for a failure of the tool. */
	async execute(
		parentId: string,
		name: string,
		options: ExecuteToolOptions & { args: unknown },
	): Promise<ToolCallOutcome> {
		const { host } = this.#parts;
		const caller = this.#running.get(parentId);
		if (!caller) throw new Error(`executeTool() was called by ${parentId}, which has already finished`);
		caller.count++;
		const id = `${parentId}/${caller.count}`;
		const toolCall: ToolCall = { type: "toolCall", id, name, arguments: toObject(options.args) };
		const tool = this.callable().find((candidate) => candidate.name === name);
		const request = { assistantMessage: noResponse(), toolCall, tool, parentToolCallId: parentId };
		const { onUpdate, signal = caller.signal ?? new AbortController().signal } = options;
		const end = caller.record.begin(id, name, toolCall.arguments);
		this.#records.set(id, caller.record);
		const outcome = await caller.order.enter(tool?.executionMode === "sequential", async () => {
			const prepared = await prepareCall(host, { ...request, ...(onUpdate && { onUpdate }) }, signal);
			return prepared.ready ? runCall(host, prepared, signal) : prepared.outcome;
		});
		this.#records.delete(id);
		end(outcome);
		const { usage } = outcome.result;
		if (usage) caller.usage = addUsage(caller.usage ?? emptyUsage(), usage);
		return outcome;
	}

	/** A tool reports its own share; its result carries that of the calls it made as well (TC5, TRAP42). */
	withNestedUsage(toolCallId: string, result: AgentToolResult): AgentToolResult {
		const nested = this.#running.get(toolCallId)?.usage;
		if (!nested || result === null || typeof result !== "object") return result;
		return { ...result, usage: result.usage ? addUsage(result.usage, nested) : nested };
	}

	/** A call starts: from now on it may call others, by default under its own signal. */
	begin(toolCallId: string, signal: AbortSignal | undefined): void {
		const record = this.#records.get(toolCallId) ?? new NestedRecord();
		this.#records.set(toolCallId, record);
		this.#running.set(toolCallId, { signal, order: new NestedOrder(), record, count: 0 });
	}

	/** The record for the result of a call of the model, until `takeRecord`. */
	recordOf(toolCallId: string): NestedToolCalls | undefined {
		return this.#records.get(toolCallId)?.snapshot();
	}

	/** The record for the stored result of a call of the model; a second look finds none. */
	takeRecord(toolCallId: string): NestedToolCalls | undefined {
		const record = this.#records.get(toolCallId);
		this.#records.delete(toolCallId);
		return record?.snapshot();
	}

	forget(toolCallId: string): void {
		this.#running.delete(toolCallId);
	}
}

/** Arguments that are no object fail validation like any other wrong input. */
function toObject(args: unknown): JsonObject {
	return args !== null && typeof args === "object" && !Array.isArray(args) ? (args as JsonObject) : {};
}

/** Nested calls stand in no response: the transcript never shows them (TC3). */
function noResponse(): AssistantMessage {
	return {
		role: "assistant",
		content: [],
		api: "",
		provider: "",
		model: "",
		usage: emptyUsage(),
		stopReason: "toolUse",
		timestamp: 0,
	};
}
