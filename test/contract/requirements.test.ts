import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { citedIds, readCitations } from "./read-citations.ts";
import { requirements } from "./requirements.ts";

const citations = readCitations(fileURLToPath(new URL("../..", import.meta.url)));

test("every requirement that is not pending is cited by a test", () => {
	const missing = requirements.filter(({ id, pending }) => pending === undefined && !citations.has(id));
	expect(missing.map(({ id, sentence }) => `${id}: ${sentence}`)).toEqual([]);
});

test("no requirement waits for later work although a test cites it", () => {
	const stale = requirements.filter(({ id, pending }) => pending !== undefined && citations.has(id));
	expect(stale.map(({ id, pending }) => `${id} (${pending}): ${citations.get(id)?.join(", ")}`)).toEqual([]);
});

test("tests cite only requirements that exist", () => {
	const known = new Set(requirements.map(({ id }) => id));
	const unknown = [...citations].filter(([id]) => !known.has(id));
	expect(unknown).toEqual([]);
});

test("every requirement has an id of its own and a sentence", () => {
	const ids = requirements.map(({ id }) => id);
	expect({ twice: ids.filter((id, place) => ids.indexOf(id) !== place), total: ids.length > 450 }).toEqual({
		twice: [],
		total: true,
	});
	expect(requirements.filter(({ sentence }) => sentence.length < 15).map(({ id }) => id)).toEqual([]);
});

test("a citation stands in a name or in a comment that says so, not in a remark", () => {
	const lines = [
		'test("blocked calls (TRAP33, B18)", () => {});',
		"// TRAP34 is the reason",
		"\t// Shows TRAP35, PC-18",
		" * TRAP36",
		'case("AD7"); // TRAP37',
	];
	expect([...citedIds(lines.join("\n"))]).toEqual(["TRAP33", "TRAP35", "PC-18", "AD7"]);
});
