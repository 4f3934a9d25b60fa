import { type Fields, fieldsOf, listOf, matching, refuseUnless, textOf } from "./refuse.ts";
import { sampleOf } from "./sample-images.ts";

/** What the published description of the Messages API says of the server's model. */
export interface MessagesServer {
	/** Takes system messages behind a user turn. */
	readonly takesSystemMessages?: boolean;
	/** Whether a signature is one that this server gave to its model for this text. */
	readonly isGenuine?: (signature: string, thinking: string) => boolean;
}

export interface TurnRules extends MessagesServer {
	readonly thinks: "off" | "budget" | "adaptive";
}

type Role = "user" | "assistant" | "system";
interface Place {
	readonly role: Role;
	readonly rules: TurnRules;
}
type CheckBlock = (block: unknown, path: string, place: Place) => void;

const TOOL_USE_ID = /^[a-zA-Z0-9_-]+$/;
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const MEDIA_TYPE = /^image\/(jpeg|png|gif|webp)$/;
const LONGEST_IMAGE = 5 << 20;
const LONGEST_SIDE = 8_000;

const BLOCKS: Readonly<Record<Role, Readonly<Record<string, CheckBlock>>>> = {
	user: { text: checkText, image: checkImage, tool_result: checkToolResult },
	assistant: {
		text: checkText,
		tool_use: checkToolUse,
		thinking: checkThinkingBlock,
		redacted_thinking: checkRedacted,
	},
	system: { text: checkText },
};

/** The blocks of one message, each with the fields of its type and content that is not empty. */
export function checkMessagesBlocks(content: unknown, path: string, place: Place): readonly Fields[] {
	if (typeof content === "string") return [{ type: "text", text: textOf(content, path) }];
	const blocks = listOf(content, `${path}.content`);
	for (const [at, block] of blocks.entries()) {
		const where = `${path}.content.${at}`;
		const type = String((block as Fields | null)?.["type"]);
		const check = BLOCKS[place.role][type];
		refuseUnless(check !== undefined, where, `unexpected block ${type} in a message of role ${place.role}`);
		check(block, where, place);
	}
	const typed = blocks as readonly Fields[];
	checkThinkingOrder(typed, path, place.rules);
	return typed;
}

/** With a budget, an answer that thought at all begins with it. */
function checkThinkingOrder(blocks: readonly Fields[], path: string, { thinks }: TurnRules): void {
	const isThinking = ({ type }: Fields): boolean => type === "thinking" || type === "redacted_thinking";
	if (thinks !== "budget" || !blocks.some(isThinking)) return;
	const [first] = blocks;
	refuseUnless(first !== undefined && isThinking(first), path, "the first block must be thinking if any block is");
}

function checkText(block: unknown, path: string, { role }: Place): void {
	const known = role === "assistant" ? ["type", "text"] : ["type", "text", "cache_control"];
	textOf(fieldsOf(block, path, known)["text"], `${path}.text`);
}

function checkImage(block: unknown, path: string): void {
	const image = fieldsOf(block, path, ["type", "source", "cache_control"]);
	const source = fieldsOf(image["source"], `${path}.source`, ["type", "media_type", "data"]);
	refuseUnless(source["type"] === "base64", `${path}.source.type`, "must be base64");
	const mediaType = matching(source["media_type"], `${path}.source.media_type`, MEDIA_TYPE);
	const data = textOf(source["data"], `${path}.source.data`);
	refuseUnless(data.length <= LONGEST_IMAGE, path, "image exceeds 5 MB");
	const sample = sampleOf(data);
	refuseUnless(sample?.mimeType !== undefined, path, "could not process image");
	refuseUnless(sample.mimeType === mediaType, path, `the image is ${sample.mimeType}, not ${mediaType}`);
	const side = Math.max(sample.width, sample.height);
	refuseUnless(side <= LONGEST_SIDE, path, "an image dimension exceeds 8000 pixels");
}

function checkToolResult(block: unknown, path: string, place: Place): void {
	const known = ["type", "tool_use_id", "content", "is_error", "cache_control"];
	const result = fieldsOf(block, path, known);
	matching(result["tool_use_id"], `${path}.tool_use_id`, TOOL_USE_ID);
	const isError = result["is_error"];
	refuseUnless(isError === undefined || typeof isError === "boolean", `${path}.is_error`, "must be true or false");
	if (typeof result["content"] === "string") return;
	for (const [at, part] of listOf(result["content"], `${path}.content`).entries()) {
		const where = `${path}.content.${at}`;
		const type = (part as Fields | null)?.["type"];
		refuseUnless(type === "text" || type === "image", where, "must be text or image");
		refuseUnless(type === "text" || isError !== true, where, "all content must be text if is_error is true");
		if (type === "text") checkText(part, where, place);
		else checkImage(part, where);
	}
}

function checkToolUse(block: unknown, path: string): void {
	const call = fieldsOf(block, path, ["type", "id", "name", "input"]);
	matching(call["id"], `${path}.id`, TOOL_USE_ID);
	matching(call["name"], `${path}.name`, TOOL_NAME);
	const { input } = call;
	const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
	refuseUnless(isObject, `${path}.input`, "must be an object");
}

function checkThinkingBlock(block: unknown, path: string, { rules }: Place): void {
	const { thinking, signature } = fieldsOf(block, path, ["type", "thinking", "signature"]);
	refuseUnless(typeof thinking === "string", `${path}.thinking`, "must be a string");
	const signed = textOf(signature, `${path}.signature`);
	refuseUnless(rules.isGenuine?.(signed, thinking) !== false, `${path}.signature`, "invalid signature");
}

function checkRedacted(block: unknown, path: string, { rules }: Place): void {
	const { data } = fieldsOf(block, path, ["type", "data"]);
	const blob = textOf(data, `${path}.data`);
	refuseUnless(rules.isGenuine?.(blob, "") !== false, `${path}.data`, "invalid data");
}
