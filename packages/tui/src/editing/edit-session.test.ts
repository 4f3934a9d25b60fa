import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyPlainText } from "../../test/support/any-text.ts";
import { bufferText, createBuffer, insertText, moveTo, removeRange } from "./buffer.ts";
import { EDIT_COMMANDS, type EditCommandName } from "./commands.ts";
import { EditSession } from "./edit-session.ts";
import { graphemeUnits } from "./units.ts";

const names = Object.keys(EDIT_COMMANDS) as EditCommandName[];

/** The text with a bar at the cursor. */
function shown(session: EditSession): string {
	const { lines, line, column } = session.buffer;
	return lines
		.map((text, index) => (index === line ? `${text.slice(0, column)}|${text.slice(column)}` : text))
		.join("\n");
}

function sessionOf(text: string): EditSession {
	const session = new EditSession();
	const cursor = text.indexOf("|");
	session.reset(text.replace("|", ""));
	const before = text.slice(0, cursor).split("\n");
	session.show(moveTo(session.buffer, { line: before.length - 1, column: (before.at(-1) as string).length }));
	return session;
}

function run(text: string, ...commands: EditCommandName[]): string {
	const session = sessionOf(text);
	for (const command of commands) session.run(command);
	return shown(session);
}

describe("editing commands", () => {
	test("move by graphemes, words and lines, over the edges of a line into its neighbour", () => {
		expect([
			run("a👍🏽|b", "cursorLeft"),
			run("a|👍🏽b", "cursorRight"),
			run("a\n|b", "cursorLeft"),
			run("a|\nb", "cursorRight"),
			run("foo.bar  baz|", "cursorWordLeft", "cursorWordLeft"),
			run("|foo.bar  baz", "cursorWordRight", "cursorWordRight"),
			run("ab|c", "cursorLineStart"),
			run("ab|c", "cursorLineEnd"),
			run("|a", "cursorLeft", "cursorWordLeft"),
			run("a|", "cursorRight", "cursorWordRight"),
		]).toEqual(["a|👍🏽b", "a👍🏽|b", "a|\nb", "a\n|b", "foo.|bar  baz", "foo.|bar  baz", "|abc", "abc|", "|a", "a|"]);
	});

	test("delete in both directions and join lines at their edges", () => {
		expect([
			run("ae\u0301|", "deleteCharBackward"),
			run("|👨‍👩‍👧b", "deleteCharForward"),
			run("a\n|b", "deleteCharBackward"),
			run("a|\nb", "deleteCharForward"),
			run("one two|", "deleteWordBackward"),
			run("|one two", "deleteWordForward"),
			run("ab|c", "deleteToLineStart"),
			run("a|bc", "deleteToLineEnd"),
			run("ab\n|cd", "deleteToLineStart"),
			run("ab|\ncd", "deleteToLineEnd"),
		]).toEqual(["a|", "|b", "a|b", "a|b", "one |", "| two", "|c", "a|", "ab|cd", "ab|cd"]);
	});

	test("find the words of Chinese text with a dictionary", () => {
		expect([run("|你好世界", "cursorWordRight"), run("你好世界|", "cursorWordLeft")]).toEqual([
			"你好|世界",
			"你好|世界",
		]);
	});

	test("keep the cursor in the text and between graphemes, whatever is pressed", () => {
		fc.assert(
			fc.property(anyPlainText, fc.array(fc.constantFrom(...names), { maxLength: 12 }), (text, commands) => {
				const session = new EditSession();
				session.reset(text);
				for (const command of commands) session.run(command);
				const { lines, line, column } = session.buffer;
				const boundaries = [0];
				const current = lines[line] as string;
				while ((boundaries.at(-1) as number) < current.length)
					boundaries.push(graphemeUnits.next(current, boundaries.at(-1) as number));
				expect(boundaries).toContain(column);
			}),
		);
	});
});

describe("EditSession", () => {
	test("undoes typing word by word, each with the blank before it", () => {
		const session = new EditSession();
		for (const character of "one two  x") session.type(character);
		const states = [];
		while (session.undo()) states.push(session.text);
		expect(states).toEqual(["one two ", "one two", "one", ""]);
	});

	test("undoes everything back to the beginning", () => {
		const step = fc.oneof(
			fc.constantFrom(...names).map((name) => (session: EditSession) => void session.run(name)),
			anyPlainText.map((text) => (session: EditSession) => session.insert(text)),
			fc.constantFrom("a", " ", "中").map((text) => (session: EditSession) => session.type(text)),
			fc.constant((session: EditSession) => void session.yank()),
		);
		fc.assert(
			fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
				const session = new EditSession();
				session.reset("start here");
				for (const take of steps) take(session);
				while (session.undo());
				expect(session.text).toBe("start here");
			}),
		);
	});

	test("joins what is deleted in a row and keeps apart what is not", () => {
		const session = sessionOf("one two three|");
		session.run("deleteWordBackward");
		session.run("deleteWordBackward");
		session.yank();
		const joined = shown(session);
		session.run("cursorLineStart");
		session.run("deleteWordForward");
		session.yank();
		session.yankPop();
		const popped = shown(session);
		session.yankPop();
		expect([joined, popped, shown(session)]).toEqual(["one two three|", "two three| two three", "one| two three"]);
	});

	test("yanks nothing when nothing was deleted, and pops only right after a yank", () => {
		const session = sessionOf("ab|");
		expect([session.yank(), session.yankPop(), session.undo(), shown(session)]).toEqual([false, false, false, "ab|"]);
	});

	test("keeps deleted text beyond a reset", () => {
		const session = sessionOf("abc|");
		session.run("deleteToLineStart");
		session.reset("");
		session.yank();
		expect(shown(session)).toBe("abc|");
	});
});

describe("buffers", () => {
	test("lose what is removed and nothing else", () => {
		const buffer = createBuffer("one\ntwo\nthree");
		const { buffer: rest, removed } = removeRange(buffer, { line: 0, column: 1 }, { line: 2, column: 2 });
		expect([bufferText(rest), removed, rest.line, rest.column, bufferText(buffer)]).toEqual([
			"oree",
			"ne\ntwo\nth",
			0,
			1,
			"one\ntwo\nthree",
		]);
	});

	test("give back an inserted text when it is removed again", () => {
		fc.assert(
			fc.property(
				anyPlainText,
				fc.array(anyPlainText, { minLength: 1, maxLength: 4 }),
				fc.nat(30),
				(text, lines, column) => {
					const before = moveTo(createBuffer(text), { line: 0, column });
					const after = insertText(before, lines.join("\n"));
					expect(removeRange(after, before, after)).toEqual({ buffer: before, removed: lines.join("\n") });
				},
			),
		);
	});
});
