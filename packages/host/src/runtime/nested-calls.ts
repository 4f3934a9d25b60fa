import {
	prepareCall,
	runCall,
	type AgentTool,
	type AgentToolResult,
	type ToolCallHost,
	type ToolCallOutcome,
} from "@tau/agent";
import { addUsage, emptyUsage, type AssistantMessage, type JsonObject, type Usage } from "@tau/ai";
import type { ExecuteToolOptions } from "../extension-api/context.ts";

export interface NestedCallParts {
	/** The loop's path to tools; nested calls take the same one (TC2). */
	readonly host: ToolCallHost;
	callable(): readonly AgentTool[];
}

/** Runs tools on behalf of a tool. Ids are `<parent>/<n>`, counted from 1 for each parent (TC3). */
export class NestedCalls {
	readonly #parts: NestedCallParts;
	readonly #running = new Map<string, { signal: AbortSignal | undefined; count: number; usage?: Usage }>();

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
		const signal = options.signal ?? caller.signal ?? new AbortController().signal;
		const id = `${parentId}/${caller.count}`;
		const toolCall = { type: "toolCall" as const, id, name, arguments: toObject(options.args) };
		const prepared = await prepareCall(
			host,
			{
				assistantMessage: noResponse(),
				toolCall,
				tool: this.callable().find((tool) => tool.name === name),
				parentToolCallId: parentId,
				...(options.onUpdate && { onUpdate: options.onUpdate }),
			},
			signal,
		);
		if (!prepared.ready) return prepared.outcome;
		const outcome = await runCall(host, prepared, signal);
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
		this.#running.set(toolCallId, { signal, count: 0 });
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
