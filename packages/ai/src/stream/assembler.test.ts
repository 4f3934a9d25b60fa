import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssistantContent } from "../contract/content.ts";
import type { Model } from "../contract/model.ts";
import type { AssistantMessageEvent, StreamEvent, ToolCallFragment } from "../contract/stream-event.ts";
import { Assembler } from "./assembler.ts";

const MODEL: Model = {
	id: "m",
	name: "M",
	api: "a",
	provider: "p",
	baseUrl: "http://localhost/v1",
	reasoning: false,
	input: ["text"],
	cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
	contextWindow: 1000,
	maxTokens: 100,
};

function assembler(events: AssistantMessageEvent[] = []): Assembler {
	let ids = 0;
	return new Assembler({
		model: MODEL,
		timestamp: 1,
		emit: (event) => events.push(event),
		generateId: () => `generated${++ids}`,
	});
}

function assemble(stream: readonly StreamEvent[], stop: StreamEvent = { type: "stop", reason: "toolUse" }) {
	const events: AssistantMessageEvent[] = [];
	const running = assembler(events);
	for (const event of [...stream, stop]) running.push(event);
	running.finish();
	return { message: running.message, events, summary: events.map(summarize) };
}

function summarize(event: AssistantMessageEvent): string {
	if (event.type === "start") return "start";
	if (event.type === "done" || event.type === "error") return `${event.type} ${event.reason}`;
	return "delta" in event
		? `${event.type} ${event.contentIndex} ${event.delta}`
		: `${event.type} ${event.contentIndex}`;
}

function calls(content: readonly AssistantContent[]) {
	return content.filter((block) => block.type === "toolCall");
}

const fragment = (fields: Omit<ToolCallFragment, "type">): StreamEvent => ({ type: "tool_call", ...fields });

test("text and thinking give balanced events in the order of the wire", () => {
	const { message, summary } = assemble(
		[
			{ type: "response", id: "r", model: "m-2" },
			{ type: "thinking", key: 0, delta: "hm" },
			{ type: "thinking", key: 0, delta: "", signature: "sig" },
			{ type: "block_end", key: 0 },
			{ type: "text", key: 1, delta: "Hel" },
			{ type: "text", key: 1, delta: "lo" },
			{ type: "usage", usage: { input: 1_000_000, output: 1 } },
			{ type: "usage", usage: { output: 500_000 } },
		],
		{ type: "stop", reason: "stop", raw: "end_turn" },
	);
	expect(summary).toEqual([
		"start",
		"thinking_start 0",
		"thinking_delta 0 hm",
		"thinking_end 0",
		"text_start 1",
		"text_delta 1 Hel",
		"text_delta 1 lo",
		"text_end 1",
		"done stop",
	]);
	expect(message).toEqual({
		role: "assistant",
		content: [
			{ type: "thinking", thinking: "hm", thinkingSignature: "sig" },
			{ type: "text", text: "Hello" },
		],
		api: "a",
		provider: "p",
		model: "m",
		responseId: "r",
		responseModel: "m-2",
		usage: {
			input: 1_000_000,
			output: 500_000,
			cacheRead: 0,
			cacheWrite: 0,
			totalTokens: 1_500_000,
			cost: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, total: 2 },
		},
		stopReason: "stop",
		rawStopReason: "end_turn",
		timestamp: 1,
	});
});

test("a redacted thinking block has its payload in the signature and no deltas", () => {
	const { message, summary } = assemble([{ type: "thinking", key: 0, delta: "", redacted: true, signature: "blob" }], {
		type: "stop",
		reason: "stop",
	});
	expect([message.content, summary]).toEqual([
		[{ type: "thinking", thinking: "", redacted: true, thinkingSignature: "blob" }],
		["start", "thinking_start 0", "thinking_end 0", "done stop"],
	]);
});

test("arguments before id and name, with another call between, give two whole calls (PC-56)", () => {
	const { message, events } = assemble([
		fragment({ index: 0, arguments: '{"path":' }),
		fragment({ index: 1, id: "b", name: "write", arguments: '{"pa' }),
		fragment({ index: 0, id: "a", name: "read", arguments: '"x"}' }),
		fragment({ index: 1, arguments: 'th":"y"}' }),
	]);
	expect(message.content).toEqual([
		{ type: "toolCall", id: "a", name: "read", arguments: { path: "x" } },
		{ type: "toolCall", id: "b", name: "write", arguments: { path: "y" } },
	]);
	const started = events.filter((event) => event.type === "toolcall_start");
	expect(started.map((event) => event.contentIndex)).toEqual([0, 1]);
});

