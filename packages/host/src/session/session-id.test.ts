import { expect, test } from "vitest";
import { assertValidSessionId, createEntryId, createSessionId } from "./session-id.ts";

function accepts(id: string): boolean {
	try {
		assertValidSessionId(id);
		return true;
	} catch {
		return false; // refused, which is what is asked
	}
}

test("a session id is letters, digits, dot, dash and underscore and begins and ends with a letter or digit (S14)", () => {
	const good = ["a", "A_b9", "a.b", "x".repeat(300), "01a22e62-40dd-77ea-b632-020264575747"];
	const bad = ["", "-a", "a-", ".", "a.", "a/b", "a\\b", "a b", "é", "a\n", "..", "_"];
	expect([good.map(accepts), bad.map(accepts)]).toEqual([good.map(() => true), bad.map(() => false)]);
});

test("the default id is a UUID of version 7 that begins with the time", () => {
	const ids = [1, 2, 3].map((second) => createSessionId(1_700_000_000_000 + second * 1000));
	expect(ids.every((id) => /^018bcfe5-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true);
	expect(ids.toSorted()).toEqual(ids);
});

test("an entry id that is taken is not given again, and a source that only repeats itself is replaced by a UUID", () => {
	const ids = ["00000001", "00000001", "00000002"].values();
	expect(
		createEntryId(
			() => ids.next().value ?? "",
			(id) => id === "00000001",
		),
	).toBe("00000002");
	expect(
		createEntryId(
			() => "00000001",
			(id) => id === "00000001",
		),
	).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
});
