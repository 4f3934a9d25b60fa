import { describe, expect, test } from "vitest";
import { chatRefusal } from "./chat-rules.ts";
import { messagesRefusal } from "./messages-rules.ts";
import type { Fields } from "./refuse.ts";
import { SAMPLE_IMAGES } from "./sample-images.ts";

const [SMALL, , , , WIDE, TALL] = SAMPLE_IMAGES.map(({ data }) => data);
const text = (value: string): Fields => ({ type: "text", text: value });
const user = (...content: unknown[]): Fields => ({ role: "user", content });
const assistant = (...content: unknown[]): Fields => ({ role: "assistant", content });
const changed = (base: Fields, fields: Fields): string => JSON.stringify({ ...base, ...fields });

describe("Messages", () => {
	const use = (id: string, fields: Fields = {}): Fields => ({
		type: "tool_use",
		id,
		name: "read",
		input: {},
		...fields,
	});
	const answer = (id: string, fields: Fields = {}): Fields => ({
		type: "tool_result",
		tool_use_id: id,
		content: [text("ok")],
		is_error: false,
		...fields,
	});
	const image = (data: string | undefined, mediaType = "image/png"): Fields => ({
		type: "image",
		source: { type: "base64", media_type: mediaType, data },
	});
	const thought = { type: "thinking", thinking: "t", signature: "s" };
	const budget = { type: "enabled", budget_tokens: 1_024 };
	const tool = { name: "read", description: "", input_schema: { type: "object" } };
	const base = {
		model: "m",
		max_tokens: 2_000,
		stream: true,
		system: [text("p")],
		tools: [tool],
		messages: [user(text("q")), assistant(thought, text("a"), use("1")), user(answer("1"), text("go on"))],
	};

	test("a request by the rules is accepted, with thinking and without", () => {
		expect([
			messagesRefusal(JSON.stringify(base)),
			messagesRefusal(changed(base, { thinking: budget })),
			messagesRefusal(changed(base, { messages: "x" })),
		]).toEqual([undefined, undefined, "messages: must be a list"]);
	});

	test.each<[string, unknown[], string]>([
		["no message", [], "messages: must not be empty"],
		["an answer first", [assistant(text("a")), user(text("q"))], "first message must use the user role"],
		["an answer last", [user(text("q")), assistant(text("a"))], "must end with a user message"],
		["a system message", [user(text("q")), { role: "system", content: [text("s")] }], "takes no system messages"],
		["an unknown role", [{ role: "tool", content: "x" }], "unexpected role"],
		["no content", [user()], "must not be empty"],
		["white space", [user(text(" \n"))], "non-whitespace"],
		["half a character", [user(text("\ud800"))], "no low surrogate"],
		["an unknown field", [user({ ...text("q"), textSignature: "s" })], "extra inputs are not permitted"],
		["a foreign block", [user(thought)], "unexpected block thinking"],
		["a call without result", [user(text("q")), assistant(use("1")), user(text("x"))], "no tool_result for 1"],
		["a result without call", [user(answer("1"))], "unexpected tool_use_id"],
		[
			"a result one turn late",
			[user(text("q")), assistant(use("1")), user(answer("1")), assistant(text("a")), user(answer("1"))],
			"unexpected tool_use_id",
		],
		["two results", [user(text("q")), assistant(use("1")), user(answer("1"), answer("1"))], "single result"],
		["text before a result", [user(text("q")), assistant(use("1")), user(text("x"), answer("1"))], "must come first"],
		["an id twice", [user(text("q")), assistant(use("1"), use("1")), user(answer("1"))], "must be unique"],
		["a bad id", [user(text("q")), assistant(use("a|b")), user(answer("a|b"))], "must match"],
		["a bad name", [user(text("q")), assistant(use("1", { name: "a.b" })), user(answer("1"))], "must match"],
		[
			"arguments as text",
			[user(text("q")), assistant(use("1", { input: '{"a' })), user(answer("1"))],
			"must be an object",
		],
		[
			"an empty result",
			[user(text("q")), assistant(use("1")), user(answer("1", { content: [] }))],
			"must not be empty",
		],
		[
			"an image in an error",
			[user(text("q")), assistant(use("1")), user(answer("1", { is_error: true, content: [image(SMALL)] }))],
			"must be text if is_error",
		],
		["a damaged image", [user(image(SMALL?.slice(0, 40)))], "could not process image"],
		["a wrong label", [user(image(SMALL, "image/jpeg"))], "not image/jpeg"],
		["another type", [user(image(SMALL, "image/svg+xml"))], "must match"],
		["a tall image", [user(image(TALL))], "exceeds 8000 pixels"],
		["wide images among many", [user(...Array.from({ length: 21 }, () => image(WIDE)))], "2000 pixels"],
		["too many images", [user(...Array.from({ length: 101 }, () => image(SMALL)))], "more than 100 images"],
		["no signature", [user(text("q")), assistant({ ...thought, signature: "" }), user(text("x"))], "non-whitespace"],
	])("%s is refused", (_name, messages, reason) => {
		expect(messagesRefusal(changed(base, { messages }))).toContain(reason);
	});

	test.each<[string, Fields, string]>([
		["an empty prompt", { system: [text("")] }, "system.0.text"],
		["no tools in a list", { tools: [] }, "tools: must not be empty"],
		["tools of one name", { tools: [tool, tool] }, "must be unique"],
		["a schema without object", { tools: [{ ...tool, input_schema: {} }] }, "input_schema.type"],
		["alternatives at the top", { tools: [{ ...tool, input_schema: { type: "object", anyOf: [] } }] }, "anyOf"],
		["an unknown field", { store: false }, "extra inputs"],
		["a small budget", { thinking: { ...budget, budget_tokens: 5 } }, "at least 1024"],
		["a budget over the limit", { thinking: budget, max_tokens: 1_000 }, "max_tokens must be greater"],
		["a temperature with thinking", { thinking: budget, temperature: 0 }, "may only be 1"],
		[
			"calls without thinking while they are answered",
			{ thinking: budget, messages: [user(text("q")), assistant(use("1")), user(answer("1"))] },
			"expected thinking",
		],
		[
			"thinking behind text",
			{ thinking: budget, messages: [user(text("q")), assistant(text("a"), thought), user(text("x"))] },
			"first block must be thinking",
		],
		[
			"a fifth breakpoint",
			{
				messages: [user(...Array.from({ length: 5 }, () => ({ ...text("q"), cache_control: { type: "ephemeral" } })))],
			},
			"at most 4",
		],
	])("%s is refused", (_name, fields, reason) => {
		expect(messagesRefusal(changed(base, fields))).toContain(reason);
	});

	test("a signature of another model is refused", () => {
		expect(messagesRefusal(JSON.stringify(base), { isGenuine: (signature) => signature === "mine" })).toContain(
			"invalid signature",
		);
	});

	test("system messages must stand behind a user turn and before an answer or the end", () => {
		const system = { role: "system", content: [text("s")] };
		const refusal = (...messages: unknown[]) =>
			messagesRefusal(changed(base, { messages }), { takesSystemMessages: true });
		expect([
			refusal(user(text("q")), system),
			refusal(user(text("q")), system, assistant(text("a")), user(text("x"))),
			refusal(system, user(text("q"))),
			refusal(user(text("q")), system, user(text("x"))),
			refusal(user(text("q")), system, system),
		]).toEqual([
			undefined,
			undefined,
			"messages.0: role 'system' must follow a user message",
			"messages.1: role 'system' must precede an assistant message or end the list",
			"messages.1: role 'system' must precede an assistant message or end the list",
		]);
	});
});

