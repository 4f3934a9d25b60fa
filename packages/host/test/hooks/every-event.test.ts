import { expect, test } from "vitest";
import { HOOK_NAMES, HOOK_RULES } from "../../src/extension-api/hook-table.ts";
import { askAny } from "./every-event.ts";
import { createHooks, fail } from "./hook-harness.ts";

test("there are 41 events", () => {
	expect(HOOK_NAMES.length).toBe(41);
});

test.each(HOOK_NAMES)("%s gives undefined at once when nobody hears it", (name) => {
	const hooks = createHooks();

	expect([askAny(hooks.dispatcher, name), hooks.dispatcher.hears(name)]).toEqual([undefined, false]);
});

test.each(HOOK_NAMES)("%s asks one handler after the other and waits for each", async (name) => {
	const hooks = createHooks();
	const log: string[] = [];
	// Saying nothing about trust is a no (TRAP100), and nobody is asked after that.
	const pass = name === "project_trust" ? { trusted: "undecided" } : undefined;
	const note = (text: string): never => (log.push(text), pass) as never;
	hooks.on("a", name, async () => {
		log.push("a begins");
		await Promise.resolve();
		return note("a ends");
	});
	hooks.on("b", name, () => note("b"));
	hooks.on("c", name, async () => note("c"));

	const asked = askAny(hooks.dispatcher, name);
	expect(log).toEqual([]);
	await asked;

	expect(log).toEqual(["a begins", "a ends", "b", "c"]);
});

const throws = [
	["throws", () => fail("broken")],
	["rejects", async () => fail("broken")],
	["rejects later", () => new Promise((_, reject) => setImmediate(() => reject(new Error("broken"))))],
] as const;

test.each(HOOK_NAMES.flatMap((name) => throws.map(([how, handler]) => [name, how, handler] as const)))(
	"a handler of %s that %s is reported, and only a gate asks nobody after it",
	async (name, _how, handler) => {
		const hooks = createHooks();
		let later = 0;
		hooks.on("a.ts", name, handler);
		hooks.on("b.ts", name, () => void (later += 1));

		const outcome = await askAny(hooks.dispatcher, name);

		const isGate = HOOK_RULES[name].onFailure === "refuse";
		const { stack, ...fault } = hooks.faults[0] ?? {};
		expect({
			fault,
			hasStack: stack?.includes("broken"),
			later,
			refused: JSON.stringify(outcome)?.includes("a.ts: broken") ?? false,
		}).toEqual({
			fault: { extensionPath: "a.ts", event: name, error: "broken" },
			hasStack: true,
			later: isGate ? 0 : 1,
			refused: isGate,
		});
	},
);
