import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainEditorTheme, selectListTheme } from "../../test/support/visible-themes.ts";
import { visibleWidth } from "../text/width.ts";
import { type SelectItem, SelectList } from "./select-list.ts";

function items(...names: string[]): SelectItem[] {
	return names.map((name) => ({ value: name, label: `label ${name}` }));
}

const DOWN = "\x1b[B";
const UP = "\x1b[A";
const PAGE_DOWN = "\x1b[6~";

describe("SelectList", () => {
	test("draws labels, descriptions in a column, the selected row in one piece, and where one is", () => {
		const list = new SelectList(
			[
				{ value: "a", label: "alpha", description: "first\nline" },
				{ value: "b", label: "", description: "second one that is too long" },
				{ value: "c", label: "gamma" },
			],
			2,
			selectListTheme,
			{ minPrimaryColumnWidth: 8, maxPrimaryColumnWidth: 12 },
		);
		expect(list.render(32)).toEqual([
			"sel{→ alpha   first line}",
			"  bdesc{       second one that is t}",
			"info{  (1/3)}",
		]);
	});

	test("leaves descriptions out where there is no room for them", () => {
		expect(new SelectList([{ value: "a", label: "alpha", description: "d" }], 3, selectListTheme).render(40)).toEqual([
			"sel{→ alpha}",
		]);
	});

	test("keeps the selected row in the middle and goes round at the ends", () => {
		const list = new SelectList(items("a", "b", "c", "d", "e"), 3, plainEditorTheme.selectList);
		const selected = (): string | undefined => list.getSelectedItem()?.value;
		for (const key of [DOWN, DOWN, DOWN]) list.handleInput(key);
		const middle = list.render(20);
		list.handleInput(DOWN);
		list.handleInput(DOWN);
		const round = selected();
		list.handleInput(UP);
		const back = selected();
		list.setSelectedIndex(0);
		list.handleInput(PAGE_DOWN);
		expect([middle, round, back, selected()]).toEqual([
			["  label c", "→ label d", "  label e", "  (4/5)"],
			"a",
			"e",
			"d",
		]);
	});

	test("filters by the beginning of the value and says when nothing is left", () => {
		const list = new SelectList(items("apple", "Apricot", "banana"), 5, selectListTheme);
		list.setFilter("AP");
		const filtered = list.render(30);
		list.setFilter("zzz");
		expect([filtered, list.render(30), list.getSelectedItem()]).toEqual([
			["sel{→ label apple}", "  label Apricot"],
			["none{  No matches}"],
			null,
		]);
	});

	test("tells what is chosen, cancelled and moved to", () => {
		const events: string[] = [];
		const list = new SelectList(items("a", "b"), 5, selectListTheme);
		list.onSelect = (item) => events.push(`select ${item.value}`);
		list.onCancel = () => events.push("cancel");
		list.onSelectionChange = (item) => events.push(`move ${item.value}`);
		for (const key of [DOWN, "\r", "\x1b", "\x03", "x"]) list.handleInput(key);
		list.setFilter("none");
		for (const key of [DOWN, "\r"]) list.handleInput(key);
		expect(events).toEqual(["move b", "select b", "cancel", "cancel"]);
	});

	test("asks truncatePrimary for labels, and cuts its answer to the room there is", () => {
		const contexts: unknown[] = [];
		const list = new SelectList(
			[{ value: "v", label: "mediumlabel", description: "d" }],
			5,
			plainEditorTheme.selectList,
			{
				minPrimaryColumnWidth: 5,
				maxPrimaryColumnWidth: 10,
				truncatePrimary: (context) => {
					contexts.push([context.text, context.maxWidth, context.columnWidth, context.isSelected]);
					return "…" + context.text.slice(-9);
				},
			},
		);
		expect([list.render(40), contexts]).toEqual([["→ …diumlab  d"], [["mediumlabel", 8, 10, true]]]);
	});

	test("fits any width", () => {
		const wide = [{ value: "v", label: "中文字符和 👨‍👩‍👧 label", description: "描述 that is long" }, ...items("a", "b")];
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 80 }), (width) => {
				const lines = new SelectList(wide, 2, plainEditorTheme.selectList).render(width);
				expect(lines.filter((line) => visibleWidth(line) > width)).toEqual([]);
			}),
		);
	});
});
