import { expect, test } from "vitest";
import type { AssistantContent } from "../../contract/content.ts";
import type { AssistantMessage, Message, ToolResultMessage } from "../../contract/message.ts";
import type { Model } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import { generateHeaders, generatePayload, generateUrl } from "./request.ts";

const MODEL: Model = {
	id: "gemini-2.5-flash",
	name: "M",
	api: "google-generative-ai",
	provider: "google",
	baseUrl: "http://localhost:1/v1beta/",
	reasoning: false,
	input: ["text", "image"],
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 128_000,
	maxTokens: 16_384,
};
const READ = { name: "read", description: "Reads", parameters: { type: "object", properties: {} } };

const system = (fields: object): Message => ({ role: "system", content: "Be brief.", timestamp: 1, ...fields });
const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });
const assistant = (...content: AssistantContent[]): Message => ({ role: "assistant", content }) as AssistantMessage;
const call = (id: string, fields: object = {}): AssistantContent => ({
	type: "toolCall",
	id,
	name: "read",
	arguments: { path: id },
	...fields,
});
const result = (toolCallId: string, fields: Partial<ToolResultMessage> = {}): Message => ({
	role: "toolResult",
	toolCallId,
	toolName: "read",
	content: [{ type: "text", text: "ok" }],
	isError: false,
	timestamp: 1,
	...fields,
});

function payload(messages: Message[], model: Partial<Model> = {}, options: StreamOptions = {}) {
	return generatePayload({ model: { ...MODEL, ...model }, messages, options });
}

test("a plain request has the fields of the published API (V03)", () => {
	const messages = [system({ sections: { cwd: "/a" }, toolsAdded: [READ] }), user("hi")];
	expect(payload(messages, {}, { temperature: 0.5, toolChoice: "none" })).toEqual({
		systemInstruction: { parts: [{ text: "Be brief.\n\n/a" }] },
		contents: [{ role: "user", parts: [{ text: "hi" }] }],
		tools: [{ functionDeclarations: [{ name: "read", description: "Reads", parametersJsonSchema: READ.parameters }] }],
		toolConfig: { functionCallingConfig: { mode: "NONE" } },
		generationConfig: { maxOutputTokens: 16_384, temperature: 0.5 },
	});
	expect(generateUrl(MODEL)).toBe("http://localhost:1/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse");
	expect(generateHeaders({ model: MODEL, messages, options: { apiKey: "k" } })["x-goog-api-key"]).toBe("k");
});

test("results of one answer share a content, their images follow in one of their own", () => {
	const image = { type: "image" as const, data: "AA==", mimeType: "image/png" };
	const messages = [
		user("q"),
		assistant(call("1"), call("2")),
		result("1", { content: [image] }),
		result("2", { isError: true }),
		user("r"),
	];
	expect(payload(messages).contents.slice(2)).toEqual([
		{
			role: "user",
			parts: [
				{ functionResponse: { id: "1", name: "read", response: { output: "(no output)" } } },
				{ functionResponse: { id: "2", name: "read", response: { error: "ok" } } },
			],
		},
		{
			role: "user",
			parts: [{ text: "Images from the result of read (1):" }, { inlineData: { mimeType: "image/png", data: "AA==" } }],
		},
		{ role: "user", parts: [{ text: "r" }] },
	]);
});

test("signatures go back on the part they came with; where the model wants one, a foreign call gets the documented stand-in", () => {
	const answer = assistant(
		{ type: "thinking", thinking: "t", thinkingSignature: "s1" },
		{ type: "text", text: "a", textSignature: "s2" },
		call("1", { thoughtSignature: "s3" }),
		call("2"),
	);
	const signatures = (id: string) =>
		payload([user("q"), answer, result("1"), result("2")], { id }).contents[1]?.parts.map(
			(part) => part.thoughtSignature,
		);
	expect([signatures("gemini-2.5-flash"), signatures("gemini-3-pro")]).toEqual([
		["s1", "s2", "s3", undefined],
		["s1", "s2", "s3", "skip_thought_signature_validator"],
	]);
});

test("a conversation begins and ends with the user, and instructions in its middle are told by the user", () => {
	const messages = [system({}), assistant({ type: "text", text: "a" }), system({ content: "Now in German." })];
	expect(payload([...messages, assistant({ type: "text", text: "b" })]).contents).toEqual([
		{ role: "user", parts: [{ text: "(the conversation before this point is not available)" }] },
		{ role: "model", parts: [{ text: "a" }] },
		{ role: "user", parts: [{ text: expect.stringContaining("Now in German.") }] },
		{ role: "model", parts: [{ text: "b" }] },
		{ role: "user", parts: [{ text: "Continue." }] },
	]);
});

test("levels are a number of tokens up to Gemini 2.5 and a name from Gemini 3 on (V11)", () => {
	const config = (id: string, reasoning: "off" | "low" | "xhigh", thinkingLevelMap: Model["thinkingLevelMap"] = {}) =>
		payload([user("q")], { id, reasoning: true, thinkingLevelMap }, { reasoning }).generationConfig["thinkingConfig"];
	expect([
		config("gemini-2.5-flash", "off"),
		config("gemini-2.5-flash", "low"),
		config("gemini-3-pro", "off"),
		config("gemini-3-flash", "off", { off: "minimal" }),
		config("gemini-3-pro", "low"),
		config("gemini-3-pro", "xhigh", { xhigh: "high" }),
		payload([user("q")], {}, { reasoning: "low" }).generationConfig["thinkingConfig"],
	]).toEqual([
		{ thinkingBudget: 0 },
		{ includeThoughts: true, thinkingBudget: 2_048 },
		undefined,
		{ thinkingLevel: "MINIMAL" },
		{ includeThoughts: true, thinkingLevel: "LOW" },
		{ includeThoughts: true, thinkingLevel: "HIGH" },
		undefined,
	]);
});
