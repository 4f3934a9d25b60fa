import { expect, test } from "vitest";
import { generateRefusal } from "./generate-rules.ts";
import type { Fields } from "./refuse.ts";
import { SAMPLE_IMAGES } from "./sample-images.ts";

const [SMALL] = SAMPLE_IMAGES.map(({ data }) => data);
const user = (...parts: unknown[]): Fields => ({ role: "user", parts });
const model = (...parts: unknown[]): Fields => ({ role: "model", parts });
const text = (value: string): Fields => ({ text: value });
const call = (id: string, name = "read"): Fields => ({ functionCall: { id, name, args: {} }, thoughtSignature: "s" });
const answer = (id: string, name = "read"): Fields => ({ functionResponse: { id, name, response: { output: "x" } } });
const image = (data: string | undefined, mimeType = "image/png"): Fields => ({ inlineData: { mimeType, data } });
const tool = { name: "read", description: "", parametersJsonSchema: { type: "object" } };
const base = {
	systemInstruction: { parts: [text("p")] },
	tools: [{ functionDeclarations: [tool] }],
	generationConfig: { maxOutputTokens: 5 },
	contents: [user(text("q")), model(text("a"), call("1"), call("2")), user(answer("2"), answer("1")), user(text("r"))],
};
const changed = (fields: Fields): string => JSON.stringify({ ...base, ...fields });

test("a request by the rules is accepted", () => {
	expect(generateRefusal(JSON.stringify(base), { wantsSignatures: true })).toBeUndefined();
});

test.each<[string, unknown[], string]>([
	["no content", [], "must not be empty"],
	["an answer first", [model(text("a")), user(text("q"))], "must begin with a user turn"],
	["an answer last", [user(text("q")), model(text("a"))], "must end with a user role"],
	["an unknown role", [{ role: "tool", parts: [text("q")] }], "valid role"],
	["an empty part", [user({})], "oneof field"],
	["white space", [user(text(" "))], "non-whitespace"],
	["a call behind an answer", [user(text("q")), model(text("a")), model(call("1")), user(answer("1"))], "immediately"],
	["a call without response", [user(text("q")), model(call("1")), user(text("r"))], "must equal"],
	["one response for two calls", [user(text("q")), model(call("1"), call("2")), user(answer("1"))], "must equal"],
	["a response without call", [user(answer("1"))], "must equal"],
	["a bad name", [user(text("q")), model(call("1", "a.b")), user(answer("1", "a.b"))], "must match"],
	["a damaged image", [user(image(SMALL?.slice(0, 40)))], "Unable to process"],
	["a wrong label", [user(image(SMALL, "image/gif"))], "not image/gif"],
])("%s is refused", (_name, contents, reason) => {
	expect(generateRefusal(changed({ contents }))).toContain(reason);
});

test("tools of one name, schemas without object and unknown fields are refused", () => {
	const declared = (...functionDeclarations: unknown[]) => changed({ tools: [{ functionDeclarations }] });
	expect([
		generateRefusal(declared(tool, tool)),
		generateRefusal(declared({ ...tool, parametersJsonSchema: {} })),
		generateRefusal(changed({ messages: [] })),
	]).toEqual([
		"functionDeclarations.1: Duplicate function declaration found: read",
		"functionDeclarations.0.parametersJsonSchema.type: must be object",
		"request.messages: extra inputs are not permitted",
	]);
});

test("a call without signature is refused where the model wants one", () => {
	const unsigned = { functionCall: { id: "1", name: "read", args: {} } };
	const body = changed({ contents: [user(text("q")), model(unsigned), user(answer("1"))] });
	expect([generateRefusal(body), generateRefusal(body, { wantsSignatures: true })]).toEqual([
		undefined,
		"contents.1: function call is missing a thought_signature",
	]);
});
