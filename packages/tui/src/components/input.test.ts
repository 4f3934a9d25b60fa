import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPlainText } from "../../test/support/any-text.ts";
import { showCursor } from "../../test/support/visible-themes.ts";
import { visibleWidth } from "../text/width.ts";
import { Input, type InputOptions } from "./input.ts";

function inputWith(value: string, options?: InputOptions): Input {
	const input = new Input(options);
	input.focused = true;
	for (const character of value) input.handleInput(character);
	return input;
}

function press(input: Input, ...keys: string[]): string {
	for (const key of keys) input.handleInput(key);
	return input.getValue();
}

const LEFT = "\x1b[D";
const HOME = "\x01";
const KILL_WORD = "\x17";
const YANK = "\x19";
const YANK_POP = "\x1by";
const UNDO = "\x1f";

describe("Input", () => {
	test("draws prompt, text and cursor over the whole width; the cursor's mark only with focus", () => {
		const input = inputWith("hello");
		const focused = showCursor(input.render(12));
		input.focused = false;
		expect([focused, showCursor(input.render(12))]).toEqual([["> hello▮‹ ›    "], ["> hello‹ ›    "]]);
	});

	test("scrolls a long text under the cursor, with wide characters too", () => {
		const input = inputWith("abcdefghijklmnopqrstuvwxyz");
		const atEnd = showCursor(input.render(12));
		press(input, LEFT, LEFT, LEFT, LEFT, LEFT, LEFT, LEFT, LEFT);
		const inMiddle = showCursor(input.render(12));
		press(input, HOME);
		expect([atEnd, inMiddle, showCursor(input.render(12)), showCursor(inputWith("你好世界你好").render(9))]).toEqual([
			["> rstuvwxyz▮‹ ›"],
			["> nopqr▮‹s›tuvw"],
			["> ▮‹a›bcdefghij"],
			["> 界你好▮‹ ›"],
		]);
	});

	test("shows the placeholder while empty, under the cursor", () => {
		const options = { prompt: "? ", placeholder: "type", placeholderStyle: (text: string) => `(${text})` };
		expect([showCursor(inputWith("", options).render(12)), showCursor(inputWith("x", options).render(6))]).toEqual([
			["? ▮‹(t)›(ype)  "],
			["? x▮‹ ›  "],
		]);
	});

	test("shows as much of the prompt as fits when nothing else does", () => {
		expect([inputWith("x").render(2), inputWith("x").render(1), inputWith("x").render(0)]).toEqual([
			["> "],
			[">"],
			[""],
		]);
	});

	test("edits by words and lines, kills and yanks", () => {
		const input = inputWith("one two three");
		expect([
			press(input, KILL_WORD),
			press(input, KILL_WORD),
			press(input, YANK),
			press(input, HOME, "\x1bd"),
			press(input, YANK),
			press(input, YANK_POP),
		]).toEqual(["one two ", "one ", "one two three", " two three", "one two three", "two three two three"]);
	});

	test("undoes typing word by word", () => {
		const input = inputWith("ab cd ef");
		expect([press(input, UNDO), press(input, UNDO), press(input, UNDO), press(input, UNDO)]).toEqual([
			"ab cd",
			"ab",
			"",
			"",
		]);
	});

	test("takes a paste in one line and without control characters, even when it comes in parts", () => {
		const input = inputWith("");
		press(input, "\x1b[200~a\nb\tc\x1b[31m", "d\x07\x1b[20", "1~z");
		expect(input.getValue()).toBe("ab    cdz");
	});

	test("submits and cancels by key", () => {
		const input = inputWith("x");
		const events: string[] = [];
		input.onSubmit = (value) => events.push(`submit ${value}`);
		input.onEscape = () => events.push("escape");
		press(input, "\r", "\n", "\x1b", "\x03");
		expect([events, input.getValue()]).toEqual([["submit x", "submit x", "escape", "escape"], "x"]);
	});

	test("types what key reports stand for and ignores releases", () => {
		expect(
			press(inputWith(""), "\x1b[97u", "\x1b[97;1:3u", "\x1b[98:66;2u", "\x1b[27;2;67~", "é", "\x1b[99;5:3u"),
		).toBe("aBCé");
	});

	test("keeps the cursor's place in a replaced text as far as it reaches", () => {
		const input = inputWith("abcdef");
		input.setValue("xy\nz");
		expect(showCursor(input.render(8))).toEqual(["> xyz▮‹ ›  "]);
	});

	test("deletes whole graphemes", () => {
		expect(press(inputWith(""), "a👨‍👩‍👧", "\x7f")).toBe("a");
	});

	test("is exactly as wide as asked, wherever the cursor is", () => {
		fc.assert(
			fc.property(anyPlainText, fc.nat(20), fc.integer({ min: 1, max: 20 }), (value, moves, width) => {
				const input = new Input();
				input.handleInput(`\x1b[200~${value}\x1b[201~`);
				for (let count = 0; count < moves; count += 1) input.handleInput(LEFT);
				expect(input.render(width).map(visibleWidth)).toEqual([width]);
			}),
		);
	});
});
