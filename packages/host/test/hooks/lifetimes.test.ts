import { expect, test } from "vitest";
import { createHooks, promised } from "./hook-harness.ts";

const started = { type: "agent_start" } as const;
const toolCall = () => ({ type: "tool_call", toolName: "x", toolCallId: "1", input: {} }) as const;
/** Several turns of the event loop, enough for any hop. */
const settled = async (): Promise<void> => {
	for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test("handlers run in load order and then in registration order, however late they were registered", async () => {
	const hooks = createHooks();
	const log: string[] = [];
	hooks.owner("a");
	hooks.on("b", "agent_start", () => log.push("b1"));
	hooks.on("c", "agent_start", () => log.push("c1"));
	hooks.on("a", "agent_start", () => log.push("a1"));
	hooks.on("b", "agent_start", () => log.push("b2"));

	await hooks.dispatcher.notify("agent_start", started);

	expect(log).toEqual(["a1", "b1", "b2", "c1"]);
});

test("a dispatch works on the handlers as they were when it began", async () => {
	const hooks = createHooks();
	const log: string[] = [];
	hooks.on("a", "agent_start", () => {
		log.push("a");
		removeC();
		hooks.on("d", "agent_start", () => log.push("d"));
	});
	hooks.on("b", "agent_start", async () => log.push("b"));
	const removeC = hooks.on("c", "agent_start", () => log.push("c"));

	const first = hooks.dispatcher.notify("agent_start", started);
	hooks.on("e", "agent_start", () => log.push("e"));
	await first;
	log.push("|");
	await hooks.dispatcher.notify("agent_start", started);

	expect(log).toEqual(["a", "b", "c", "|", "a", "b", "e", "d"]);
});

test("unsubscribing removes this one registration, twice does no harm", async () => {
	const hooks = createHooks();
	const log: string[] = [];
	const handler = (): number => log.push("x");
	const remove = hooks.on("a", "agent_start", handler);
	hooks.on("a", "agent_start", handler);
	remove();
	remove();

	await hooks.dispatcher.notify("agent_start", started);

	expect(log).toEqual(["x"]);
});

test("an unknown event is accepted and never fires", () => {
	const hooks = createHooks();

	expect(hooks.on("a", "no_such_event" as "agent_start", () => undefined)()).toBe(undefined);
	expect(hooks.runtime.dispatcher.hears("agent_start")).toBe(false);
});

test("an abort ends the dispatch, asks nobody else and drops the late answer", async () => {
	const hooks = createHooks();
	const abort = new AbortController();
	const late = promised<object>();
	let later = 0;
	hooks.on("a", "input", () => ({ action: "transform", text: "before" }));
	hooks.on("b", "input", () => late.promise);
	hooks.on("c", "input", () => (later += 1));

	const asked = hooks.dispatcher.waterfall(
		"input",
		{ type: "input", text: "", source: "rpc" },
		{ signal: abort.signal },
	);
	await settled();
	abort.abort();
	const outcome = await asked;
	late.resolve({ action: "transform", text: "late" });
	await settled();

	expect({ text: outcome?.event.text, later, faults: hooks.faults }).toEqual({ text: "before", later: 0, faults: [] });
});

test("an aborted guard refuses", async () => {
	const hooks = createHooks();
	const abort = new AbortController();
	hooks.on("guard", "tool_call", () => {
		abort.abort();
		return promised<void>().promise;
	});

	expect(await hooks.dispatcher.veto("tool_call", toolCall(), { signal: abort.signal })).toEqual({
		type: "refused",
		refusal: { owner: hooks.owner("guard"), message: "guard: Operation aborted" },
	});
});

test("a late rejection after an abort is nobody's unhandled rejection", async () => {
	const hooks = createHooks();
	const abort = new AbortController();
	const late = promised<void>();
	hooks.on("a", "agent_start", () => late.promise);
	const unhandled: unknown[] = [];
	const note = (error: unknown): number => unhandled.push(error);
	process.on("unhandledRejection", note);

	const asked = hooks.dispatcher.notify("agent_start", started, { signal: abort.signal });
	await settled();
	abort.abort();
	await asked;
	late.reject(new Error("late"));
	await settled();
	process.off("unhandledRejection", note);

	expect({ unhandled, faults: hooks.faults }).toEqual({ unhandled: [], faults: [] });
});

test("one signal ends every dispatch under it and no other", async () => {
	const hooks = createHooks();
	const abort = new AbortController();
	const held = promised<void>();
	hooks.on("a", "agent_start", () => held.promise);
	const log: string[] = [];
	const ask = async (name: string, signal: AbortSignal | undefined): Promise<void> => {
		await hooks.dispatcher.notify("agent_start", started, { signal });
		log.push(name);
	};
	const all = [ask("one", abort.signal), ask("free", undefined), ask("two", abort.signal)];
	await settled();
	abort.abort();
	await settled();
	log.push("|");
	held.resolve();
	await Promise.all(all);

	expect(log).toEqual(["one", "two", "|", "free"]);
});

test("a handler that is overdue is reported and the next one is asked", async () => {
	const hooks = createHooks({ deadlineFor: (owner) => (owner.path === "slow" ? 50 : undefined) });
	const late = promised<object>();
	hooks.on("slow", "input", () => late.promise);
	hooks.on("b", "input", (event) => ({ action: "transform", text: `${event.text} b` }));

	const asked = hooks.dispatcher.waterfall("input", { type: "input", text: "said", source: "rpc" });
	await settled();
	hooks.clock.advance(49);
	await settled();
	expect(hooks.faults).toEqual([]);
	hooks.clock.advance(1);
	late.resolve({ action: "transform", text: "late" });

	expect((await asked)?.event.text).toBe("said b");
	expect(hooks.faults).toEqual([
		{ extensionPath: "slow", event: "input", error: "input was not answered within 0.05 s" },
	]);
});

test("a handler's own deadline goes before the policy, and an overdue guard refuses", async () => {
	const hooks = createHooks({ deadlineFor: () => 1000 });
	hooks.on("guard", "tool_call", () => promised<void>().promise, { deadlineMs: 10 });

	const asked = hooks.dispatcher.veto("tool_call", toolCall());
	await settled();
	hooks.clock.advance(10);

	expect(await asked).toEqual({
		type: "refused",
		refusal: { owner: hooks.owner("guard"), message: "guard: tool_call was not answered within 0.01 s" },
	});
});

test("synchronous handlers cost no timer, and all that wait share one", async () => {
	const hooks = createHooks({ deadlineFor: () => 10 });
	const held = promised<void>();
	hooks.on("a", "agent_end", () => undefined);
	hooks.on("a", "agent_start", () => held.promise);

	await hooks.dispatcher.notify("agent_end", { type: "agent_end", messages: [] });
	const before = hooks.clock.timers;
	const asked = [1, 2, 3].map(() => hooks.dispatcher.notify("agent_start", started));
	await settled();
	const during = hooks.clock.timers;
	held.resolve();
	for (const answer of asked) await answer;

	expect([before, during]).toEqual([0, 1]);
});

test("what a retired generation answers late is dropped and its other handlers are not asked", async () => {
	const hooks = createHooks();
	const late = promised<object>();
	let later = 0;
	hooks.on("a", "input", () => late.promise);
	hooks.on("b", "input", () => (later += 1));
	const next = hooks.runtime.beginGeneration(() => ({}) as never);
	hooks.runtime.handlers.on(hooks.runtime.owners.add("new", next), {
		event: "input",
		handler: (event) => ({ action: "transform" as const, text: `${event.text} new` }),
	});

	const asked = hooks.dispatcher.waterfall("input", { type: "input", text: "said", source: "rpc" });
	await settled();
	hooks.runtime.retire(hooks.generation);
	late.resolve({ action: "transform", text: "late" });

	expect((await asked)?.event.text).toBe("said new");
	expect({ later, faults: hooks.faults }).toEqual({ later: 0, faults: [] });
});

test("a guard that is retired while it is asked refuses", async () => {
	const hooks = createHooks();
	hooks.on("guard", "tool_call", () => promised<void>().promise);

	const asked = hooks.dispatcher.veto("tool_call", toolCall());
	await settled();
	hooks.runtime.retire(hooks.generation);

	expect(await asked).toEqual({
		type: "refused",
		refusal: { owner: hooks.owner("guard"), message: "guard: was reloaded while it was asked" },
	});
	expect(hooks.dispatcher.hears("tool_call")).toBe(false);
});

test("each extension gets one context, whatever it hears", async () => {
	const hooks = createHooks();
	const seen: object[] = [];
	hooks.on("a", "agent_start", (_event, context) => seen.push(context));
	hooks.on("a", "agent_end", (_event, context) => seen.push(context));
	hooks.on("b", "agent_end", (_event, context) => seen.push(context));

	await hooks.dispatcher.notify("agent_start", started);
	await hooks.dispatcher.notify("agent_end", { type: "agent_end", messages: [] });

	expect(seen).toEqual([{ cwd: "a" }, { cwd: "a" }, { cwd: "b" }]);
	expect(seen[0]).toBe(seen[1]);
});

test("a thenable that is no promise is waited for, and one that throws is a failure", async () => {
	const hooks = createHooks();
	const answer = { action: "transform", text: "then" };
	// oxlint-disable-next-line unicorn/no-thenable -- what is tested
	hooks.on("a", "input", () => ({ then: (resolve: (value: unknown) => void) => resolve(answer) }));
	hooks.on("b", "input", () => ({
		// oxlint-disable-next-line unicorn/no-thenable -- what is tested
		get then(): never {
			throw new Error("broken then");
		},
	}));

	const outcome = await hooks.dispatcher.waterfall("input", { type: "input", text: "said", source: "rpc" });

	expect({ text: outcome?.event.text, complaints: hooks.complaints() }).toEqual({
		text: "then",
		complaints: ["b: broken then"],
	});
});

test("a handler may ask an event itself", async () => {
	const hooks = createHooks();
	const log: string[] = [];
	hooks.on("a", "agent_start", async () => {
		log.push("outer begins");
		await hooks.dispatcher.notify("agent_end", { type: "agent_end", messages: [] });
		log.push("outer ends");
	});
	hooks.on("a", "agent_end", () => log.push("inner"));

	await hooks.dispatcher.notify("agent_start", started);

	expect(log).toEqual(["outer begins", "inner", "outer ends"]);
});
