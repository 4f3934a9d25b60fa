import { expect, test } from "vitest";
import { settingsDeadlines } from "../../src/extensions/hooks/settings-deadlines.ts";
import type { WaitNotice } from "../../src/extensions/hooks/wait-listeners.ts";
import { createHooks, promised, type Hooks } from "./hook-harness.ts";

const never = (): Promise<void> => promised<void>().promise;
const input = { type: "input", text: "said", source: "rpc" } as const;
const toolCall = { type: "tool_call", toolName: "x", toolCallId: "1", input: {} } as const;
const shutdown = { type: "session_shutdown", reason: "quit" } as const;
/** Several turns of the event loop, enough for any hop. */
const settled = async (): Promise<void> => {
	for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

async function pass(hooks: Hooks, milliseconds: number): Promise<void> {
	await settled();
	hooks.clock.advance(milliseconds);
	await settled();
}

test("the clock stands still while the host works for the handler, and goes on afterwards (PC-16)", async () => {
	const hooks = createHooks();
	const dialogs = [promised<boolean>(), promised<boolean>(), promised<boolean>(), promised<boolean>()];
	hooks.on(
		"guard",
		"tool_call",
		async () => {
			for (const { promise } of dialogs) await hooks.runtime.during(hooks.owner("guard"), () => promise);
			await never();
		},
		{ deadlineMs: 100 },
	);

	const asked = hooks.dispatcher.veto("tool_call", toolCall);
	for (const dialog of dialogs) {
		await pass(hooks, 15_000);
		dialog.resolve(true);
	}
	await pass(hooks, 99);
	const before = hooks.complaints();
	await pass(hooks, 1);

	expect(before).toEqual([]);
	expect((await asked)?.type).toBe("refused");
	expect(hooks.complaints()).toEqual(["guard: tool_call was not answered within 0.1 s"]);
});

test("time before a dialog and after it adds up", async () => {
	const hooks = createHooks();
	const begin = promised<void>();
	const dialog = promised<void>();
	hooks.on(
		"a",
		"input",
		async () => {
			await begin.promise;
			await hooks.runtime.during(hooks.owner("a"), () => dialog.promise);
			await never();
		},
		{ deadlineMs: 100 },
	);

	const asked = hooks.dispatcher.waterfall("input", input);
	await pass(hooks, 60);
	begin.resolve();
	await pass(hooks, 1000);
	dialog.resolve();
	await pass(hooks, 39);
	const before = hooks.complaints();
	await pass(hooks, 1);

	expect([before, (await asked)?.event.text, hooks.complaints()]).toEqual([
		[],
		"said",
		["a: input was not answered within 0.1 s"],
	]);
});

test("work that began before the handler was called does not stop its clock", async () => {
	const hooks = createHooks();
	void hooks.runtime.during(hooks.owner("a"), never);
	hooks.on("a", "input", never, { deadlineMs: 100 });

	const asked = hooks.dispatcher.waterfall("input", input);
	await pass(hooks, 100);

	expect([(await asked)?.event.text, hooks.complaints()]).toEqual(["said", ["a: input was not answered within 0.1 s"]]);
});

test("work for one extension does not stop the clock of another", async () => {
	const hooks = createHooks();
	hooks.on("a", "input", never, { deadlineMs: 100 });
	const asked = hooks.dispatcher.waterfall("input", input);
	await settled();
	void hooks.runtime.during(hooks.owner("b"), never);
	await pass(hooks, 100);

	expect((await asked)?.event.text).toBe("said");
});

test("an interruption leaves a moment, whatever the host does for the handler, and asks the next one", async () => {
	const hooks = createHooks();
	hooks.on("a", "input", () => hooks.runtime.during(hooks.owner("a"), never));
	hooks.on("b", "input", () => ({ action: "transform", text: "b" }));

	const asked = hooks.dispatcher.waterfall("input", input);
	await settled();
	hooks.runtime.interrupt();
	await pass(hooks, 199);
	const before = hooks.complaints();
	await pass(hooks, 1);

	expect([before, (await asked)?.event.text, hooks.complaints()]).toEqual([
		[],
		"b",
		["a: input did not end after the abort and is no longer waited for"],
	]);
});

test("what a handler of a boundary puts into the list after it was left behind is not proposed", async () => {
	const hooks = createHooks({ deadlineFor: () => 100 });
	let list: unknown[] = [];
	hooks.on("late", "turn_end", ({ entries }) => {
		list = entries;
		entries.push({ type: "custom", customType: "before" });
		return never();
	});
	const seen: unknown[] = [];
	hooks.on("next", "turn_end", ({ entries }) => {
		list.push({ type: "custom", customType: "after" });
		seen.push(...entries);
	});
	const start = { type: "turn_end", turnIndex: 0, outcome: "completed" } as never;

	const asked = hooks.dispatcher.boundary("turn_end", start, { buildContext: () => ({}) as never });
	await pass(hooks, 100);

	expect([seen, (await asked)?.entries]).toEqual([[], []]);
});

test("who answers within that moment is heard", async () => {
	const hooks = createHooks();
	const answer = promised<object>();
	hooks.on("a", "input", () => answer.promise);

	const asked = hooks.dispatcher.waterfall("input", input);
	await settled();
	hooks.runtime.interrupt();
	await pass(hooks, 100);
	answer.resolve({ action: "transform", text: "in time" });

	expect([(await asked)?.event.text, hooks.faults]).toEqual(["in time", []]);
});

test("after an abort later handlers get two seconds, and as long as ever once that is over", async () => {
	const hooks = createHooks();
	hooks.on("a", "input", never);

	hooks.runtime.hurry(true);
	const hurried = hooks.dispatcher.waterfall("input", input);
	await pass(hooks, 2000);
	await hurried;
	hooks.runtime.hurry(false);
	let isOver = false;
	void hooks.dispatcher.waterfall("input", input)?.then(() => (isOver = true));
	await pass(hooks, 3_600_000);

	expect([hooks.complaints(), isOver]).toEqual([["a: input was not answered within 2 s"], false]);
});

test("the end of a session is not hurried", async () => {
	const hooks = createHooks({ deadlineFor: () => 10_000 });
	hooks.on("a", "session_shutdown", never);

	hooks.runtime.hurry(true);
	const asked = hooks.dispatcher.notify("session_shutdown", shutdown);
	await settled();
	hooks.runtime.interrupt();
	await pass(hooks, 9999);
	const before = hooks.complaints();
	await pass(hooks, 1);
	await asked;

	expect([before, hooks.complaints()]).toEqual([[], ["a: session_shutdown was not answered within 10 s"]]);
});

test("an interrupted tool has its own moment, a command is not interrupted, and what comes late is dropped", async () => {
	const hooks = createHooks();
	const { fence } = hooks.runtime;
	const late = promised<string>();
	const command = promised<string>();
	const tool = fence.call(hooks.owner("a"), { event: "tool:x", silent: true, grace: 6000 }, () => late.promise);
	const running = fence.call(hooks.owner("a"), { event: "command" }, () => command.promise);

	hooks.runtime.interrupt();
	await pass(hooks, 5999);
	const before = await Promise.race([tool, Promise.resolve("waiting")]);
	await pass(hooks, 1);
	const after = await tool;
	late.resolve("late");
	await pass(hooks, 3_600_000);
	command.resolve("done");

	expect([before, after.ok, await running]).toEqual(["waiting", false, { ok: true, value: "done" }]);
});

test("a factory that never ends is given up", async () => {
	const hooks = createHooks(settingsDeadlines({}, { hasUser: true }));
	const factory = hooks.runtime.fence.call(hooks.owner("a"), { event: "factory", silent: true }, never);
	await pass(hooks, 30_000);

	expect(await factory).toMatchObject({ ok: false, fault: { error: "factory was not answered within 30 s" } });
});

test("a wait is told after two seconds of the handler's own time, and its end", async () => {
	const hooks = createHooks();
	const notices: WaitNotice[] = [];
	const hush = hooks.runtime.onWait((notice) => notices.push(notice));
	const dialog = promised<void>();
	const answer = promised<void>();
	hooks.on("quick", "input", async () => {});
	hooks.on("slow", "input", async () => {
		await hooks.runtime.during(hooks.owner("slow"), () => dialog.promise);
		await answer.promise;
	});

	const asked = hooks.dispatcher.waterfall("input", input);
	await pass(hooks, 60_000);
	dialog.resolve();
	await pass(hooks, 1999);
	const before = [...notices];
	await pass(hooks, 1);
	answer.resolve();
	await asked;
	hush();
	void hooks.dispatcher.waterfall("input", input);
	await pass(hooks, 60_000);

	expect([before, notices]).toEqual([
		[],
		[
			{ type: "extension_wait_start", extensionPath: "slow", event: "input", seconds: 62 },
			{ type: "extension_wait_end", extensionPath: "slow", event: "input", seconds: 62 },
		],
	]);
});

test.each([
	["agent_end", 60_000],
	["session_start", 60_000],
	["input", 300_000],
	["session_before_switch", 300_000],
	["turn_end", 300_000],
	["tool_call", 300_000],
	["user_bash", 300_000],
	["project_trust", 300_000],
	["session_shutdown", 10_000],
	["factory", 30_000],
	["route", 300_000],
	["command", undefined],
	["tool:bash", undefined],
	["constructor", undefined],
])("%s may take %s milliseconds where nobody can end the wait", (event, expected) => {
	const policy = settingsDeadlines({}, { hasUser: false });
	expect(policy.deadlineFor({} as never, event)).toBe(expected);
});

test("guards have no limit where a user can end the wait; settings are seconds, and zero is no limit", () => {
	const settings = { extensionDeadlines: { observe: 0, transform: 1.5 } };
	const policy = settingsDeadlines(settings, { hasUser: true });
	const found = ["tool_call", "agent_end", "input", "factory"].map((event) => policy.deadlineFor({} as never, event));
	expect(found).toEqual([undefined, undefined, 1500, 30_000]);
});
