import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPlainText } from "../../test/support/any-text.ts";
import { editorFixture as fixture } from "../../test/support/editor-fixture.ts";
import { showCursor } from "../../test/support/visible-themes.ts";
import { visibleWidth } from "../text/width.ts";

const UP = "\x1b[A";
const DOWN = "\x1b[B";
const LEFT = "\x1b[D";
const ENTER = "\r";
const NEW_LINE = "\x1b[13;2u";
const HOME = "\x01";
const UNDO = "\x1f";
const JUMP_FORWARD = "\x1d";
const JUMP_BACKWARD = "\x1b\x1d";

function paste(text: string): string {
	return `\x1b[200~${text}\x1b[201~`;
}

const twentyLines = Array.from({ length: 20 }, (_, index) => `line${index}`).join("\n");

describe("an editor's picture", () => {
	test("is the text with the cursor between two borders; without focus the terminal's cursor is not placed", () => {
		const { editor, type } = fixture();
		type("hello world");
		const focused = showCursor(editor.render(14));
		editor.focused = false;
		expect([focused, showCursor(editor.render(8))]).toEqual([
			["──────────────", "hello world▮‹ ›  ", "──────────────"],
			["────────", "hello   ", "world‹ ›  ", "────────"],
		]);
	});

	test("keeps a column free for the cursor after a full row, or uses the padding for it", () => {
		const bare = fixture();
		bare.type("abcdefgh");
		const padded = fixture({ paddingX: 1 });
		padded.type("abcdefgh");
		expect([showCursor(bare.editor.render(8)).slice(1, -1), showCursor(padded.editor.render(10)).slice(1, -1)]).toEqual(
			[["abcdefg ", "h▮‹ ›      "], [" abcdefgh▮‹ ›"]],
		);
	});

	test("shows a share of the screen around the cursor and tells what is hidden", () => {
		const { editor, press } = fixture({ rows: 10 });
		editor.setText(twentyLines);
		const atEnd = showCursor(editor.render(20));
		press(...Array.from({ length: 10 }, () => UP));
		const inMiddle = showCursor(editor.render(20));
		expect([atEnd, [inMiddle[0], inMiddle[1], inMiddle[6]]]).toEqual([
			[
				"──── ↑ 15 more ─────",
				"line15              ",
				"line16              ",
				"line17              ",
				"line18              ",
				"line19▮‹ ›             ",
				"────────────────────",
			],
			["───── ↑ 9 more ─────", "line9▮‹ ›              ", "───── ↓ 6 more ─────"],
		]);
	});

	test("is a new array each time, which a subclass may change", () => {
		const { editor } = fixture();
		const lines = editor.render(5);
		lines[0] = "changed";
		expect(editor.render(5)[0]).toBe("─────");
	});

	test("fits any width, with any text, padding and place of the cursor", () => {
		fc.assert(
			fc.property(
				anyPlainText,
				fc.integer({ min: 2, max: 30 }),
				fc.nat(3),
				fc.nat(20),
				(text, width, paddingX, moves) => {
					const { editor, press } = fixture({ paddingX });
					editor.setText(text);
					press(...Array.from({ length: moves }, () => LEFT));
					expect(editor.render(width).map(visibleWidth)).toEqual(editor.render(width).map(() => width));
				},
			),
		);
	});
});

describe("typing", () => {
	test("changes the text, tells every change, and submits it trimmed", () => {
		const { editor, events, type, press } = fixture();
		type(" hi ");
		press(ENTER);
		expect([events, editor.getText()]).toEqual([
			["change  ", "change  h", "change  hi", "change  hi ", "change ", "submit hi"],
			"",
		]);
	});

	test("breaks lines with shift+enter, a line feed, or a backslash before enter", () => {
		const { editor, type, press } = fixture();
		type("a");
		press(NEW_LINE);
		type("b");
		press("\n");
		type("c\\");
		press(ENTER);
		type("d");
		expect([editor.getLines(), editor.getCursor()]).toEqual([["a", "b", "c", "d"], { line: 3, col: 1 }]);
	});

	test("does not submit while that is disabled, and ignores key releases", () => {
		const { editor, events, press } = fixture();
		editor.disableSubmit = true;
		press("a", "\x1b[98;1:3u", ENTER, "\x1b[99u");
		expect([editor.getText(), events]).toEqual(["ac", ["change a", "change ac"]]);
	});

	test("is undone with setText and insertTextAtCursor as one step each", () => {
		const { editor, press } = fixture();
		editor.setText("abc\tx\x1b[31m\r\ny");
		editor.insertTextAtCursor("1\n2");
		const inserted = editor.getText();
		press(UNDO);
		const once = editor.getText();
		press(UNDO);
		expect([inserted, once, editor.getText()]).toEqual(["abc    x\ny1\n2", "abc    x\ny", ""]);
	});
});

