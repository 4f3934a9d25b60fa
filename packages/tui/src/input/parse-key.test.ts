import { afterEach, describe, expect, test } from "vitest";
import { Key, type KeyId } from "./key-id.ts";
import { setKittyProtocolActive } from "./kitty-protocol.ts";
import { decodeKittyPrintable, isKeyRelease, isKeyRepeat, matchesKey, parseKey, typedText } from "./parse-key.ts";

afterEach(() => {
	setKittyProtocolActive(false);
});

function parsed(sequences: readonly string[]): Record<string, string | undefined> {
	return Object.fromEntries(sequences.map((sequence) => [sequence, parseKey(sequence)]));
}

describe("parseKey", () => {
	test("names plain characters and control characters", () => {
		expect(
			parsed([
				"a",
				"A",
				"1",
				"!",
				" ",
				"\r",
				"\n",
				"\t",
				"\x1b",
				"\x7f",
				"\x08",
				"\x03",
				"\x00",
				"\x1c",
				"\x1d",
				"\x1f",
			]),
		).toEqual({
			a: "a",
			A: "A",
			"1": "1",
			"!": "!",
			" ": "space",
			"\r": "enter",
			"\n": "enter",
			"\t": "tab",
			"\x1b": "escape",
			"\x7f": "backspace",
			"\x08": "backspace",
			"\x03": "ctrl+c",
			"\x00": "ctrl+space",
			"\x1c": "ctrl+\\",
			"\x1d": "ctrl+]",
			"\x1f": "ctrl+-",
		});
	});

	test("names the sequences of xterm, rxvt, the Linux console and PuTTY", () => {
		expect(
			parsed([
				"\x1b[A",
				"\x1bOA",
				"\x1b[H",
				"\x1bOF",
				"\x1b[1~",
				"\x1b[3~",
				"\x1b[15~",
				"\x1bOR",
				"\x1b[[A",
				"\x1b[[5~",
				"\x1b[Z",
				"\x1b[a",
				"\x1bOa",
				"\x1b[3$",
				"\x1b[3^",
				"\x1bOM",
			]),
		).toEqual({
			"\x1b[A": "up",
			"\x1bOA": "up",
			"\x1b[H": "home",
			"\x1bOF": "end",
			"\x1b[1~": "home",
			"\x1b[3~": "delete",
			"\x1b[15~": "f5",
			"\x1bOR": "f3",
			"\x1b[[A": "f1",
			"\x1b[[5~": "pageUp",
			"\x1b[Z": "shift+tab",
			"\x1b[a": "shift+up",
			"\x1bOa": "ctrl+up",
			"\x1b[3$": "shift+delete",
			"\x1b[3^": "ctrl+delete",
			"\x1bOM": "enter",
		});
	});

	test("names modifiers in one order, whatever the protocol", () => {
		expect(
			parsed([
				"\x1b[1;6A",
				"\x1b[3;5~",
				"\x1b[1;2P",
				"\x1b[97;6u",
				"\x1b[107;9u",
				"\x1b[27;6;80~",
				"\x1b[27;2;13~",
				"\x1b[13;2u",
				"\x1ba",
				"\x1bA",
				"\x1b\x7f",
				"\x1b\r",
				"\x1bb",
				"\x1b\x1b[A",
			]),
		).toEqual({
			"\x1b[1;6A": "shift+ctrl+up",
			"\x1b[3;5~": "ctrl+delete",
			"\x1b[1;2P": "shift+f1",
			"\x1b[97;6u": "shift+ctrl+a",
			"\x1b[107;9u": "super+k",
			"\x1b[27;6;80~": "shift+ctrl+p",
			"\x1b[27;2;13~": "shift+enter",
			"\x1b[13;2u": "shift+enter",
			"\x1ba": "alt+a",
			"\x1bA": "shift+alt+a",
			"\x1b\x7f": "alt+backspace",
			"\x1b\r": "alt+enter",
			"\x1bb": "alt+left",
			"\x1b\x1b[A": "alt+up",
		});
	});

	test("reads Kitty's keypad, lock states, alternate keys and associated text", () => {
		expect(
			parsed([
				"\x1b[57400u",
				"\x1b[57414u",
				"\x1b[57417u",
				"\x1b[97;65u",
				"\x1b[97;129u",
				"\x1b[1089::99;5u",
				"\x1b[50:64;2u",
				"\x1b[97;;97u",
			]),
		).toEqual({
			"\x1b[57400u": "1",
			"\x1b[57414u": "enter",
			"\x1b[57417u": "left",
			"\x1b[97;65u": "a",
			"\x1b[97;129u": "a",
			"\x1b[1089::99;5u": "ctrl+c",
			"\x1b[50:64;2u": "@",
			"\x1b[97;;97u": "a",
		});
	});

	test("names nothing that is no key", () => {
		const others = [
			"",
			"ab",
			"é",
			"你",
			"\x1b[200~x",
			"\x1b[<0;1;1M",
			"\x1b[I",
			"\x1b[O",
			"\x1b[?1u",
			"\x1b[57441u",
			"\x1b[97;17u",
			"\x1b[1;2R",
			"\x1b[25~",
			"\x1b[R",
		];
		expect(others.filter((data) => parseKey(data) !== undefined)).toEqual([]);
	});

	test("takes a line feed and ESC return for shift+enter once the Kitty protocol is on", () => {
		setKittyProtocolActive(true);
		expect([parseKey("\n"), parseKey("\x1b\r"), parseKey("\r")]).toEqual(["shift+enter", "shift+enter", "enter"]);
	});
});