describe("Chat Completions", () => {
	const call = (id: string, fields: Fields = {}): Fields => ({
		id,
		type: "function",
		function: { name: "read", arguments: "{}", ...fields },
	});
	const calls = (...list: Fields[]): Fields => ({ role: "assistant", content: null, tool_calls: list });
	const tool = (id: string, content: unknown = "ok"): Fields => ({ role: "tool", tool_call_id: id, content });
	const ask = { role: "user", content: "q" };
	const image = (data: string | undefined, mediaType = "image/png"): Fields =>
		user({ type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } });
	const declared = { type: "function", function: { name: "read", description: "", parameters: { type: "object" } } };
	const base = {
		model: "m",
		stream: true,
		tools: [declared],
		messages: [{ role: "system", content: "p" }, ask, calls(call("1"), call("2")), tool("2"), tool("1"), ask],
	};

	test("a request by the rules is accepted", () => {
		expect(chatRefusal(JSON.stringify(base))).toBeUndefined();
	});

	test.each<[string, unknown[], string]>([
		["no message", [], "must not be empty"],
		["instructions alone", [{ role: "system", content: "p" }], "nothing to answer"],
		["instructions in between", [ask, { role: "system", content: "p" }], "at the beginning"],
		["an unknown role", [{ role: "model", content: "x" }], "unexpected role"],
		["white space", [{ role: "user", content: " " }], "non-whitespace"],
		["an empty list", [{ role: "user", content: [] }], "must not be empty"],
		["an answer of nothing", [ask, { role: "assistant", content: null }], "must be a list"],
		["an answer of an empty text", [ask, { role: "assistant", content: "" }], "non-whitespace"],
		["no calls in a list", [ask, { role: "assistant", content: null, tool_calls: [] }], "must not be empty"],
		["a call without result", [ask, calls(call("1")), ask], "without response messages: 1"],
		["a call without result at the end", [ask, calls(call("1"))], "without response messages: 1"],
		["a result without call", [ask, tool("1")], "must be a response"],
		["two results", [ask, calls(call("1")), tool("1"), tool("1")], "must be a response"],
		["an id twice", [ask, calls(call("1")), tool("1"), calls(call("1")), tool("1")], "must be unique"],
		["a long id", [ask, calls(call("x".repeat(41))), tool("x".repeat(41))], "string too long"],
		["a bad name", [ask, calls(call("1", { name: "a.b" })), tool("1")], "must match"],
		["cut arguments", [ask, calls(call("1", { arguments: '{"a' })), tool("1")], "JSON text of an object"],
		["arguments that are no object", [ask, calls(call("1", { arguments: "[]" })), tool("1")], "JSON text of an object"],
		["an empty result", [ask, calls(call("1")), tool("1", "")], "non-whitespace"],
		["an image in a result", [ask, calls(call("1")), tool("1", [{ type: "image_url" }])], "must be text"],
		["a damaged image", [image(SMALL?.slice(0, 40))], "unsupported image"],
		["a wrong label", [image(SMALL, "image/gif")], "not image/gif"],
		["another type", [image(SMALL, "image/bmp")], "must be a data URL"],
		["half a character", [{ role: "user", content: "\udc00" }], "no low surrogate"],
	])("%s is refused", (_name, messages, reason) => {
		expect(chatRefusal(changed(base, { messages }))).toContain(reason);
	});

	test.each<[string, Fields, string]>([
		["tools of one name", { tools: [declared, declared] }, "must be unique"],
		["no tools in a list", { tools: [] }, "must not be empty"],
		[
			"a schema without object",
			{ tools: [{ type: "function", function: { name: "a", description: "", parameters: {} } }] },
			"must be object",
		],
		["no room for an answer", { max_completion_tokens: 0 }, "at least 1"],
		["an unknown field", { system: "p" }, "extra inputs"],
	])("%s is refused", (_name, fields, reason) => {
		expect(chatRefusal(changed(base, fields))).toContain(reason);
	});
});
