import { expect, test } from "vitest";
import type { CompactionPreparation } from "../../src/extension-api/events/session-events.ts";
import type { ToolCallEvent } from "../../src/extension-api/events/tool-events.ts";
import { createHooks, fail } from "./hook-harness.ts";

const toolCall = (): ToolCallEvent => ({
	type: "tool_call",
	toolName: "bash",
	toolCallId: "1",
	input: { command: "ls" },
});
const userBash = { type: "user_bash", command: "ls", excludeFromContext: false, cwd: "/" } as const;
const bashResult = { output: "done", exitCode: 0, cancelled: false, truncated: false };
const beforeSwitch = { type: "session_before_switch", reason: "new" } as const;

test("the first block of a tool call ends the chain", async () => {
	const hooks = createHooks();
	let later = 0;
	hooks.on("a", "tool_call", () => undefined);
	hooks.on("b", "tool_call", () => ({ block: true, reason: "not today", terminate: true }));
	hooks.on("c", "tool_call", () => (later += 1));

	const outcome = await hooks.dispatcher.veto("tool_call", toolCall());

	expect(outcome).toEqual({
		type: "stopped",
		answer: { block: true, reason: "not today", terminate: true },
		owner: hooks.owner("b"),
	});
	expect(later).toBe(0);
});

test("block false, nothing and what an arrow function happens to return let a tool call pass", async () => {
	const hooks = createHooks();
	const seen: string[] = [];
	hooks.on("a", "tool_call", () => ({ block: false, reason: "ignored" }));
	hooks.on("b", "tool_call", () => seen.push("b"));
	hooks.on("c", "tool_call", () => seen.push("c"));

	expect(await hooks.dispatcher.veto("tool_call", toolCall())).toEqual({ type: "passed", kept: undefined });
	expect({ seen, complaints: hooks.complaints() }).toEqual({ seen: ["b", "c"], complaints: [] });
});

test("edits of the input in place reach the caller, a new input object does not", async () => {
	const hooks = createHooks();
	const event = toolCall();
	const { input } = event;
	const seen: unknown[] = [];
	hooks.on("a", "tool_call", (call) => {
		(call.input as { command: string }).command = "pwd";
	});
	hooks.on("b", "tool_call", (call) => {
		call.input = { command: "rm" };
	});
	hooks.on("c", "tool_call", (call) => seen.push(call.input));

	await hooks.dispatcher.veto("tool_call", event);

	expect({ input, seen }).toEqual({ input: { command: "pwd" }, seen: [{ command: "rm" }] });
});

test.each([
	["throws", () => fail("no idea"), "no idea"],
	["rejects", () => Promise.reject(new Error("no idea")), "no idea"],
	["throws text", () => Promise.reject("plain words" as unknown as Error), "plain words"],
	[
		"answers a block that is no boolean",
		() => ({ block: "yes" }),
		"tool_call handler must return block as true or false",
	],
	["promises a malformed block", async () => ({ block: 1 }), "tool_call handler must return block as true or false"],
])("a guard that %s refuses the tool call in the name of its extension", async (_how, guard, cause) => {
	const hooks = createHooks();
	let later = 0;
	hooks.on("guard.ts", "tool_call", guard);
	hooks.on("later.ts", "tool_call", () => (later += 1));

	expect(await hooks.dispatcher.veto("tool_call", toolCall())).toEqual({
		type: "refused",
		refusal: { owner: hooks.owner("guard.ts"), message: `guard.ts: ${cause}` },
	});
	expect({ later, complaints: hooks.complaints() }).toEqual({ later: 0, complaints: [`guard.ts: ${cause}`] });
});

test("the first answer to a shell command of the user decides", async () => {
	const hooks = createHooks();
	let later = 0;
	hooks.on("a", "user_bash", () => undefined);
	hooks.on("b", "user_bash", () => ({ result: bashResult }));
	hooks.on("c", "user_bash", () => (later += 1));

	expect(await hooks.dispatcher.first("user_bash", userBash)).toEqual({
		type: "answered",
		answer: { result: bashResult },
		owner: hooks.owner("b"),
	});
	expect(later).toBe(0);
});

test("operations may be an instance of a class", async () => {
	class Remote {
		exec(): Promise<{ exitCode: number }> {
			return Promise.resolve({ exitCode: 0 });
		}
	}
	const hooks = createHooks();
	const operations = new Remote();
	hooks.on("a", "user_bash", () => ({ operations }));

	expect(await hooks.dispatcher.first("user_bash", userBash)).toEqual({
		type: "answered",
		answer: { operations },
		owner: hooks.owner("a"),
	});
});

test("a shell command that no handler answers goes the usual way", async () => {
	const hooks = createHooks();
	hooks.on("a", "user_bash", async () => undefined);

	expect(await hooks.dispatcher.first("user_bash", userBash)).toEqual({ type: "unanswered" });
});

test.each([
	["null", null],
	["a number", 5],
	["false", false],
	["an empty object", {}],
	["an empty result", { result: {} }],
	["a result without its flags", { result: { output: "x" } }],
	["operations that cannot run", { operations: { exec: 3 } }],
	["both ways at once", { operations: { exec: () => undefined }, result: bashResult }],
])("%s as the answer to a shell command refuses it", async (_what, answer) => {
	const hooks = createHooks();
	hooks.on("a", "user_bash", () => answer);

	const outcome = await hooks.dispatcher.first("user_bash", userBash);

	const cause = "user_bash handler must return nothing, or exactly one valid { operations } or { result }";
	expect(outcome).toEqual({ type: "refused", refusal: { owner: hooks.owner("a"), message: `a: ${cause}` } });
	expect(hooks.complaints()).toEqual([`a: ${cause}`]);
});

