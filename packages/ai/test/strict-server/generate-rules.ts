import {
	checkObjectSchema,
	type Fields,
	fieldsOf,
	listOf,
	matching,
	parseBody,
	refusalOf,
	refuseUnless,
	textOf,
	wholeNumber,
} from "./refuse.ts";
import { sampleOf } from "./sample-images.ts";

/** How far a server of generateContent goes. */
export interface GenerateServer {
	/** Calls must carry a signature, as for Gemini 3 and later. */
	readonly wantsSignatures?: boolean;
}

const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const REQUEST_FIELDS = ["contents", "systemInstruction", "tools", "toolConfig", "generationConfig"];
const PART_FIELDS = ["text", "thought", "thoughtSignature", "inlineData", "functionCall", "functionResponse"];
const CONFIG_FIELDS = ["maxOutputTokens", "temperature", "thinkingConfig"];

/** Why Gemini refuses the body, or nothing where it accepts it. */
export function generateRefusal(body: string, server: GenerateServer = {}): string | undefined {
	return refusalOf(() => {
		const request = fieldsOf(parseBody(body), "request", REQUEST_FIELDS);
		const config = fieldsOf(request["generationConfig"], "generationConfig", CONFIG_FIELDS);
		wholeNumber(config["maxOutputTokens"], "generationConfig.maxOutputTokens", 1);
		if (request["systemInstruction"] !== undefined) {
			const { parts } = fieldsOf(request["systemInstruction"], "systemInstruction", ["parts"]);
			for (const part of listOf(parts, "systemInstruction.parts"))
				textOf((part as Fields)["text"], "systemInstruction");
		}
		if (request["tools"] !== undefined) checkTools(request["tools"]);
		checkContents(listOf(request["contents"], "contents"), server);
	});
}

function checkTools(tools: unknown): void {
	const [group] = listOf(tools, "tools");
	const { functionDeclarations } = fieldsOf(group, "tools.0", ["functionDeclarations"]);
	const names = new Set<string>();
	for (const [at, value] of listOf(functionDeclarations, "functionDeclarations").entries()) {
		const path = `functionDeclarations.${at}`;
		const tool = fieldsOf(value, path, ["name", "description", "parametersJsonSchema"]);
		const name = matching(tool["name"], `${path}.name`, TOOL_NAME);
		refuseUnless(!names.has(name), path, `Duplicate function declaration found: ${name}`);
		names.add(name);
		checkObjectSchema(tool["parametersJsonSchema"], `${path}.parametersJsonSchema`);
	}
}

function checkContents(contents: readonly unknown[], server: GenerateServer): void {
	let calls: string[] = [];
	for (const [at, value] of contents.entries()) {
		const path = `contents.${at}`;
		const { role, parts } = fieldsOf(value, path, ["role", "parts"]);
		refuseUnless(role === "user" || role === "model", `${path}.role`, "use a valid role: user, model");
		refuseUnless(at > 0 || role === "user", path, "the conversation must begin with a user turn");
		const list = listOf(parts, `${path}.parts`).map((part, index) => checkPart(part, `${path}.parts.${index}`));
		const responses = list.flatMap((part) => idsOf(part["functionResponse"]));
		if (calls.length > 0 || responses.length > 0) {
			const isAnswer = role === "user" && [...responses].sort().join() === [...calls].sort().join();
			const message = "the number of function response parts must equal the function call parts of the call turn";
			refuseUnless(isAnswer, path, message);
		}
		calls = list.flatMap((part) => idsOf(part["functionCall"]));
		if (calls.length === 0) continue;
		const follows = role === "model" && (contents[at - 1] as Fields | undefined)?.["role"] === "user";
		refuseUnless(follows, path, "function call turn must come immediately after a user turn");
		const isSigned = list.every((part) => part["functionCall"] === undefined || part["thoughtSignature"] !== undefined);
		refuseUnless(isSigned || server.wantsSignatures !== true, path, "function call is missing a thought_signature");
	}
	refuseUnless(calls.length === 0, "contents", "function calls without responses");
	const last = contents.at(-1) as Fields;
	refuseUnless(last["role"] === "user", "contents", "requests must end with a user role");
}

function idsOf(call: unknown): string[] {
	return call === undefined ? [] : [`${String((call as Fields)["id"])} ${String((call as Fields)["name"])}`];
}

function checkPart(value: unknown, path: string): Fields {
	const part = fieldsOf(value, path, PART_FIELDS);
	const kinds = ["text", "inlineData", "functionCall", "functionResponse"].filter((kind) => part[kind] !== undefined);
	refuseUnless(kinds.length === 1, path, "required oneof field 'data' must have one initialized field");
	if (part["text"] !== undefined) textOf(part["text"], `${path}.text`);
	if (part["inlineData"] !== undefined) checkImage(part["inlineData"], `${path}.inlineData`);
	for (const [kind, body] of [
		["functionCall", "args"],
		["functionResponse", "response"],
	] as const) {
		if (part[kind] === undefined) continue;
		const call = fieldsOf(part[kind], `${path}.${kind}`, ["id", "name", body]);
		matching(call["name"], `${path}.${kind}.name`, TOOL_NAME);
		fieldsOf(call[body], `${path}.${kind}.${body}`, Object.keys(call[body] as object));
	}
	return part;
}

function checkImage(value: unknown, path: string): void {
	const { mimeType, data } = fieldsOf(value, path, ["mimeType", "data"]);
	const sample = sampleOf(String(data));
	refuseUnless(sample?.mimeType !== undefined, path, "Unable to process input image");
	refuseUnless(sample.mimeType === mimeType, path, `the image is ${sample.mimeType}, not ${String(mimeType)}`);
}
