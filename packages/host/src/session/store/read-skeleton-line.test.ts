import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sessionEntries } from "../../../test/session/entries.ts";
import { fromEntryKey, toEntryKey } from "./entry-key.ts";
import { readSkeletonLine } from "./read-skeleton-line.ts";

function read(text: string | Buffer): unknown {
	const bytes = Buffer.from(text);
	return readSkeletonLine({ bytes, start: 0, end: bytes.length, offset: 100, terminated: true, number: 1 });
}

function row(id: string, parentId: string | null, type: string, span: { offset: number; length: number }): object {
	return { key: toEntryKey(id), parent: parentId === null ? null : toEntryKey(parentId), type, ...span };
}

test("a line gives id, parent and type whatever the order of its fields", () => {
	const shuffled = sessionEntries
		.filter((entries) => entries.length > 0)
		.chain((entries) => fc.constantFrom(...entries))
		.chain((entry) =>
			fc
				.shuffledSubarray(Object.entries(entry), { minLength: Object.keys(entry).length })
				.map((fields) => ({ entry, line: JSON.stringify(Object.fromEntries(fields)) })),
		);
	fc.assert(
		fc.property(shuffled, ({ entry, line }) => {
			const span = { offset: 100, length: Buffer.byteLength(line) };
			expect(read(line)).toEqual(row(entry.id, entry.parentId, entry.type, span));
		}),
	);
});

test("ids that are no hexadecimal digits, that hold quotes or differ in case are kept exactly", () => {
	const ids = ["ABCDEF01", "abcdef01", "0abcdef01", 'say "hi"', "a\\b", "ü", "550e8400-e29b-41d4-a716-446655440000"];
	const keys = ids.map((id) => {
		const found = read(JSON.stringify({ type: "x", id, parentId: id, timestamp: "t" })) as Record<
			"key" | "parent",
			string
		>;
		return [fromEntryKey(found.key), fromEntryKey(found.parent)];
	});
	expect(keys).toEqual(ids.map((id) => [id, id]));
});

test("fields of a nested object are not taken for those of the entry", () => {
	const inner = { id: "11111111", parentId: "22222222", timestamp: "t" };
	const nestedLast = JSON.stringify({ type: "custom", parentId: null, id: "33333333", data: { a: 1, ...inner } });
	const nestedFirst = JSON.stringify({
		type: "custom",
		data: { a: 1, ...inner },
		id: "33333333",
		parentId: null,
		timestamp: "t",
	});
	const inText = JSON.stringify({
		type: "custom",
		data: `,"id":"11111111","parentId":null,"timestamp":"t"}`,
		id: "33333333",
	});
	expect([nestedLast, nestedFirst, inText].map(read)).toEqual(
		[nestedLast, nestedFirst, inText].map((line) =>
			row("33333333", null, "custom", { offset: 100, length: line.length }),
		),
	);
});

test("blank lines are nothing, and what is no entry is broken", () => {
	const broken = [
		"{",
		"[]",
		"1",
		'{"type":"x"}',
		'{"id":"a"}',
		'{"type":"session","id":"a"}',
		"\0\0\0",
		'{"type":"message","id":"a","par',
	];
	expect(["", "  ", "\r"].map(read)).toEqual(["blank", "blank", "blank"]);
	expect(broken.map(read)).toEqual(broken.map(() => "broken"));
});

test("an entry behind a run of NUL bytes is found where it begins", () => {
	const line = '{"type":"message","id":"00000001","parentId":null}';
	expect(read(`\0\0\0${line}`)).toEqual(row("00000001", null, "message", { offset: 103, length: line.length }));
});

test("half a record that was marked with a tab is not taken for a whole one", () => {
	const half = '{"type":"message","id":"00000001","parentId":null,"message":{"content":[{"text":"x"}';
	expect(read(`${half}\t`)).toBe("broken");
});
