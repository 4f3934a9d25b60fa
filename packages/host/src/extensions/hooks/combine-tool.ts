import { isRecord } from "../../base/is-record.ts";
import type { UserBashEventResult } from "../../extension-api/events/input-events.ts";
import type { ToolCallEventResult, ToolResultEventResult } from "../../extension-api/events/tool-events.ts";
import type { Course } from "./course.ts";
import type { ExtensionOwner } from "./owner.ts";

/**
 * E35: `block: true` stops the chain. What is no object is what an arrow function happened to return and passes;
 * a `block` that is neither absent nor a boolean is a guard whose meaning is lost.
 */
export function foldToolCall(course: Course<"tool_call">, answer: unknown, owner: ExtensionOwner): void {
	if (!isRecord(answer)) return;
	const { block, reason, terminate } = answer;
	if (block !== true) {
		if (!block) return;
		throw new TypeError("tool_call handler must return block as true or false");
	}
	const stop: ToolCallEventResult = { block: true };
	if (typeof reason === "string") stop.reason = reason;
	if (terminate === true) stop.terminate = true;
	course.answer = { owner, answer: stop };
	course.stoppedBy = owner;
}

/** E37: exactly one valid field; anything else that is not `undefined` is malformed. */
export function foldUserBash(course: Course<"user_bash">, answer: unknown, owner: ExtensionOwner): void {
	if (!isUserBashAnswer(answer)) {
		throw new TypeError("user_bash handler must return nothing, or exactly one valid { operations } or { result }");
	}
	course.answer = { owner, answer };
	course.stoppedBy = owner;
}

function isUserBashAnswer(answer: unknown): answer is UserBashEventResult {
	if (!isRecord(answer)) return false;
	const { operations, result } = answer;
	if (operations !== undefined) {
		return result === undefined && isObject(operations) && typeof operations["exec"] === "function";
	}
	return (
		isRecord(result) &&
		typeof result["output"] === "string" &&
		(result["exitCode"] === undefined || typeof result["exitCode"] === "number") &&
		typeof result["cancelled"] === "boolean" &&
		typeof result["truncated"] === "boolean"
	);
}

/** Also true for class instances, as operations usually are. */
function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}

/** E36: given fields replace; `content` alone drops structured content, which no longer matches it (TRAP35). */
export function foldToolResult(course: Course<"tool_result">, answer: unknown, _owner: ExtensionOwner): void {
	if (!isRecord(answer)) return;
	const { content, details, structuredContent, isError, usage } = answer as ToolResultEventResult;
	if (content !== undefined && !Array.isArray(content)) throw new TypeError("tool_result content must be a list");
	if (isError !== undefined && typeof isError !== "boolean") throw new TypeError("isError must be true or false");
	const event = { ...course.event };
	if (content !== undefined) {
		event.content = content;
		delete event.structuredContent;
	}
	if (details !== undefined) event.details = details;
	if (structuredContent !== undefined) event.structuredContent = structuredContent;
	if (isError !== undefined) event.isError = isError;
	if (usage !== undefined) event.usage = usage;
	course.event = event;
}
