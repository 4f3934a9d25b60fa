import type { AgentMessage } from "@tau/agent";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assistant, entry, idOf, sessionEntries, system, toolResult, user } from "../../test/session/entries.ts";
import {
	buildContextEntries,
	buildSessionContext,
	buildSessionProjection,
	getLatestCompactionEntry,
} from "./context.ts";
import type { SessionEntry } from "./entry.ts";
import type { SessionDraft } from "./entry-draft.ts";
import { sessionEntryToContextMessages } from "./entry-messages.ts";

/** Entries one below the other. */
function chain(...drafts: SessionDraft[]): SessionEntry[] {
	return drafts.map((draft, number) => entry(number, number === 0 ? null : number - 1, draft));
}

function said(message: AgentMessage): SessionDraft {
	return { type: "message", message };
}

function compaction(firstKept: number, fields: object = {}): SessionDraft {
	return { type: "compaction", summary: "S", firstKeptEntryId: idOf(firstKept), tokensBefore: 7, ...fields };
}

function outline(messages: readonly AgentMessage[]): string[] {
	return messages.map((message) => {
		if ("summary" in message) return `${message.role}: ${message.summary}`;
		if (!("content" in message)) return message.role;
		const { content } = message;
		return `${message.role}: ${typeof content === "string" ? content : content.map((block) => ("text" in block ? block.text : block.type)).join()}`;
	});
}

function naiveContext(entries: readonly SessionEntry[], leafId: string): { ids: string[]; outline: string[] } {
	const byId = new Map(entries.map((found) => [found.id, found]));
	const path: SessionEntry[] = [];
	for (let at = byId.get(leafId); at !== undefined; at = byId.get(at.parentId ?? "")) path.unshift(at);
	const at = path.findLastIndex(({ type }) => type === "compaction");
	const latest = path[at];
	let selected = path;
	if (latest?.type === "compaction") {
		const before = path.slice(0, at);
		const kept = before.findIndex(({ id }) => id === latest.firstKeptEntryId);
		const isSystem = (found: SessionEntry): boolean => found.type === "message" && found.message.role === "system";
		selected = [
			latest,
			...(kept < 0 ? [] : before.slice(kept).filter((found) => !isSystem(found))),
			...path.slice(at + 1),
		];
	}
	const texts = selected.flatMap((found) => {
		const edit = path.findLast((other) => other.type === "context_edit" && other.targetId === found.id);
		const canEdit = found.type === "custom_message" || (found.type === "message" && found.message.role !== "system");
		const messages = found.type === "compaction" && found !== latest ? [] : sessionEntryToContextMessages(found);
		if (edit?.type !== "context_edit" || !canEdit) return outline(messages);
		return edit.replacement === null ? [] : messages.map(({ role }) => `${role}: edited`);
	});
	return { ids: selected.map(({ id }) => id), outline: texts };
}

test("the context of every branch of every tree is what a plain reading of the rules gives (S08)", () => {
	fc.assert(
		fc.property(sessionEntries, (entries) => {
			const contexts = entries.map(({ id }) => ({
				ids: buildContextEntries(entries, id).map((found) => found.id),
				outline: outline(buildSessionContext(entries, id).messages),
			}));
			expect(contexts).toEqual(entries.map(({ id }) => naiveContext(entries, id)));
		}),
		{ numRuns: 200 },
	);
});

test("without compaction the context is the branch, and entries of state contribute nothing", () => {
	const entries = chain(
		said(system({ content: "prompt" })),
		said(user("one")),
		{ type: "custom", customType: "state", data: 1 },
		{ type: "branch_summary", fromId: "root", summary: "left" },
		{ type: "branch_summary", fromId: "root", summary: "" },
		{ type: "custom_message", customType: "c", content: "hint", display: false, details: { a: 1 } },
		{ type: "label", targetId: idOf(1), label: "x" },
		said(assistant("two")),
	);
	expect(buildContextEntries(entries)).toEqual(entries);
	expect(buildSessionProjection(entries).entries.map(({ messages }) => outline(messages))).toEqual([
		["system: prompt"],
		["user: one"],
		[],
		["branchSummary: left"],
		[],
		["custom: hint"],
		[],
		["assistant: two"],
	]);
});