test("the same index with another id is another call", () => {
	const { message } = assemble([
		fragment({ index: 0, id: "a", name: "read", arguments: "{}" }),
		fragment({ index: 0, id: "b", name: "read", arguments: "{}" }),
	]);
	expect(calls(message.content).map((call) => call.id)).toEqual(["a", "b"]);
});

test("providers without ids that number all calls alike still give one call per name", () => {
	const { message } = assemble([
		fragment({ index: 0, name: "read", arguments: '{"path":"x"}' }),
		fragment({ index: 0, name: "read", arguments: '{"path":"y"}' }),
	]);
	expect(message.content).toEqual([
		{ type: "toolCall", id: "generated1", name: "read", arguments: { path: "x" } },
		{ type: "toolCall", id: "generated2", name: "read", arguments: { path: "y" } },
	]);
});

test("an id that the provider gives to two calls stays with the first", () => {
	const { message } = assemble([
		fragment({ index: 0, id: "same", name: "read", arguments: "{}" }),
		fragment({ index: 1, id: "same", name: "write", arguments: "{}" }),
	]);
	expect(calls(message.content).map(({ id, name }) => [id, name])).toEqual([
		["same", "read"],
		["generated1", "write"],
	]);
});

test("a call without a name cannot run and says so", () => {
	const { message } = assemble([fragment({ index: 0, arguments: "{}" })]);
	expect(message.content).toEqual([
		{
			type: "toolCall",
			id: "generated1",
			name: "unknown",
			arguments: {},
			argumentsError: "The tool call has no name, so nothing was run.",
		},
	]);
});

test.each(["length", "stop", "toolUse"] as const)(
	"arguments cut off under the label %s are a truncation (PC-58)",
	(reason) => {
		const { message } = assemble([fragment({ index: 0, id: "a", name: "write", arguments: '{"content":"abc' })], {
			type: "stop",
			reason,
		});
		expect([message.stopReason, message.content]).toEqual([
			"length",
			[
				{
					type: "toolCall",
					id: "a",
					name: "write",
					arguments: {},
					argumentsError:
						"the arguments were cut off after 15 characters, before the JSON was complete. " +
						"The tool was not run. Send the call again with less in one call, in several smaller calls if needed.",
				},
			],
		]);
	},
);

test("a call that was only announced when the room ran out cannot run", () => {
	const { message } = assemble([fragment({ index: 0, id: "a", name: "write" }), { type: "block_end", key: 0 }], {
		type: "stop",
		reason: "length",
	});
	expect(calls(message.content)[0]?.argumentsError).toContain("cut off after 0 characters");
});

test("a call without arguments text has no arguments", () => {
	const { message } = assemble([fragment({ index: 0, id: "a", name: "list" })]);
	expect(message.content).toEqual([{ type: "toolCall", id: "a", name: "list", arguments: {} }]);
});

test("complete but invalid arguments are an error with the parser's reason and the text (TL06)", () => {
	const { message } = assemble([fragment({ index: 0, id: "a", name: "read", arguments: '{"path": nope}' })]);
	const [call] = calls(message.content);
	expect([message.stopReason, call?.arguments]).toEqual(["toolUse", {}]);
	expect(call?.argumentsError).toMatch(/^.+\n\nReceived arguments:\n\{"path": nope\}$/);
});

test("arguments that are no object are an error", () => {
	const { message } = assemble([fragment({ index: 0, id: "a", name: "read", arguments: "[1]" })]);
	expect(calls(message.content)[0]?.argumentsError).toBe("expected a JSON object\n\nReceived arguments:\n[1]");
});

test("raw line breaks in arguments are repaired and noted", () => {
	const { message } = assemble([fragment({ index: 0, id: "a", name: "write", arguments: '{"content":"a\nb"}' })]);
	expect([calls(message.content)[0]?.arguments, message.diagnostics?.map(({ type }) => type)]).toEqual([
		{ content: "a\nb" },
		["repaired_arguments"],
	]);
});

test("arguments grow while they stream", () => {
	const running = assembler();
	running.push(fragment({ index: 0, id: "a", name: "write", arguments: '{"content":"ab' }));
	const [before] = structuredClone(calls(running.message.content));
	running.push(fragment({ index: 0, arguments: "cd" }));
	expect([before?.arguments, calls(running.message.content)[0]?.arguments]).toEqual([
		{ content: "ab" },
		{ content: "abcd" },
	]);
});

