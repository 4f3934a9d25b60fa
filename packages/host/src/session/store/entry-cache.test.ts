import { expect, test } from "vitest";
import { entry } from "../../../test/session/entries.ts";
import { EntryCache } from "./entry-cache.ts";

const entries = [0, 1, 2, 3].map((number) => entry(number, null, { type: "custom", customType: "c" }));

function fill(cache: EntryCache, how: "add" | "addIfRoom"): void {
	entries.forEach((value, at) => cache[how](at, value, 10));
}

function held(cache: EntryCache): number[] {
	return entries.flatMap((_, at) => (cache.get(at) === undefined ? [] : [at]));
}

test("the least recently used entries make room", () => {
	const cache = new EntryCache(30);
	entries.slice(0, 3).forEach((value, at) => cache.add(at, value, 10));
	cache.get(0);
	cache.add(3, entry(3, null, { type: "custom", customType: "c" }), 10);
	expect(held(cache)).toEqual([0, 2, 3]);
});

test("reading through many entries pushes none out", () => {
	const cache = new EntryCache(30);
	fill(cache, "addIfRoom");
	expect(held(cache)).toEqual([0, 1, 2]);
});

test("an entry larger than the cache is not held", () => {
	const cache = new EntryCache(5);
	fill(cache, "add");
	expect(held(cache)).toEqual([]);
});