describe("moving", () => {
	test("up and down aim for the same column over shorter rows, and end at the ends of the text", () => {
		const { editor, press, cursor } = fixture();
		editor.setText("abcdefgh\nab\nabcdefgh");
		const places = [UP, UP, UP, DOWN, DOWN, DOWN, DOWN].map((key) => {
			press(key);
			return cursor();
		});
		expect(places).toEqual(["1:2", "0:8", "0:0", "1:0", "2:0", "2:8", "2:8"]);
	});

	test("goes through the rows of a long line", () => {
		const { editor, type, press, cursor } = fixture();
		type("aaaa bbbb cccc");
		editor.render(6);
		press(UP);
		const up = cursor();
		press(HOME, DOWN);
		expect([up, cursor()]).toEqual(["0:9", "0:5"]);
	});

	test("jumps to a character in either direction; a second jump key takes the first back", () => {
		const { editor, press, cursor } = fixture();
		editor.setText("abcabc\nxbz");
		const places = [
			[JUMP_BACKWARD, "b"],
			[JUMP_BACKWARD, "b"],
			[JUMP_FORWARD, "z"],
			[JUMP_FORWARD, "q"],
			[JUMP_FORWARD, JUMP_FORWARD],
		].map((keys) => {
			press(...keys);
			return cursor();
		});
		press("!");
		expect([places, editor.getText()]).toEqual([["1:1", "0:4", "1:2", "1:2", "1:2"], "abcabc\nxb!z"]);
	});
});

describe("history", () => {
	test("is entered from the very beginning of the text, and left to the draft as it was", () => {
		const { editor, type, press } = fixture();
		editor.addToHistory("one");
		editor.addToHistory("two\nlines");
		type("draft");
		const texts = [UP, UP, UP, UP, DOWN, DOWN].map((key) => {
			press(key);
			return editor.getText();
		});
		expect(texts).toEqual(["draft", "two\nlines", "one", "one", "two\nlines", "draft"]);
	});

	test("takes an edited entry for the draft", () => {
		const { editor, press } = fixture();
		editor.addToHistory("one");
		press(UP, "x", UP, UP);
		expect([editor.getText(), (press(DOWN), editor.getText())]).toEqual(["one", "xone"]);
	});
});

describe("pasting", () => {
	test("puts a short text in and a marker for a long one, deleted and undone as one character", () => {
		const { editor, press } = fixture();
		press(paste("a\tb\r\nc "), paste(twentyLines));
		const pasted = editor.getText();
		press("\x7f");
		const deleted = editor.getText();
		press(UNDO);
		expect([pasted, deleted, editor.getText() === pasted, editor.getExpandedText()]).toEqual([
			"a    b\nc [paste #1 +20 lines]",
			"a    b\nc ",
			true,
			`a    b\nc ${twentyLines}`,
		]);
	});

	test("keeps a pasted text for a marker that is yanked after another message was sent (PC-47)", () => {
		const { events, press } = fixture();
		press(paste(twentyLines), "\x15", "x", ENTER, "\x19", ENTER);
		expect(events.filter((event) => event.startsWith("submit"))).toEqual(["submit x", `submit ${twentyLines}`]);
	});

	test("keeps a path apart from the word before it", () => {
		const { editor, type, press } = fixture();
		type("see");
		press(paste("/tmp/x.png"), " ", paste("~/y"));
		expect(editor.getText()).toBe("see /tmp/x.png ~/y");
	});
});
