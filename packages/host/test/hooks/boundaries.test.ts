import { expect, test } from "vitest";
import type { BoundaryDraft, BoundaryPreview } from "../../src/extension-api/events/turn-events.ts";
import { createHooks, fail } from "./hook-harness.ts";

const note = (customType: string): BoundaryDraft => ({ type: "custom", customType });
const start = { type: "agent_before_settle", outcome: "completed" } as const;

/** A preview that tells what it was built from. */
const buildContext = (entries: readonly BoundaryDraft[]): BoundaryPreview => {
	if (entries.some((entry) => entry.type === "context_edit")) throw new Error("unknown entry");
	return {
		contextEntries: [],
		contextMessages: [],
		llmMessages: [],
		pendingMessages: [],
		canContinue: entries.length > 0,
	};
};

test("each handler sees the proposals so far and a preview of them", async () => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	const look = (event: { entries: BoundaryDraft[]; continue: boolean; context: BoundaryPreview }): void => {
		seen.push([event.entries, event.continue, event.context.canContinue]);
	};
	hooks.on("a", "agent_before_settle", look);
	hooks.on("b", "agent_before_settle", (event) => ({ entries: [...event.entries, note("b")], continue: true }));
	hooks.on("c", "agent_before_settle", look);

	const outcome = await hooks.dispatcher.boundary("agent_before_settle", start, { buildContext });

	expect({ seen, outcome }).toEqual({
		seen: [
			[[], false, false],
			[[note("b")], true, true],
		],
		outcome: { entries: [note("b")], continue: true, entriesBy: hooks.owner("b"), continueBy: hooks.owner("b") },
	});
});

test("an answered field replaces the proposal, an absent one leaves it", async () => {
	const hooks = createHooks();
	hooks.on("a", "agent_before_settle", () => ({ entries: [note("a")], continue: true }));
	hooks.on("b", "agent_before_settle", () => ({ continue: false }));
	hooks.on("c", "agent_before_settle", () => ({ entries: [note("c")] }));

	expect(await hooks.dispatcher.boundary("agent_before_settle", start, { buildContext })).toEqual({
		entries: [note("c")],
		continue: false,
		entriesBy: hooks.owner("c"),
		continueBy: hooks.owner("b"),
	});
});

test.each([
	["throws", () => fail("broken"), "broken"],
	[
		"proposes what cannot be committed",
		() => ({ entries: [note("x"), { type: "context_edit", targetId: "?", replacement: null }], continue: true }),
		"unknown entry",
	],
	[
		"proposes an unknown type",
		() => ({ entries: [{ type: "label" }], continue: true }),
		"a draft must have one of the types custom, custom_message, context_edit, compaction",
	],
	["proposes no list", () => ({ entries: note("x") }), "entries must be a list of drafts"],
	[
		"answers nonsense about going on",
		() => ({ entries: [note("x")], continue: "yes" }),
		"continue must be true or false",
	],
])("a handler that %s is reported and leaves the proposal as it was", async (_how, handler, complaint) => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	hooks.on("a", "agent_before_settle", () => ({ entries: [note("a")] }));
	hooks.on("b", "agent_before_settle", handler);
	hooks.on("c", "agent_before_settle", (event) => void seen.push(event.entries));

	const outcome = await hooks.dispatcher.boundary("agent_before_settle", start, { buildContext });

	expect({ outcome, seen, complaints: hooks.complaints() }).toEqual({
		outcome: { entries: [note("a")], continue: false, entriesBy: hooks.owner("a"), continueBy: undefined },
		seen: [[note("a")]],
		complaints: [`b: ${complaint}`],
	});
});

test("editing the proposal in place proposes nothing", async () => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	hooks.on("a", "turn_end", (event) => {
		event.entries.push(note("a"));
		event.continue = true;
	});
	hooks.on("b", "turn_end", (event) => void seen.push([event.entries, event.continue, event.turnIndex]));
	const turn = { type: "turn_end", turnIndex: 3, outcome: "completed", toolResultEntryIds: [] } as never;

	const outcome = await hooks.dispatcher.boundary("turn_end", turn, { buildContext });

	expect({ seen, entries: outcome?.entries }).toEqual({ seen: [[[], false, 3]], entries: [] });
});

test("nobody reads the preview, nobody builds it", async () => {
	const hooks = createHooks();
	let built = 0;
	hooks.on("a", "agent_before_settle", () => ({ continue: true }));

	await hooks.dispatcher.boundary("agent_before_settle", start, {
		buildContext: (entries) => {
			built += 1;
			return buildContext(entries);
		},
	});

	expect(built).toBe(0);
});