describe("matchesKey", () => {
	function matching(data: string, keys: readonly KeyId[]): readonly KeyId[] {
		return keys.filter((key) => matchesKey(data, key));
	}

	test("finds every key a sequence can be", () => {
		expect([
			matching("\t", ["tab", "ctrl+i", "enter"]),
			matching("\n", ["enter", "return", "ctrl+j", "shift+enter"]),
			matching("\x08", ["backspace", "ctrl+h", "ctrl+backspace"]),
			matching("\x1bb", ["alt+b", "alt+left", "left"]),
			matching("\x1b[50:64;2u", ["@", "shift+2", "2"]),
			matching("\x1b[27;6;95~", ["ctrl+_", "ctrl+shift+_", "ctrl+-"]),
			matching("A", ["a", "shift+a"]),
		]).toEqual([
			["tab", "ctrl+i"],
			["enter", "return", "ctrl+j"],
			["backspace", "ctrl+h"],
			["alt+b", "alt+left"],
			["@", "shift+2"],
			["ctrl+_", "ctrl+shift+_"],
			["shift+a"],
		]);
	});

	test("does not care for case, aliases and the order of modifiers", () => {
		const written = ["shift+ctrl+p", "ctrl+shift+p", "CTRL+Shift+P"] as KeyId[];
		expect([
			matching("\x1b[112;6u", written),
			matching("\x1b", [Key.esc, Key.escape]),
			matching("\x1b[5~", ["pageup" as KeyId, Key.pageUp]),
		]).toEqual([written, ["esc", "escape"], ["pageup", "pageUp"]]);
	});

	test("reads the plus key in a name", () => {
		expect([matchesKey("+", Key.plus), matchesKey("\x1b[43;5u", Key.ctrl("+"))]).toEqual([true, true]);
	});

	test("matches nothing for a key that does not exist", () => {
		expect(matchesKey("x", "nonsense+x" as KeyId)).toBe(false);
	});
});

describe("key reports", () => {
	test("tell presses, repeats and releases apart, also for keys without a name", () => {
		const data = ["\x1b[97u", "\x1b[97;1:2u", "\x1b[97;5:3u", "\x1b[1;1:3A", "\x1b[3;1:2~", "\x1b[57441;2:3u", "a:3u"];
		expect(data.map((sequence) => [isKeyRelease(sequence), isKeyRepeat(sequence)])).toEqual([
			[false, false],
			[false, true],
			[true, false],
			[true, false],
			[false, true],
			[true, false],
			[false, false],
		]);
	});

	test("give the character they type, unless a modifier makes them a command", () => {
		const data = [
			"\x1b[97u",
			"\x1b[97:65;2u",
			"\x1b[97;2u",
			"\x1b[97;65u",
			"\x1b[228u",
			"\x1b[0;;228u",
			"\x1b[32u",
			"\x1b[57399u",
			"\x1b[97;5u",
			"\x1b[97;3u",
			"\x1b[13u",
			"\x1b[127u",
			"\x1b[57417u",
			"a",
		];
		expect(data.map(decodeKittyPrintable)).toEqual([
			"a",
			"A",
			"A",
			"A",
			"ä",
			"ä",
			" ",
			"0",
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
			undefined,
		]);
	});

	test("become typed text, except releases", () => {
		expect(["abc", "你", "", "\x1b[97;1:3u", "\x1b[97u", "\x1b[27;2;65~", "\x03", "a\x1b"].map(typedText)).toEqual([
			"abc",
			"你",
			undefined,
			undefined,
			"a",
			"A",
			undefined,
			undefined,
		]);
	});
});