test("a throwing handler refuses the shell command", async () => {
	const hooks = createHooks();
	hooks.on("a", "user_bash", () => fail("down"));

	expect(await hooks.dispatcher.first("user_bash", userBash)).toEqual({
		type: "refused",
		refusal: { owner: hooks.owner("a"), message: "a: down" },
	});
});

test("a throw before a session switch is reported and cancels nothing; a later cancel does, and ends the chain", async () => {
	const hooks = createHooks();
	let later = 0;
	hooks.on("a", "session_before_switch", () => fail("broken"));
	hooks.on("b", "session_before_switch", () => ({ cancel: true }));
	hooks.on("c", "session_before_switch", () => (later += 1));

	expect(await hooks.dispatcher.veto("session_before_switch", beforeSwitch)).toEqual({
		type: "stopped",
		answer: { cancel: true },
		owner: hooks.owner("b"),
	});
	expect({ later, complaints: hooks.complaints() }).toEqual({ later: 0, complaints: ["a: broken"] });
});

test("only cancel true cancels a fork", async () => {
	const hooks = createHooks();
	hooks.on("a", "session_before_fork", () => ({ cancel: false }));
	hooks.on("b", "session_before_fork", () => ({ cancel: 1 }));

	const event = { type: "session_before_fork", entryId: "x", position: "at" } as const;
	expect(await hooks.dispatcher.veto("session_before_fork", event)).toEqual({ type: "passed", kept: undefined });
});

test("the last summary of a compaction wins, a malformed one is reported and dropped", async () => {
	const hooks = createHooks();
	const summary = (text: string): object => ({ summary: text, firstKeptEntryId: "k", tokensBefore: 1 });
	hooks.on("a", "session_before_compact", () => ({ compaction: summary("first") }));
	hooks.on("b", "session_before_compact", () => ({ compaction: summary("second") }));
	hooks.on("c", "session_before_compact", () => ({}));
	hooks.on("d", "session_before_compact", () => ({ compaction: "text" }));

	const outcome = await hooks.dispatcher.veto("session_before_compact", {
		type: "session_before_compact",
		preparation: { firstKeptEntryId: "k", tokensBefore: 1 } as CompactionPreparation,
		branchEntries: [],
		reason: "manual",
		willRetry: false,
		signal: new AbortController().signal,
	});

	expect(outcome).toEqual({
		type: "passed",
		kept: { owner: hooks.owner("b"), answer: { compaction: summary("second") } },
	});
	expect(hooks.complaints()).toEqual(["d: compaction must be an object with a summary text"]);
});

test("each option of a tree move is that of the last handler that gave it", async () => {
	const hooks = createHooks();
	hooks.on("a", "session_before_tree", () => ({ summary: { summary: "s" }, label: "one" }));
	hooks.on("b", "session_before_tree", () => ({ label: "two", customInstructions: undefined }));

	const outcome = await hooks.dispatcher.veto("session_before_tree", {
		type: "session_before_tree",
		preparation: {
			targetId: "t",
			oldLeafId: null,
			commonAncestorId: null,
			entriesToSummarize: [],
			userWantsSummary: true,
		},
		signal: new AbortController().signal,
	});

	expect(outcome).toEqual({
		type: "passed",
		kept: { owner: hooks.owner("b"), answer: { summary: { summary: "s" }, label: "two" } },
	});
});

const TRUST = { type: "project_trust", cwd: "/" } as const;

test("the first yes or no about trust decides, and nobody is asked after it (E01)", async () => {
	const hooks = createHooks();
	let later = 0;
	hooks.on("a", "project_trust", () => ({ trusted: "undecided" }));
	hooks.on("b", "project_trust", async () => ({ trusted: "no", remember: true }));
	hooks.on("c", "project_trust", () => (later += 1));

	expect([await hooks.dispatcher.first("project_trust", TRUST), later, hooks.complaints()]).toEqual([
		{ type: "answered", answer: { trusted: "no", remember: true }, owner: hooks.owner("b") },
		0,
		[],
	]);
});

const SHAPE = 'project_trust handler must return { trusted: "yes" | "no" | "undecided" }';

test.each<[what: string, handler: () => unknown, complaint: string]>([
	["a throw", () => fail("broken"), "broken"],
	["a rejection", async () => fail("late"), "late"],
	["no answer", () => undefined, SHAPE],
	["nonsense", () => ({ trusted: true }), SHAPE],
])("%s about trust refuses, whatever others would have said (TRAP100)", async (_what, handler, complaint) => {
	const hooks = createHooks();
	hooks.on("a", "project_trust", handler as never);
	hooks.on("b", "project_trust", () => ({ trusted: "yes" }));

	expect([await hooks.dispatcher.first("project_trust", TRUST), hooks.complaints()]).toEqual([
		{ type: "refused", refusal: { owner: hooks.owner("a"), message: `a: ${complaint}` } },
		[`a: ${complaint}`],
	]);
});

test("an event may be asked with a smaller context than the usual one", async () => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	hooks.on("a", "project_trust", (_event, context) => {
		seen.push(context);
		return { trusted: "yes" };
	});

	const contextFor = (): never => ({ cwd: "small" }) as never;
	await hooks.dispatcher.first("project_trust", { type: "project_trust", cwd: "/" }, { contextFor });
	await hooks.dispatcher.first("project_trust", { type: "project_trust", cwd: "/" });

	expect(seen).toEqual([{ cwd: "small" }, { cwd: "a" }]);
});
