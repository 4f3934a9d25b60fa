import { afterEach, expect, test, vi } from "vitest";
import { uuidv7 } from "./uuid-v7.ts";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => {
	vi.restoreAllMocks();
});

function timeOf(id: string): number {
	return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
}

test("ids have version and variant, the time they were made at, and are in order within a millisecond", () => {
	const now = Date.now() + 1_000;
	vi.spyOn(Date, "now").mockReturnValue(now);

	const ids = Array.from({ length: 500 }, () => uuidv7());

	expect(ids.filter((id) => !FORM.test(id))).toEqual([]);
	expect(new Set(ids.map(timeOf))).toEqual(new Set([now]));
	expect(ids.toSorted()).toEqual(ids);
	expect(new Set(ids).size).toBe(500);
});

test("a clock that is set back does not bring ids out of order", () => {
	const first = uuidv7();
	vi.spyOn(Date, "now").mockReturnValue(1_000);

	const later = uuidv7();

	expect([first, later].toSorted()).toEqual([first, later]);
});

test("a given timestamp is kept, and ids of the same one are in order", () => {
	const ids = [uuidv7(1_000), uuidv7(1_000)];

	expect([ids.map(timeOf), ids.toSorted()]).toEqual([[1_000, 1_000], ids]);
});