test("a compaction comes first with its checkpoint, and system messages among what it keeps are gone (S08)", () => {
	const checkpoint = system({ content: "now" });
	const entries = chain(
		said(system({ content: "old" })),
		said(user("one")),
		said(assistant("two")),
		said(system({ content: "patch" })),
		said(user("three")),
		compaction(2, { systemMessage: checkpoint }),
		said(system({ content: "later" })),
		said(user("four")),
	);
	expect(outline(buildSessionContext(entries).messages)).toEqual([
		"system: now",
		"compactionSummary: S",
		"assistant: two",
		"user: three",
		"system: later",
		"user: four",
	]);
});

test("a compaction that names itself, or an entry that is not before it, keeps nothing", () => {
	const after = ["compactionSummary: S", "user: two"];
	const contexts = [1, 2, 77].map((kept) => {
		const entries = chain(said(user("one")), compaction(kept), said(user("two")));
		return outline(buildSessionContext(entries).messages);
	});
	expect(contexts).toEqual([after, after, after]);
});

test("an earlier compaction inside what a later one keeps stays in the list and says nothing", () => {
	const entries = chain(said(user("one")), compaction(0, { summary: "first" }), said(user("two")), compaction(0));
	expect(buildContextEntries(entries).map(({ id }) => id)).toEqual([3, 0, 1, 2].map(idOf));
	expect(outline(buildSessionContext(entries).messages)).toEqual(["compactionSummary: S", "user: one", "user: two"]);
});

test("the latest edit on the branch wins, text becomes a block where the role needs one, and the entry stays (S09)", () => {
	const replace = (target: number, content: string): SessionDraft => ({
		type: "context_edit",
		targetId: idOf(target),
		replacement: { content },
	});
	const entries = chain(
		said(user("one")),
		said(assistant("two")),
		said(toolResult("three")),
		{ type: "custom_message", customType: "c", content: "four", display: true },
		{ type: "context_edit", targetId: idOf(0), replacement: null },
		replace(1, "lost"),
		replace(1, "ASSISTANT"),
		replace(2, "RESULT"),
		replace(3, "CUSTOM"),
	);
	const before = structuredClone(entries);
	const { messages } = buildSessionContext(entries);
	expect(messages).toEqual([
		{ ...assistant("ASSISTANT") },
		{ ...toolResult("RESULT") },
		{
			role: "custom",
			customType: "c",
			content: "CUSTOM",
			display: true,
			timestamp: Date.parse(entries[3]?.timestamp ?? ""),
		},
	]);
	expect(entries).toEqual(before);
});

test("an edit counts on its own branch only, and a system message or summary cannot be edited (S09)", () => {
	const entries = [
		entry(0, null, said(system({ content: "prompt" }))),
		entry(1, 0, said(user("one"))),
		entry(2, 1, { type: "context_edit", targetId: idOf(1), replacement: null }),
		entry(3, 1, { type: "context_edit", targetId: idOf(0), replacement: null }),
	];
	expect(outline(buildSessionContext(entries, idOf(2)).messages)).toEqual(["system: prompt"]);
	expect(outline(buildSessionContext(entries, idOf(3)).messages)).toEqual(["system: prompt", "user: one"]);
});

test("model and thinking level come from the whole branch: the last answer, unless another model was chosen since", () => {
	const entries = chain(
		{ type: "model_change", provider: "p", modelId: "m" },
		{ type: "thinking_level_change", thinkingLevel: "high" },
		said(user("one")),
		said(assistant("two")),
		compaction(4),
		{ type: "model_change", provider: "q", modelId: "n" },
	);
	const settings = entries.map(({ id }) => {
		const { model, thinkingLevel } = buildSessionContext(entries, id);
		return `${model?.provider}/${model?.modelId} ${thinkingLevel}`;
	});
	expect(settings).toEqual(["p/m off", "p/m high", "p/m high", "tester/test-1 high", "tester/test-1 high", "q/n high"]);
	expect(buildSessionContext(entries, null)).toEqual({ messages: [], thinkingLevel: "off", model: null });
});

test("the latest compaction of a list is its last one", () => {
	const entries = chain(compaction(0, { summary: "a" }), compaction(1, { summary: "b" }), said(user("x")));
	expect([getLatestCompactionEntry(entries), getLatestCompactionEntry([])]).toEqual([entries[1], null]);
});

test("entries of unknown types stay in the list and contribute nothing", () => {
	const alien = { ...entry(0, null, { type: "custom", customType: "c" }), type: "alien" } as unknown as SessionEntry;
	const entries = [alien, entry(1, 0, said(user("one")))];
	expect(buildContextEntries(entries)).toEqual(entries);
	expect(outline(buildSessionContext(entries).messages)).toEqual(["user: one"]);
});
