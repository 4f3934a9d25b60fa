import { expect, test } from "vitest";
import { createHooks, fail, promised } from "./hook-harness.ts";

test("a call gives its value, at once or as a promise, as the extension did", async () => {
	const hooks = createHooks();
	const owner = hooks.owner("a");

	expect(hooks.runtime.fence.call(owner, "renderer", () => 1)).toEqual({ ok: true, value: 1 });
	const later = hooks.runtime.fence.call(owner, "factory", async () => 2);
	expect(later).toBeInstanceOf(Promise);
	expect(await later).toEqual({ ok: true, value: 2 });
});

test.each([
	["throws", () => fail("broken")],
	["rejects", () => Promise.reject(new Error("broken"))],
])("a call that %s is a value with the fault, and reported", async (_how, call) => {
	const hooks = createHooks();

	const outcome = await hooks.runtime.fence.call(
		hooks.owner("a"),
		{ event: "command", reportedPath: "command:go" },
		call,
	);

	const fault = { extensionPath: "command:go", event: "command", error: "broken", stack: expect.any(String) };
	expect({ outcome, faults: hooks.faults }).toEqual({ outcome: { ok: false, fault }, faults: [fault] });
});

test("a silent call reports nothing, because its caller does", async () => {
	const hooks = createHooks();

	const outcome = hooks.runtime.fence.call(hooks.owner("a"), { event: "factory", silent: true }, () => fail("broken"));

	expect({ ok: outcome.ok, faults: hooks.faults }).toEqual({ ok: false, faults: [] });
});

test("the late value of a retired generation is dropped", async () => {
	const hooks = createHooks();
	const late = promised<number>();

	const called = hooks.runtime.fence.call(hooks.owner("a"), "tool", () => late.promise);
	hooks.runtime.retire(hooks.generation);
	late.resolve(1);

	expect(await called).toEqual({
		ok: false,
		fault: {
			extensionPath: "a",
			event: "tool",
			error: "The extension was reloaded meanwhile; its late result is dropped.",
		},
	});
	expect(hooks.faults).toEqual([]);
});

test("calls, errors and time are counted by extension and event", async () => {
	const hooks = createHooks();
	const work = (milliseconds: number) => (): void => hooks.clock.advance(milliseconds);
	hooks.on("a", "agent_start", work(3));
	hooks.on("a", "agent_start", async () => {
		await Promise.resolve();
		hooks.clock.advance(5);
	});
	hooks.on("b", "agent_start", () => {
		hooks.clock.advance(7);
		throw new Error("broken");
	});
	hooks.on("c", "agent_end", work(1));

	await hooks.dispatcher.notify("agent_start", { type: "agent_start" });
	await hooks.dispatcher.notify("agent_start", { type: "agent_start" });
	hooks.runtime.fence.call(hooks.owner("c"), "renderer", work(2));

	expect(hooks.runtime.counters()).toEqual([
		{ extensionPath: "a", event: "agent_start", calls: 4, errors: 0, totalMs: 16 },
		{ extensionPath: "b", event: "agent_start", calls: 2, errors: 2, totalMs: 14 },
		{ extensionPath: "c", event: "renderer", calls: 1, errors: 0, totalMs: 2 },
	]);
});

test("the shared memory names whose synchronous code runs, also inside of another's", async () => {
	const hooks = createHooks();
	const memory = new Int32Array(hooks.runtime.pulseMemory);
	const seen: unknown[] = [];
	const look = (): number => seen.push(memory[0]);
	const [a, b] = [hooks.owner("a"), hooks.owner("b")];
	hooks.on("a", "agent_start", async () => {
		look();
		hooks.runtime.fence.call(b, "bus", () => {
			look();
			fail("broken");
		});
		look();
		await Promise.resolve();
		look();
	});

	const beat = memory[1];
	await hooks.dispatcher.notify("agent_start", { type: "agent_start" });
	look();

	expect({ seen, beats: Number(memory[1]) - Number(beat) }).toEqual({ seen: [a.id, b.id, a.id, 0, 0], beats: 2 });
});

test("a kill that hit no dispatch names the owner and says that nothing was resumed", () => {
	const hooks = createHooks();
	// What termination leaves behind: nobody wrote the end of the call.
	new Int32Array(hooks.runtime.pulseMemory)[0] = hooks.owner("a").id;

	expect(hooks.runtime.resumeAfterKill()).toEqual({ owner: hooks.owner("a"), resumed: false });
	expect(hooks.runtime.resumeAfterKill()).toEqual({ owner: undefined, resumed: false });
});
