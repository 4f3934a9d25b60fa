import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
	assistant,
	counters,
	FIRST_TIME,
	header,
	idOf,
	sessionEntries,
	system,
	user,
} from "../../test/session/entries.ts";
import { buildSessionProjection } from "./context.ts";
import type { SessionEntry } from "./entry.ts";
import { Session } from "./session.ts";
import { MemoryStore } from "./store/memory-store.ts";

function session(entries: readonly SessionEntry[] = []): Session {
	return new Session({ store: new MemoryStore(header(), entries), cwd: "/project", sessionDir: "", ...counters() });
}

function say(target: Session, text: string): string {
	return target.append({ type: "message", message: user(text) }).id;
}

/** The code of what a call throws. */
function refusal(call: () => unknown): unknown {
	try {
		call();
		return "accepted";
	} catch (error) {
		return (error as { code?: string }).code;
	}
}

test("an appended entry gets id, parent and time and becomes the leaf (S06)", () => {
	const subject = session();
	say(subject, "one");
	const second = subject.append({ type: "custom", customType: "state", data: { count: 1 } });
	expect(second).toEqual({
		type: "custom",
		id: "00000002",
		parentId: "00000001",
		timestamp: new Date(FIRST_TIME + 2000).toISOString(),
		customType: "state",
		data: { count: 1 },
	});
	expect([subject.getLeafId(), subject.getLeafEntry(), subject.getEntry("00000002")]).toEqual([
		"00000002",
		second,
		second,
	]);
});

test("entries, branch, tree and projection of any stored session are those of its list of entries", () => {
	fc.assert(
		fc.property(sessionEntries, (entries) => {
			const subject = session(entries);
			expect(subject.getEntries()).toEqual(entries);
			expect(subject.getLeafId()).toBe(entries.at(-1)?.id ?? null);
			for (const { id } of entries) {
				subject.branch(id);
				const projection = subject.buildSessionProjection();
				expect(projection).toEqual(buildSessionProjection(entries, id));
				expect(subject.buildContextEntries()).toEqual(projection.entries.map(({ sourceEntry }) => sourceEntry));
			}
		}),
		{ numRuns: 50 },
	);
});

test("moving the leaf starts a branch, and a leaf before everything starts another root (S06)", () => {
	const subject = session();
	const first = say(subject, "one");
	say(subject, "two");
	subject.branch(first);
	const other = say(subject, "other");
	subject.resetLeaf();
	const root = say(subject, "root");
	expect(
		[subject.getBranch(other), subject.getBranch(), subject.getChildren(first)].map((list) => list.map(({ id }) => id)),
	).toEqual([[first, other], [root], ["00000002", other]]);
	expect([subject.getTree().map(({ entry: { id } }) => id), subject.getBranch("unknown")]).toEqual([[first, root], []]);
});

test("a summary stands where the branch goes on and names the leaf that was left", () => {
	const subject = session();
	const first = say(subject, "one");
	const left = say(subject, "two");
	const summary = subject.branchWithSummary(first, { summary: "S", fromHook: true });
	const root = subject.branchWithSummary(null, { summary: "R" });
	expect([summary.parentId, summary.fromId, summary.fromHook, root.parentId, root.fromId]).toEqual([
		first,
		left,
		true,
		null,
		summary.id,
	]);
	expect(session().branchWithSummary(null, { summary: "S" }).fromId).toBe("root");
});

test("the latest label wins, empty text clears it, and each change is an entry at the leaf (S10)", () => {
	const subject = session();
	const first = say(subject, "one");
	const labels = ["a", "b", "", undefined].map((label) => {
		const entry = subject.append({ type: "label", targetId: first, label });
		return [subject.getLabel(first), "label" in entry ? entry.label : undefined, subject.getLeafId() === entry.id];
	});
	expect(labels).toEqual([
		["a", "a", true],
		["b", "b", true],
		[undefined, undefined, true],
		[undefined, undefined, true],
	]);
});

test("the session's name is the latest one on any branch, on one line, and empty takes it away (S11)", () => {
	const subject = session();
	const first = say(subject, "one");
	subject.append({ type: "session_info", name: " a\nb " });
	const names = [subject.getSessionName()];
	subject.branch(first);
	say(subject, "two");
	names.push(subject.getSessionName());
	subject.append({ type: "session_info", name: "c" });
	names.push(subject.getSessionName());
	subject.append({ type: "session_info", name: " " });
	names.push(subject.getSessionName());
	expect(names).toEqual(["a b", "a b", "c", undefined]);
});

test("a compaction that keeps nothing names itself and stores prompt and tools as they are", () => {
	const subject = session();
	const tool = { name: "x", description: "", parameters: {} };
	subject.append({ type: "message", message: system({ sections: { a: "A" }, toolsAdded: [tool] }) });
	const first = say(subject, "one");
	const keeping = subject.append({ type: "compaction", summary: "S", firstKeptEntryId: first, tokensBefore: 3 });
	subject.append({ type: "message", message: system({ sections: { b: "B" } }) });
	const keepingNothing = subject.append({ type: "compaction", summary: "T", firstKeptEntryId: null, tokensBefore: 3 });
	expect([keeping.firstKeptEntryId, keeping.systemMessage?.sections]).toEqual([first, { a: "A" }]);
	expect(keepingNothing.firstKeptEntryId).toBe(keepingNothing.id);
	expect(keepingNothing.systemMessage).toMatchObject({ sections: { a: "A", b: "B" }, toolsAdded: [tool] });
});

test("an edit is stored in the form its target needs", () => {
	const subject = session();
	const target = subject.append({ type: "message", message: assistant("one") }).id;
	const edit = subject.append({ type: "context_edit", targetId: target, replacement: { content: "two" } });
	expect(edit.replacement).toEqual({ content: [{ type: "text", text: "two" }] });
});

test("drafts and moves that name an entry they may not name are refused, and nothing is appended", () => {
	const subject = session();
	const first = say(subject, "one");
	const summary = subject.branchWithSummary(null, { summary: "S" }).id;
	const size = subject.index.size;
	const edit = (targetId: string) => () => subject.append({ type: "context_edit", targetId, replacement: null });
	const refusals = [
		edit("unknown"),
		edit(first),
		edit(summary),
		() => subject.append({ type: "label", targetId: "unknown", label: "x" }),
		() => subject.branch("unknown"),
		() => subject.branchWithSummary("unknown", { summary: "S" }),
	].map(refusal);
	expect(refusals).toEqual([
		"entry_not_found",
		"entry_not_on_branch",
		"entry_not_editable",
		"entry_not_found",
		"entry_not_found",
		"entry_not_found",
	]);
	expect([subject.index.size, subject.getLeafId()]).toEqual([size, summary]);
});

test("ids that the session has already are not given again", () => {
	const entries = [1, 2].map((number) => ({
		type: "custom" as const,
		customType: "c",
		id: idOf(number),
		parentId: null,
		timestamp: "t",
	}));
	expect(say(session(entries), "one")).toBe("00000003");
});
