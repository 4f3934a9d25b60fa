import type { BuiltinToolName } from "./builtin-tool-types.ts";
import type {
	BuiltinToolCallEvent,
	BuiltinToolResultEvent,
	ToolCallEvent,
	ToolResultEvent,
} from "./events/tool-events.ts";

/**
 * Narrows a `tool_call` event by tool name (TL22). Built-in names bring their input type; for others name it:
 * `isToolCallEventType<"my_tool", MyInput>("my_tool", event)`.
 */
export function isToolCallEventType<K extends BuiltinToolName>(
	toolName: K,
	event: ToolCallEvent,
): event is ToolCallEvent & BuiltinToolCallEvent<K>;
export function isToolCallEventType<TName extends string, TInput extends Record<string, unknown>>(
	toolName: TName,
	event: ToolCallEvent,
): event is ToolCallEvent & { toolName: TName; input: TInput };
export function isToolCallEventType(toolName: string, event: ToolCallEvent): boolean {
	return event.toolName === toolName;
}

type ResultGuard<K extends BuiltinToolName> = (
	event: ToolResultEvent,
) => event is ToolResultEvent & BuiltinToolResultEvent<K>;

function resultGuard<K extends BuiltinToolName>(toolName: K): ResultGuard<K> {
	return (event): event is ToolResultEvent & BuiltinToolResultEvent<K> => event.toolName === toolName;
}

export const isBashToolResult: ResultGuard<"bash"> = resultGuard("bash");
export const isPowerShellToolResult: ResultGuard<"powershell"> = resultGuard("powershell");
export const isReadToolResult: ResultGuard<"read"> = resultGuard("read");
export const isEditToolResult: ResultGuard<"edit"> = resultGuard("edit");
export const isWriteToolResult: ResultGuard<"write"> = resultGuard("write");
export const isGrepToolResult: ResultGuard<"grep"> = resultGuard("grep");
export const isFindToolResult: ResultGuard<"find"> = resultGuard("find");
export const isLsToolResult: ResultGuard<"ls"> = resultGuard("ls");
