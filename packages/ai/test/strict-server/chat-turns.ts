import { checkImageUrl } from "./image-url.ts";
import { type Fields, fieldsOf, isJsonObject, listOf, matching, refuseUnless, textOf } from "./refuse.ts";

/** How far a server of Chat Completions goes. */
export interface ChatServer {
	/** Takes system messages anywhere, as OpenAI does; most chat templates take one at the beginning only. */
	readonly takesSystemMessages?: boolean;
}

const LONGEST_CALL_ID = 40;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

type CheckMessage = (message: unknown, path: string) => void;

const ROLES: Readonly<Record<string, CheckMessage>> = {
	system: checkSystem,
	developer: checkSystem,
	user: checkUser,
	assistant: checkAssistant,
	tool: checkTool,
};

/** The rules of the order of messages, and of each message by its role. */
export function checkChatTurns(messages: readonly unknown[], server: ChatServer): void {
	const ids = new Set<string>();
	let open: string[] = [];
	for (const [at, value] of messages.entries()) {
		const path = `messages.${at}`;
		const role = String((value as Fields | null)?.["role"]);
		const check = ROLES[role];
		refuseUnless(check !== undefined, `${path}.role`, `unexpected role ${role}`);
		check(value, path);
		const message = value as Fields;
		if (role === "system" || role === "developer") {
			const isPlaced = at === 0 || server.takesSystemMessages === true;
			refuseUnless(isPlaced, path, "system message must be at the beginning");
		}
		if (role === "tool") {
			const id = message["tool_call_id"] as string;
			refuseUnless(
				open.includes(id),
				path,
				`'tool' must be a response to a preceding message with 'tool_calls': ${id}`,
			);
			open = open.filter((other) => other !== id);
			continue;
		}
		refuseUnless(open.length === 0, path, `tool_call_ids without response messages: ${open.join()}`);
		if (role !== "assistant") continue;
		open = callIds(message);
		for (const id of open) {
			refuseUnless(!ids.has(id), path, `tool call ids must be unique: ${id}`);
			ids.add(id);
		}
	}
	refuseUnless(open.length === 0, "messages", `tool_call_ids without response messages: ${open.join()}`);
	const speaks = messages.some((message) => !["system", "developer"].includes(String((message as Fields)["role"])));
	refuseUnless(speaks, "messages", "nothing to answer");
}

function callIds(message: Fields): string[] {
	return ((message["tool_calls"] ?? []) as { id: string }[]).map(({ id }) => id);
}

function checkSystem(message: unknown, path: string): void {
	checkTexts(fieldsOf(message, path, ["role", "content"])["content"], `${path}.content`);
}

function checkUser(message: unknown, path: string): void {
	const { content } = fieldsOf(message, path, ["role", "content"]);
	if (typeof content === "string") return void textOf(content, `${path}.content`);
	for (const [at, part] of listOf(content, `${path}.content`).entries()) checkPart(part, `${path}.content.${at}`);
}

function checkAssistant(message: unknown, path: string): void {
	const known = ["role", "content", "tool_calls", "reasoning", "reasoning_content", "reasoning_text"];
	const { content, tool_calls: calls } = fieldsOf(message, path, known);
	if (calls === undefined || content !== null) checkTexts(content, `${path}.content`);
	if (calls === undefined) return;
	for (const [at, call] of listOf(calls, `${path}.tool_calls`).entries()) checkCall(call, `${path}.tool_calls.${at}`);
}

function checkTool(message: unknown, path: string): void {
	const { content, tool_call_id: id } = fieldsOf(message, path, ["role", "content", "tool_call_id", "name"]);
	textOf(id, `${path}.tool_call_id`);
	checkTexts(content, `${path}.content`);
}

function checkTexts(content: unknown, path: string): void {
	if (typeof content === "string") return void textOf(content, path);
	for (const [at, part] of listOf(content, path).entries()) {
		const { type, text } = fieldsOf(part, `${path}.${at}`, ["type", "text"]);
		refuseUnless(type === "text", `${path}.${at}.type`, "must be text");
		textOf(text, `${path}.${at}.text`);
	}
}

function checkPart(part: unknown, path: string): void {
	const fields = fieldsOf(part, path, ["type", "text", "image_url"]);
	if (fields["type"] === "text") return void textOf(fields["text"], `${path}.text`);
	refuseUnless(fields["type"] === "image_url", `${path}.type`, "must be text or image_url");
	const { url } = fieldsOf(fields["image_url"], `${path}.image_url`, ["url", "detail"]);
	checkImageUrl(url, path);
}

function checkCall(value: unknown, path: string): void {
	const call = fieldsOf(value, path, ["id", "type", "function", "custom"]);
	const id = textOf(call["id"], `${path}.id`);
	refuseUnless(id.length <= LONGEST_CALL_ID, `${path}.id`, `string too long, maximum length ${LONGEST_CALL_ID}`);
	if (call["type"] === "custom") {
		const { name } = fieldsOf(call["custom"], `${path}.custom`, ["name", "input"]);
		return void matching(name, `${path}.custom.name`, TOOL_NAME);
	}
	refuseUnless(call["type"] === "function", `${path}.type`, "must be function or custom");
	const { name, arguments: text } = fieldsOf(call["function"], `${path}.function`, ["name", "arguments"]);
	matching(name, `${path}.function.name`, TOOL_NAME);
	const isObject = typeof text === "string" && isJsonObject(text);
	refuseUnless(isObject, `${path}.function.arguments`, "must be the JSON text of an object");
}
