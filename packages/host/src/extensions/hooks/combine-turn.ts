import type { AgentMessage } from "@tau/agent";
import { isRecord } from "../../base/is-record.ts";
import type { InputEvent } from "../../extension-api/events/input-events.ts";
import type { ContextWithSystemEvent } from "../../extension-api/events/turn-events.ts";
import { type Course, startCourse } from "./course.ts";
import type { ExtensionOwner } from "./owner.ts";

/** Every handler gets an event of its own, so that only what it returns counts, whether or not it throws. */
export function startInput(event: InputEvent): Course<"input"> {
	let current = event;
	return Object.defineProperty(startCourse<"input">(event), "event", {
		get: () => ({ ...current }),
		set: (next: InputEvent) => {
			current = next;
		},
	});
}

/** E38: a transform is what the next handler gets, `handled` stops, anything else passes. */
export function foldInput(course: Course<"input">, answer: unknown, owner: ExtensionOwner): void {
	if (!isRecord(answer)) return;
	if (answer["action"] === "handled") course.stoppedBy = owner;
	if (answer["action"] !== "transform") return;
	const { text, images } = answer;
	if (typeof text !== "string") throw new TypeError("input handler must return the text of a transform");
	if (images !== undefined && !Array.isArray(images)) throw new TypeError("input images must be a list");
	const given = images === undefined ? {} : { images: images as NonNullable<InputEvent["images"]> };
	course.event = { ...course.event, text, ...given };
}

/** E14: messages gather in order, the prompt is carried on. */
export function foldAgentStart(course: Course<"before_agent_start">, answer: unknown, owner: ExtensionOwner): void {
	if (!isRecord(answer)) return;
	const { message, systemPrompt } = answer;
	if (systemPrompt != null && typeof systemPrompt !== "string") {
		throw new TypeError("before_agent_start handler must return systemPrompt as text");
	}
	if (message != null && (!isRecord(message) || typeof message["customType"] !== "string")) {
		throw new TypeError("before_agent_start handler must return a message with a customType");
	}
	if (message == null && systemPrompt == null) return;
	course.gathered.push({ owner, answer });
	if (systemPrompt != null) course.event = { ...course.event, systemPrompt };
}

/** E22: a message of another role would break the transcript. */
export function foldMessageEnd(course: Course<"message_end">, answer: unknown, _owner: ExtensionOwner): void {
	const message = isRecord(answer) ? answer["message"] : undefined;
	if (message == null) return;
	if (!isRecord(message) || message["role"] !== course.event.message.role) {
		throw new TypeError("message_end handler must return a message with the same role");
	}
	course.event = { ...course.event, message: message as unknown as AgentMessage };
}

type ContextCourse = Course<"context"> | Course<"context_with_system">;

/** E26: a list replaces the list; edits of the event in place have taken effect already (TRAP48). */
export function foldContext(course: ContextCourse, answer: unknown, _owner: ExtensionOwner): void {
	const messages = isRecord(answer) ? answer["messages"] : undefined;
	if (messages == null) return;
	if (!Array.isArray(messages)) throw new TypeError(`${course.event.type} handler must return messages as a list`);
	course.event.messages = messages;
}

interface FullContextCourse extends Course<"context_with_system"> {
	headLost: boolean;
}

export function startFullContext(event: ContextWithSystemEvent): FullContextCourse {
	return { ...startCourse<"context_with_system">(event), headLost: !beginsWithSystem(event) };
}

const beginsWithSystem = (event: ContextWithSystemEvent): boolean => event.messages[0]?.role === "system";

/** E27, TRAP49: losing the prompt and the tools is reported, and still what is sent. */
export function foldFullContext(course: Course<"context_with_system">, answer: unknown, owner: ExtensionOwner): void {
	foldContext(course, answer, owner);
	const full = course as FullContextCourse;
	if (full.headLost || beginsWithSystem(full.event)) return;
	full.headLost = true;
	throw new Error("context_with_system handler dropped the system message; the request goes without prompt and tools");
}

/** E29, TRAP57: any answer replaces that can be a request as well; `null` and texts are none. */
export function foldPayload(course: Course<"before_provider_request">, answer: unknown, _owner: ExtensionOwner): void {
	if (isRecord(course.event.payload) && !isRecord(answer)) {
		throw new TypeError("before_provider_request handler must return the payload of a request");
	}
	course.event = { ...course.event, payload: answer };
}
