import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssistantContent, ToolCall } from "../contract/content.ts";
import type { AssistantMessage, Message, StopReason, ToolResultMessage } from "../contract/message.ts";
import { sendable } from "./sendable.ts";

const MODEL = { id: "m", provider: "p", api: "a", input: ["text" as const] };
const SEEING = { ...MODEL, input: ["text" as const, "image" as const] };
const NO_USAGE = {
	input: 0,
	output: 0,
	cacheRead: 0,
	cacheWrite: 0,
	totalTokens: 0,
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
const PIXEL =
	"iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAHUlEQVR4AQESAO3/AP8AAP8A/wD/AAAA////////ScgJ962rVhsAAAAASUVORK5CYII=";
const IMAGE = { type: "image" as const, data: PIXEL, mimeType: "image/png" };
const NOTE = { type: "text", text: "(image omitted: model does not support images)" };

const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });
const call = (id: string, name = "read"): ToolCall => ({ type: "toolCall", id, name, arguments: {} });

function assistant(content: AssistantContent[], fields: Partial<AssistantMessage> = {}): AssistantMessage {
	return {
		role: "assistant",
		content,
		api: "a",
		provider: "p",
		model: "m",
		usage: NO_USAGE,
		stopReason: "toolUse",
		timestamp: 1,
		...fields,
	};
}

function result(toolCallId: string, text = "ok"): ToolResultMessage {
	return {
		role: "toolResult",
		toolCallId,
		toolName: "read",
		content: [{ type: "text", text }],
		isError: false,
		timestamp: 1,
	};
}

/** The shape of a transcript: who speaks, and which calls and results. */
function shape(messages: readonly Message[]): string[] {
	return messages.map((message) => {
		if (message.role === "toolResult") return `result ${message.toolCallId}${message.isError ? " error" : ""}`;
		if (message.role !== "assistant") return message.role;
		const parts = message.content.map((block) => (block.type === "toolCall" ? block.id : block.type));
		return `assistant ${parts.join(" ")}`;
	});
}

test("results come right behind their calls, in the order of the calls, whatever stands between", () => {
	const messages = [user("x"), assistant([call("a"), call("b")]), user("steer"), result("b"), result("a")];
	expect(shape(sendable(messages, MODEL))).toEqual(["user", "assistant a b", "result a", "result b", "user"]);
});

test("an interrupted call gets an error result, an orphan and a second result are dropped", () => {
	const messages = [
		result("lost"),
		assistant([call("a"), call("b")]),
		result("a", "first"),
		result("a", "second"),
		user("x"),
	];
	const sent = sendable(messages, MODEL);
	expect(shape(sent)).toEqual(["assistant a b", "result a", "result b error", "user"]);
	expect(sent[1]).toMatchObject({ content: [{ type: "text", text: "first" }] });
});

test("an id that comes again in a later turn is renamed in call and result, and each call keeps its own result", () => {
	const messages = [
		assistant([call("a")]),
		result("a", "1"),
		assistant([call("a"), call("a")]),
		result("a", "2"),
		result("a", "3"),
	];
	const sent = sendable(messages, MODEL);
	expect(shape(sent)).toEqual(["assistant a", "result a", "assistant a_2 a_3", "result a_2", "result a_3"]);
	expect(sent.filter((message) => message.role === "toolResult").map(({ content }) => content)).toEqual(
		["1", "2", "3"].map((text) => [{ type: "text", text }]),
	);
});

test("ids of other providers are made acceptable and stay apart", () => {
	const long = `fc_${"x".repeat(60)}`;
	const sent = sendable([assistant([call("call|1/x"), call(`${long}1`), call(`${long}2`)])], MODEL);
	const ids = sent.flatMap((message) => (message.role === "toolResult" ? [message.toolCallId] : []));
	expect([ids[0], new Set(ids).size, ids.every((id) => /^[\w-]{1,40}$/.test(id))]).toEqual(["call_1_x", 3, true]);
});

test.each(["error", "aborted"] as const)("an answer that ended in %s is left out with its results", (stopReason) => {
	const messages = [
		user("x"),
		assistant([{ type: "text", text: "half" }, call("a")], { stopReason }),
		result("a"),
		user("y"),
	];
	expect(shape(sendable(messages, MODEL))).toEqual(["user", "user"]);
});

test("reasoning goes back only to the model that wrote it", () => {
	const content: AssistantContent[] = [
		{ type: "thinking", thinking: "t", thinkingSignature: "s" },
		{ type: "thinking", thinking: "", redacted: true, thinkingSignature: "blob" },
		{ type: "text", text: "x", textSignature: "ts" },
		{ ...call("a"), thoughtSignature: "th" },
	];
	const own = sendable([assistant(content)], MODEL)[0];
	const foreign = sendable([assistant(content, { model: "other" })], MODEL)[0];
	expect([own, foreign]).toMatchObject([{ content }, { content: [{ type: "text", text: "x" }, call("a")] }]);
});