test("what the message holds decides between stop and tool use", () => {
	const withCall = assemble([fragment({ index: 0, id: "a", name: "read", arguments: "{}" })], {
		type: "stop",
		reason: "stop",
	});
	const without = assemble([{ type: "text", key: 0, delta: "x" }]);
	expect([withCall.message.stopReason, without.message.stopReason]).toEqual(["toolUse", "stop"]);
});

test("a failure before anything arrived is a lone error", () => {
	const events: AssistantMessageEvent[] = [];
	assembler(events).fail({ kind: "auth", message: "no key", retryable: false });
	expect(events.map(summarize)).toEqual(["error error"]);
});

test("an aborted response keeps what arrived and marks the call that was being written", () => {
	const events: AssistantMessageEvent[] = [];
	const running = assembler(events);
	running.push({ type: "text", key: 0, delta: "half" });
	running.push(fragment({ index: 1, id: "a", name: "bash", arguments: '{"command":"rm' }));
	const message = running.fail({ kind: "aborted", message: "The request was aborted.", retryable: false });
	running.push({ type: "text", key: 0, delta: "late" });
	expect([message.stopReason, message.errorMessage, message.content]).toEqual([
		"aborted",
		"The request was aborted.",
		[
			{ type: "text", text: "half" },
			{
				type: "toolCall",
				id: "a",
				name: "bash",
				arguments: {},
				argumentsError: "the arguments were interrupted after 14 characters; the tool was not run",
			},
		],
	]);
	expect(events.map(summarize).slice(-3)).toEqual(["text_end 0", "toolcall_end 1", "error aborted"]);
});

test("a response without a stop reason is an error that can be retried", () => {
	const running = assembler();
	running.push({ type: "text", key: 0, delta: "x" });
	running.finish();
	expect([running.message.stopReason, running.failure?.kind, running.failure?.retryable]).toEqual([
		"error",
		"protocol",
		true,
	]);
});

interface Plan {
	readonly id: string;
	readonly name: string;
	readonly args: Record<string, unknown>;
	readonly cuts: readonly number[];
	/** In which fragment id and name travel. */
	readonly idAt: number;
	readonly nameAt: number;
}

const PLANS: fc.Arbitrary<Plan[]> = fc
	.array(
		fc.record({
			name: fc.constantFrom("read", "write", "bash"),
			args: fc.dictionary(fc.string({ maxLength: 6 }), fc.jsonValue({ maxDepth: 1 }), { minKeys: 1, maxKeys: 3 }),
			cuts: fc.array(fc.nat(60), { maxLength: 5 }),
			idAt: fc.nat(5),
			nameAt: fc.nat(5),
		}),
		{ minLength: 1, maxLength: 4 },
	)
	.map((plans) => plans.map((plan, at) => ({ ...plan, id: `call${at}` })));

function fragmentsOf(plan: Plan, index: number): ToolCallFragment[] {
	const text = JSON.stringify(plan.args);
	const ends = [...new Set(plan.cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
	const pieces = [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
	return pieces.map((piece, at) => ({
		type: "tool_call",
		index,
		arguments: piece,
		...(at === plan.idAt % pieces.length ? { id: plan.id } : {}),
		...(at === plan.nameAt % pieces.length ? { name: plan.name } : {}),
	}));
}

test("fragments in any interleaving, with id and name anywhere, give the calls that were sent", () => {
	fc.assert(
		fc.property(PLANS, fc.array(fc.nat(), { minLength: 40, maxLength: 40 }), (plans, choices) => {
			const queues = plans.map(fragmentsOf);
			const order: number[] = [];
			const stream: ToolCallFragment[] = [];
			for (let step = 0; queues.some((queue) => queue.length > 0); step++) {
				const open = queues.flatMap((queue, at) => (queue.length > 0 ? [at] : []));
				const chosen = open[(choices[step % choices.length] ?? 0) % open.length] ?? 0;
				const next = queues[chosen]?.shift();
				if (!order.includes(chosen)) order.push(chosen);
				if (next !== undefined) stream.push(next);
			}
			const { message, events } = assemble(stream);
			expect(message.content).toEqual(
				order.map((at) => ({
					type: "toolCall",
					id: plans[at]?.id,
					name: plans[at]?.name,
					arguments: JSON.parse(JSON.stringify(plans[at]?.args)),
				})),
			);
			const deltas = plans.map((_, at) =>
				events
					.filter((event) => event.type === "toolcall_delta" && event.contentIndex === at)
					.map((event) => ("delta" in event ? event.delta : ""))
					.join(""),
			);
			expect(deltas).toEqual(order.map((at) => JSON.stringify(plans[at]?.args)));
		}),
	);
});
