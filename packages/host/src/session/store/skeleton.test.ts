import * as fc from "fast-check";
import { expect, test } from "vitest";
import { sessionEntries } from "../../../test/session/entries.ts";
import { toEntryKey } from "./entry-key.ts";
import { rowOf } from "./read-skeleton-line.ts";
import { Skeleton } from "./skeleton.ts";

function skeletonOf(rows: readonly (readonly [id: string, parentId: string | null])[]): Skeleton {
	const skeleton = new Skeleton();
	for (const [id, parent] of rows) {
		skeleton.add({
			key: toEntryKey(id),
			parent: parent === null ? null : toEntryKey(parent),
			type: "t",
			offset: 0,
			length: 0,
		});
	}
	return skeleton;
}

test("every entry is found by id and keeps id, parent and type", () => {
	fc.assert(
		fc.property(sessionEntries, (entries) => {
			const skeleton = new Skeleton();
			for (const entry of entries) skeleton.add(rowOf(entry, 0));
			const kept = entries.map((_, at) => [skeleton.idAt(at), skeleton.parentIdAt(at), skeleton.typeAt(at)]);
			expect(kept).toEqual(entries.map(({ id, parentId, type }) => [id, parentId, type]));
			expect(entries.map(({ id }) => skeleton.positionOf(id))).toEqual(entries.map((_, at) => at));
			expect(skeleton.positionsOfType("message")).toEqual(
				entries.flatMap(({ type }, at) => (type === "message" ? [at] : [])),
			);
		}),
	);
});

test("a hundred thousand ids of both forms are told apart", () => {
	const ids = Array.from({ length: 100_000 }, (_, n) =>
		n % 5 === 0 ? `id-${n}` : (n * 40_503).toString(16).padStart(8, "0"),
	);
	const skeleton = skeletonOf(ids.map((id, n) => [id, ids[n - 1] ?? null]));
	expect(ids.findIndex((id, n) => skeleton.positionOf(id) !== n || skeleton.idAt(n) !== id)).toBe(-1);
	expect(skeleton.positionOf("ffffffff")).toBeUndefined();
});

test("children that stand before their parent belong to it", () => {
	const skeleton = skeletonOf([
		["b", "a"],
		["c", "b"],
		["a", null],
	]);
	expect([0, 1, 2].map((at) => skeleton.parentOf(at))).toEqual([2, 0, undefined]);
});

test("parents in a circle leave one entry an orphan, so that every walk ends", () => {
	const skeleton = skeletonOf([
		["a", "b"],
		["b", "c"],
		["c", "a"],
		["self", "self"],
	]);
	expect([0, 1, 2, 3].map((at) => skeleton.parentOf(at))).toEqual([1, undefined, 0, undefined]);
	expect([1, 3].map((at) => skeleton.parentIdAt(at))).toEqual(["c", "self"]);
});

test("of two entries with one id the last is found, and both are there", () => {
	const skeleton = skeletonOf([
		["00000001", null],
		["00000001", "00000001"],
		["00000002", "00000001"],
	]);
	expect([skeleton.size, skeleton.positionOf("00000001"), skeleton.parentOf(1), skeleton.parentOf(2)]).toEqual([
		3, 1, 0, 1,
	]);
});
