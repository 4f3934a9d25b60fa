import { expect, test } from "vitest";
import type { Fields } from "./refuse.ts";
import { responsesRefusal } from "./responses-rules.ts";
import { SAMPLE_IMAGES } from "./sample-images.ts";

const [SMALL] = SAMPLE_IMAGES.map(({ data }) => data);
const ask: Fields = { type: "message", role: "user", content: [{ type: "input_text", text: "q" }] };
const say: Fields = { type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }] };
const told = (role: string): Fields => ({ type: "message", role, content: [{ type: "input_text", text: "p" }] });
const thought: Fields = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" };
const call = (id: string, fields: Fields = {}): Fields => ({
	type: "function_call",
	call_id: id,
	name: "read",
	arguments: "{}",
	...fields,
});
const output = (id: string, fields: Fields = {}): Fields => ({
	type: "function_call_output",
	call_id: id,
	output: "ok",
	...fields,
});
const image = (data: string | undefined): Fields => ({
	...ask,
	content: [{ type: "input_image", image_url: `data:image/png;base64,${data}`, detail: "auto" }],
});
const tool = { type: "function", name: "read", description: "", parameters: { type: "object" }, strict: false };
const base = {
	model: "m",
	stream: true,
	store: false,
	tools: [tool],
	input: [told("developer"), ask, thought, call("1"), call("2"), output("2"), output("1"), say, ask],
};
const changed = (fields: Fields): string => JSON.stringify({ ...base, ...fields });

test("a request by the rules is accepted", () => {
	expect(responsesRefusal(JSON.stringify(base))).toBeUndefined();
});

test.each<[string, unknown[], string]>([
	["no item", [], "must not be empty"],
	["instructions alone", [told("system")], "nothing to answer"],
	["instructions in between", [ask, told("system")], "at the beginning"],
	["an unknown type", [{ type: "file" }], "unexpected type"],
	["an unknown role", [told("tool")], "unexpected role"],
	["white space", [{ ...ask, content: [{ type: "input_text", text: " " }] }], "non-whitespace"],
	["an input part in an answer", [ask, { ...say, content: ask["content"] }], "must be output_text"],
	["a call without output", [ask, call("1"), ask], "No tool output found for function call 1"],
	["an output without call", [ask, output("1")], "No tool call found"],
	["two outputs", [ask, call("1"), output("1"), output("1")], "No tool call found"],
	["an output of the other kind", [ask, call("1"), output("1", { type: "custom_tool_call_output" })], "No tool call"],
	["an id twice", [ask, call("1"), output("1"), call("1"), output("1")], "must be unique"],
	["a long id", [ask, call("x".repeat(65))], "string too long"],
	["a bad name", [ask, call("1", { name: "a.b" })], "must match"],
	["cut arguments", [ask, call("1", { arguments: '{"a' })], "JSON text of an object"],
	["an empty output", [ask, call("1"), output("1", { output: "" })], "non-whitespace"],
	["reasoning that nothing follows", [ask, thought, ask], "without its required following item"],
	["reasoning that is not there", [ask, { ...thought, encrypted_content: undefined }, say], "must be a string"],
	["a damaged image", [image(SMALL?.slice(0, 40))], "unsupported image"],
])("%s is refused", (_name, input, reason) => {
	expect(responsesRefusal(changed({ input }))).toContain(reason);
});

test.each<[string, Fields, string]>([
	["tools of one name", { tools: [tool, tool] }, "must be unique"],
	["a schema that does not say whether it is strict", { tools: [{ ...tool, strict: undefined }] }, "strict mode"],
	["a schema without object", { tools: [{ ...tool, parameters: {} }] }, "must be object"],
	["a small limit", { max_output_tokens: 15 }, "at least 16"],
	["an unknown effort", { reasoning: { effort: "off" } }, "must be one of"],
	["a long cache key", { prompt_cache_key: "x".repeat(65) }, "maximum length 64"],
	["an unknown field", { messages: [] }, "extra inputs"],
])("%s is refused", (_name, fields, reason) => {
	expect(responsesRefusal(changed(fields))).toContain(reason);
});

test("reasoning of another account is refused", () => {
	expect(responsesRefusal(JSON.stringify(base), { isGenuine: (text) => text === "mine" })).toContain("verified");
});