test("models without image input get one note for each run of images", () => {
	const messages: Message[] = [
		{
			role: "user",
			content: [{ type: "text", text: "see" }, IMAGE, IMAGE, { type: "text", text: "and" }, IMAGE],
			timestamp: 1,
		},
		assistant([call("a")]),
		{ ...result("a"), content: [IMAGE] },
	];
	const sent = sendable(messages, MODEL);
	expect([sent[0]?.content, sent[2]?.content]).toEqual([
		[{ type: "text", text: "see" }, NOTE, { type: "text", text: "and" }, NOTE],
		[NOTE],
	]);
	expect(sendable(messages, SEEING)[2]?.content).toEqual([IMAGE]);
});

test("a call with bad arguments is sent with valid ones and without the note of the error", () => {
	const bad = { ...call("a"), argumentsError: "Invalid", arguments: "oops" } as unknown as ToolCall;
	expect(sendable([assistant([bad]), result("a")], MODEL)[0]).toMatchObject({ content: [call("a")] });
});

test("unpaired surrogates and blocks of white space are removed, pairs stay", () => {
	const content: AssistantContent[] = [
		{ type: "text", text: " \n" },
		{ type: "text", text: "a\ud83d😀" },
		{ ...call("a"), arguments: { "k\udc00": ["v\ud800", { n: "ok" }] } },
	];
	expect(sendable([user("  "), assistant(content)], MODEL)[0]).toMatchObject({
		content: [
			{ type: "text", text: "a😀" },
			{ ...call("a"), arguments: { k: ["v", { n: "ok" }] } },
		],
	});
});

test("the input is left as it is", () => {
	const messages = [user("x\ud800"), assistant([call("a|")]), assistant([call("a|")]), user("y")];
	const before = structuredClone(messages);
	sendable(messages, MODEL);
	expect(messages).toEqual(before);
});

test("broken transcripts do not make it throw", () => {
	const broken = [
		null,
		{ role: "user" },
		{ role: "custom", content: "x" },
		{
			role: "assistant",
			content: [null, { type: "odd" }, { type: "toolCall" }, { type: "text" }, { type: "thinking" }],
		},
		{ role: "toolResult" },
	] as unknown as Message[];
	expect(() => sendable(broken, MODEL)).not.toThrow();
});

const ID = fc.constantFrom("a", "b", "c", "a|b", "");
const BLOCK: fc.Arbitrary<AssistantContent> = fc.oneof(
	ID.map((id) => call(id)),
	fc.string().map((text) => ({ type: "text" as const, text })),
	fc.string().map((thinking) => ({ type: "thinking" as const, thinking })),
);
const STOP = fc.constantFrom<StopReason>("stop", "toolUse", "length", "error", "aborted");
const MESSAGE: fc.Arbitrary<Message> = fc.oneof(
	fc.string().map((text) => user(text)),
	fc.constant<Message>({ role: "system", content: "s", timestamp: 1 }),
	fc
		.record({ content: fc.array(BLOCK, { maxLength: 4 }), stopReason: STOP })
		.map(({ content, stopReason }) => assistant(content, { stopReason })),
	ID.map((id) => result(id)),
);

/** What providers demand: the results of all calls, once each, right behind the message, and nothing else. */
function pairingFault(messages: readonly Message[]): string | undefined {
	const ids = new Set<string>();
	let open: string[] = [];
	for (const message of messages) {
		if (message.role === "toolResult") {
			if (open.shift() !== message.toolCallId) return `result ${message.toolCallId} is not expected here`;
			continue;
		}
		if (open.length > 0) return `no result for ${open.join()}`;
		if (message.role !== "assistant") continue;
		if (message.content.length === 0) return "empty assistant message";
		open = message.content.flatMap((block) => (block.type === "toolCall" ? [block.id] : []));
		for (const id of open) {
			if (!/^[A-Za-z0-9_-]{1,40}$/.test(id)) return `bad id ${id}`;
			if (ids.has(id)) return `id ${id} twice`;
			ids.add(id);
		}
	}
	return open.length > 0 ? `no result for ${open.join()}` : undefined;
}

test("any transcript becomes one that a strict provider accepts", () => {
	fc.assert(
		fc.property(fc.array(MESSAGE, { maxLength: 14 }), (messages) => {
			expect(pairingFault(sendable(messages, MODEL))).toBeUndefined();
		}),
	);
});
