import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionTreeNode } from "../../src/session/readonly-session.ts";
import { openSession } from "../../src/session/open-session.ts";
import type { Session } from "../../src/session/session.ts";
import type { StoreProblem } from "../../src/session/store/store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A session that Pi 1.6.0 wrote through its published API, one entry of every type, and what Pi said about it. */
const recording = join(import.meta.dirname, "fixtures/pi-1.6.0.jsonl");
const expected = JSON.parse(
	readFileSync(join(import.meta.dirname, "fixtures/pi-1.6.0.expected.json"), "utf8"),
) as Record<string, unknown> & {
	labelled: string[];
	labels: (string | null)[];
};

const folder = temporaryFolder();

function openRecording(): { session: Session; problems: StoreProblem[] } {
	const path = join(folder, "recording.jsonl");
	copyFileSync(recording, path);
	const problems: StoreProblem[] = [];
	return {
		session: openSession(path, { fallbackCwd: folder, onProblem: (problem) => problems.push(problem) }),
		problems,
	};
}

function outline(node: SessionTreeNode): unknown[] {
	return [node.entry.id, ...node.children.map(outline)];
}

test("every line that Pi wrote is read as it stands, without a problem", () => {
	const { session, problems } = openRecording();
	const lines = readFileSync(recording, "utf8").trimEnd().split("\n");
	expect([session.getHeader(), ...session.getEntries()]).toEqual(lines.map((line) => JSON.parse(line) as unknown));
	expect(problems).toEqual([]);
});

test("leaf, name, labels, tree and context are what Pi made of them", () => {
	const { session } = openRecording();
	expect({
		leafId: session.getLeafId(),
		name: session.getSessionName(),
		labels: expected.labelled.map((id) => session.getLabel(id) ?? null),
		labelled: expected.labelled,
		contextEntries: session.buildContextEntries().map(({ id }) => id),
		context: session.buildSessionContext(),
		tree: session.getTree().map(outline),
	}).toEqual(expected);
});

test("the checkpoint that Tau would store at Pi's compaction is the one that Pi stored", () => {
	const { session } = openRecording();
	const stored = session.getEntries().find((entry) => entry.type === "compaction");
	session.branch(stored?.parentId ?? "");
	const made = session.append({ type: "compaction", summary: "S", firstKeptEntryId: null, tokensBefore: 1 });
	const timestamp = made.systemMessage?.timestamp;
	expect(made.systemMessage).toEqual({ ...(stored?.type === "compaction" && stored.systemMessage), timestamp });
});
