import type { ImageContent, TextContent, ToolCall, ToolResultMessage } from "@tau/ai";
import type { AgentToolResult, ToolCallOutcome } from "../contract/tool.ts";

/** An error result with one text. `details` is an empty object, as published for calls that did not run. */
export function errorResult(text: string): AgentToolResult {
	return { content: [{ type: "text", text }], details: {} };
}

export function failedOutcome(toolCall: ToolCall, text: string): ToolCallOutcome {
	return { toolCall, result: errorResult(text), isError: true };
}

/** Why a value that a tool returned is not a result; `undefined` when it is one (TRAP38). */
export function malformedResult(value: unknown): string | undefined {
	if (value === null || typeof value !== "object")
		return `returned ${value === null ? "null" : typeof value} instead of a result`;
	const content = (value as { content?: unknown }).content;
	if (!Array.isArray(content)) return "returned a result without a content list";
	const bad = content.find((block) => !isBlock(block));
	return bad === undefined ? undefined : "returned a content block that is neither text nor image";
}

function isBlock(block: unknown): block is TextContent | ImageContent {
	if (block === null || typeof block !== "object") return false;
	const { type, text, data, mimeType } = block as Record<string, unknown>;
	if (type === "text") return typeof text === "string";
	return type === "image" && typeof data === "string" && typeof mimeType === "string";
}

/** The transcript's form of an outcome (S03). */
export function toResultMessage(outcome: ToolCallOutcome, timestamp: number): ToolResultMessage {
	const { toolCall, result, isError, durationMs } = outcome;
	return {
		role: "toolResult",
		toolCallId: toolCall.id,
		toolName: toolCall.name,
		content: result.content,
		...(result.details !== undefined && { details: result.details }),
		...(result.usage !== undefined && { usage: result.usage }),
		isError,
		...(durationMs !== undefined && { durationMs }),
		timestamp,
	};
}
