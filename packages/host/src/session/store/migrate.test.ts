import { expect, test } from "vitest";
import { assistant, toLines, user } from "../../../test/session/entries.ts";
import { migrateSession, migrateValues } from "./migrate.ts";

const time = "2024-01-01T00:00:00.000Z";
const head = { type: "session", id: "old", timestamp: time, cwd: "/q", provider: "p" };

function migrate(text: string, version: number): unknown[] {
	const bytes = Buffer.from(text);
	const source = { size: bytes.length, readInto: (target: Uint8Array, at: number) => bytes.copy(target, 0, at) };
	const lines = migrateSession(source, version).toString().trimEnd().split("\n");
	return lines.map((line) => (line.startsWith("{") ? (JSON.parse(line) as unknown) : line));
}

test("a list without ids becomes a chain, and old compactions name the entry they counted (S16)", () => {
	const old = [
		head,
		{ type: "message", timestamp: time, message: user("one") },
		{ type: "message", timestamp: time, message: assistant("two") },
		{ type: "compaction", timestamp: time, summary: "S", firstKeptEntryIndex: 2, tokensBefore: 9 },
		{ type: "message", timestamp: time, message: { role: "hookMessage", customType: "h", content: "x", timestamp: 1 } },
	];
	expect(migrate(toLines(old), 1)).toEqual([
		{ ...head, version: 3 },
		{ ...old[1], id: "00000001", parentId: null },
		{ ...old[2], id: "00000002", parentId: "00000001" },
		{
			type: "compaction",
			timestamp: time,
			summary: "S",
			tokensBefore: 9,
			id: "00000003",
			parentId: "00000002",
			firstKeptEntryId: "00000002",
		},
		{
			type: "message",
			timestamp: time,
			message: { role: "custom", customType: "h", content: "x", timestamp: 1 },
			id: "00000004",
			parentId: "00000003",
		},
	]);
});

test("a tree of version 2 keeps ids and parents (S16)", () => {
	const old = [
		{ ...head, version: 2 },
		{ type: "message", id: "a", parentId: null, timestamp: time, message: { role: "hookMessage", content: "x" } },
		{ type: "message", id: "b", parentId: "a", timestamp: time, message: user("one") },
	];
	expect(migrate(toLines(old), 2)).toEqual([
		{ ...head, version: 3 },
		{ type: "message", id: "a", parentId: null, timestamp: time, message: { role: "custom", content: "x" } },
		old[2],
	]);
});

test("lines that are no entries stay as they are, and counting goes on", () => {
	const text = `${JSON.stringify(head)}\nbroken\n${JSON.stringify({ type: "custom", timestamp: time })}\n`;
	expect(migrate(text, 1)).toEqual([
		{ ...head, version: 3 },
		"broken",
		{ type: "custom", timestamp: time, id: "00000002", parentId: null },
	]);
});

test("values in memory are migrated in place, once", () => {
	const values: Record<string, unknown>[] = [{ ...head }, { type: "custom", timestamp: time }];
	migrateValues(values);
	migrateValues(values);
	expect(values).toEqual([
		{ ...head, version: 3 },
		{ type: "custom", timestamp: time, id: "00000001", parentId: null },
	]);
});
