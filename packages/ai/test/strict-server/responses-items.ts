import { checkImageUrl } from "./image-url.ts";
import { type Fields, fieldsOf, isJsonObject, listOf, matching, refuseUnless, textOf } from "./refuse.ts";

/** How far a server of the Responses API goes. */
export interface ResponsesServer {
	/** Takes instructions anywhere, as OpenAI does. */
	readonly takesSystemMessages?: boolean;
	/** Whether it encrypted this reasoning itself. */
	readonly isGenuine?: (encrypted: string) => boolean;
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const LONGEST_CALL_ID = 64;

interface Calls {
	/** Type of the output that each unanswered call waits for. */
	readonly open: Map<string, string>;
	readonly ids: Set<string>;
}

/** The rules of the order of items, and of each item by its type. */
export function checkInputItems(items: readonly unknown[], server: ResponsesServer): void {
	const calls: Calls = { open: new Map(), ids: new Set() };
	for (const [at, value] of items.entries()) {
		const path = `input.${at}`;
		const type = String((value as Fields | null)?.["type"]);
		if (type === "message") checkMessage(value, path, { isFirst: at === 0, server });
		else if (type === "reasoning") checkReasoning(value, path, { next: items[at + 1], server });
		else if (type === "function_call" || type === "custom_tool_call") checkCall(value, path, calls);
		else if (type.endsWith("_output")) checkOutput(value, path, calls);
		else refuseUnless(false, `${path}.type`, `unexpected type ${type}`);
	}
	refuseUnless(
		calls.open.size === 0,
		"input",
		`No tool output found for function call ${[...calls.open.keys()].join()}`,
	);
	const speaks = items.some((item) => !["system", "developer"].includes(String((item as Fields)["role"])));
	refuseUnless(speaks, "input", "nothing to answer");
}

function checkMessage(value: unknown, path: string, place: { isFirst: boolean; server: ResponsesServer }): void {
	const { role, content } = fieldsOf(value, path, ["type", "role", "content", "phase"]);
	const known = ["user", "system", "developer", "assistant"];
	refuseUnless(known.includes(String(role)), `${path}.role`, `unexpected role ${String(role)}`);
	if (role === "system" || role === "developer") {
		const isPlaced = place.isFirst || place.server.takesSystemMessages === true;
		refuseUnless(isPlaced, path, "system message must be at the beginning");
	}
	const text = role === "assistant" ? "output_text" : "input_text";
	for (const [at, part] of listOf(content, `${path}.content`).entries()) {
		checkPart(part, `${path}.content.${at}`, { text, takesImages: role === "user" });
	}
}

function checkPart(part: unknown, path: string, { text, takesImages }: { text: string; takesImages: boolean }): void {
	const fields = fieldsOf(part, path, ["type", "text", "image_url", "detail"]);
	if (fields["type"] === text) return void textOf(fields["text"], `${path}.text`);
	refuseUnless(takesImages && fields["type"] === "input_image", `${path}.type`, `must be ${text}`);
	checkImageUrl(fields["image_url"], path);
}

/** Reasoning belongs to what the model did next. */
function checkReasoning(
	value: unknown,
	path: string,
	{ next, server }: { next: unknown; server: ResponsesServer },
): void {
	const item = fieldsOf(value, path, ["type", "id", "summary", "content", "encrypted_content"]);
	refuseUnless(Array.isArray(item["summary"]), `${path}.summary`, "must be a list");
	const encrypted = textOf(item["encrypted_content"], `${path}.encrypted_content`);
	refuseUnless(server.isGenuine?.(encrypted) ?? true, path, "the encrypted content could not be verified");
	const following = next as Fields | undefined;
	const isStep = ["reasoning", "function_call", "custom_tool_call"].includes(String(following?.["type"]));
	const isAnswer = following?.["type"] === "message" && following["role"] === "assistant";
	refuseUnless(isStep || isAnswer, path, "reasoning was provided without its required following item");
}

function checkCall(value: unknown, path: string, { open, ids }: Calls): void {
	const call = fieldsOf(value, path, ["type", "call_id", "name", "arguments", "input"]);
	const id = textOf(call["call_id"], `${path}.call_id`);
	refuseUnless(id.length <= LONGEST_CALL_ID, `${path}.call_id`, `string too long, maximum length ${LONGEST_CALL_ID}`);
	refuseUnless(!ids.has(id), path, `call ids must be unique: ${id}`);
	matching(call["name"], `${path}.name`, TOOL_NAME);
	ids.add(id);
	open.set(id, `${String(call["type"])}_output`);
	const text = call["type"] === "function_call" ? call["arguments"] : call["input"];
	refuseUnless(typeof text === "string", path, "arguments or input must be a string");
	refuseUnless(call["type"] !== "function_call" || isJsonObject(text), path, "must be the JSON text of an object");
}

function checkOutput(value: unknown, path: string, { open }: Calls): void {
	const { type, call_id: id, output } = fieldsOf(value, path, ["type", "call_id", "output"]);
	refuseUnless(
		open.get(String(id)) === type,
		path,
		`No tool call found for ${String(type)} with call_id ${String(id)}`,
	);
	open.delete(String(id));
	if (typeof output === "string") return void textOf(output, `${path}.output`);
	for (const [at, part] of listOf(output, `${path}.output`).entries()) {
		checkPart(part, `${path}.output.${at}`, { text: "input_text", takesImages: true });
	}
}
