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
		outcome: {
			entries: [note("b")],
			continue: true,
			entriesBy: hooks.owner("b"),
			continueBy: hooks.owner("b"),
			faultKnown: false,
		},
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
		faultKnown: false,
	});
});

test.each([
	["throws", () => fail("broken"), "broken"],
	["proposes no list", () => ({ entries: note("x"), continue: true }), "entries must be a list of drafts"],
	["proposes a list of no drafts", () => ({ entries: ["x"], continue: true }), "entries must be a list of drafts"],
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
		outcome: {
			entries: [note("a")],
			continue: false,
			entriesBy: hooks.owner("a"),
			continueBy: undefined,
			faultKnown: false,
		},
		seen: [[note("a")]],
		complaints: [`b: ${complaint}`],
	});
});

const edit: BoundaryDraft = { type: "context_edit", targetId: "?", replacement: null };

test.each([
	["names an unknown entry", edit, "unknown entry"],
	[
		"has another type",
		{ type: "label" } as never,
		"a draft must have one of the types custom, custom_message, context_edit, compaction",
	],
])("a draft that %s is told at once and spoils the proposal (TRAP18, B19)", async (_how, draft, complaint) => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	hooks.on("a", "agent_before_settle", () => ({ entries: [note("a")] }));
	hooks.on("b", "agent_before_settle", (event) => ({ entries: [...event.entries, draft], continue: true }));
	hooks.on("c", "agent_before_settle", (event) => void seen.push([event.entries, event.context.canContinue]));

	const outcome = await hooks.dispatcher.boundary("agent_before_settle", start, { buildContext });

	expect({ outcome, seen, complaints: hooks.complaints() }).toEqual({
		outcome: {
			entries: [note("a"), draft],
			continue: true,
			entriesBy: hooks.owner("b"),
			continueBy: hooks.owner("b"),
			faultKnown: true,
		},
		// The preview is that of the last entries that could be committed.
		seen: [[[note("a"), draft], true]],
		complaints: [`b: ${complaint}`],
	});
});

test("a later handler mends what an earlier one spoiled (E20)", async () => {
	const hooks = createHooks();
	hooks.on("a", "agent_before_settle", () => ({ entries: [note("a"), edit], continue: true }));
	hooks.on("b", "agent_before_settle", (event) => void event.entries.pop());

	const outcome = await hooks.dispatcher.boundary("agent_before_settle", start, { buildContext });

	expect([outcome?.entries, outcome?.faultKnown, outcome?.continue]).toEqual([[note("a")], false, true]);
});

test("a list that is changed in place is a proposal, a field that is set is none (E20)", async () => {
	const hooks = createHooks();
	const seen: unknown[] = [];
	hooks.on("a", "turn_end", (event) => {
		event.entries.push(note("a"));
		event.continue = true;
	});
	hooks.on("b", "turn_end", (event) => {
		seen.push([[...event.entries], event.continue, event.turnIndex, event.context.canContinue]);
		event.entries = [];
	});
	const turn = { type: "turn_end", turnIndex: 3, outcome: "completed", toolResultEntryIds: [] } as never;

	const outcome = await hooks.dispatcher.boundary("turn_end", turn, { buildContext });

	expect({ seen, entries: outcome?.entries, by: outcome?.entriesBy }).toEqual({
		seen: [[[note("a")], false, 3, true]],
		entries: [note("a")],
		by: hooks.owner("a"),
	});
});

test("what a handler put into the list before it threw is proposed, what it puts in later is not", async () => {
	const hooks = createHooks();
	let kept: BoundaryDraft[] = [];
	hooks.on("a", "agent_before_settle", (event) => void (kept = event.entries));
	hooks.on("b", "agent_before_settle", (event) => {
		kept.push(note("late"));
		event.entries.push(note("b"));
		fail("broken");
	});

	const outcome = await hooks.dispatcher.boundary("agent_before_settle", start, { buildContext });

	expect([outcome?.entries, hooks.complaints()]).toEqual([[note("b")], ["b: broken"]]);
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
