import { afterEach, describe, expect, test } from "vitest";
import { getKeybindings, getSelectPageIndex, KeybindingsManager, setKeybindings } from "./keybindings.ts";
import { TUI_KEYBINDINGS } from "./tui-keybindings.ts";

const DEFAULTS = new KeybindingsManager(TUI_KEYBINDINGS);

afterEach(() => {
	setKeybindings(DEFAULTS);
});

describe("KeybindingsManager", () => {
	test("goes by the defaults where the user says nothing, and by the user elsewhere", () => {
		const keybindings = new KeybindingsManager(TUI_KEYBINDINGS, {
			"tui.editor.undo": "ctrl+z",
			"tui.input.tab": [],
			"tui.input.copy": undefined,
			"tui.editor.yank": ["ctrl+y", "ctrl+y", "alt+v"],
		});
		expect([
			keybindings.getKeys("tui.editor.undo"),
			keybindings.getKeys("tui.input.tab"),
			keybindings.getKeys("tui.input.copy"),
			keybindings.getKeys("tui.editor.yank"),
			keybindings.getKeys("tui.input.newLine"),
			keybindings.matches("\x1a", "tui.editor.undo"),
			keybindings.matches("\x1f", "tui.editor.undo"),
		]).toEqual([["ctrl+z"], [], ["ctrl+c"], ["ctrl+y", "alt+v"], ["shift+enter", "ctrl+j"], true, false]);
	});

	test("tells keys the user gave twice, however they are written, but not keys the defaults share", () => {
		const keybindings = new KeybindingsManager(TUI_KEYBINDINGS, {
			"tui.editor.undo": "ctrl+shift+x",
			"tui.select.up": ["up", "shift+ctrl+x"],
			unknown: "up",
		});
		expect([DEFAULTS.getConflicts(), keybindings.getConflicts()]).toEqual([
			[],
			[{ key: "ctrl+shift+x", keybindings: ["tui.editor.undo", "tui.select.up"] }],
		]);
	});

	test("changes with new user bindings and gives the old ones back as written", () => {
		const keybindings = new KeybindingsManager(TUI_KEYBINDINGS, { "tui.editor.undo": "ctrl+z" });
		const before = keybindings.getUserBindings();
		keybindings.setUserBindings({});
		expect([
			before,
			keybindings.getKeys("tui.editor.undo"),
			keybindings.getResolvedBindings()["tui.editor.undo"],
		]).toEqual([{ "tui.editor.undo": "ctrl+z" }, ["ctrl+-"], "ctrl+-"]);
	});

	test("lends its lists without risk", () => {
		DEFAULTS.getKeys("tui.input.newLine").push("f1");
		expect(DEFAULTS.getKeys("tui.input.newLine")).toEqual(["shift+enter", "ctrl+j"]);
	});

	test("has a definition for every id, even one nobody defined", () => {
		expect([
			DEFAULTS.getDefinition("tui.editor.undo"),
			new KeybindingsManager({}).getDefinition("tui.editor.undo"),
		]).toEqual([{ defaultKeys: "ctrl+-", description: "Undo" }, { defaultKeys: [] }]);
	});
});

test("getKeybindings gives the defaults until a host sets its own", () => {
	const own = new KeybindingsManager(TUI_KEYBINDINGS, { "tui.select.up": "k" });
	const before = getKeybindings().getKeys("tui.select.up");
	setKeybindings(own);
	expect([before, getKeybindings() === own]).toEqual([["up"], true]);
});

test("getSelectPageIndex moves by a page and stays in the list", () => {
	const index = (data: string, selected: number, count: number): number | undefined =>
		getSelectPageIndex(DEFAULTS, data, selected, count, 4);
	expect([
		index("\x1b[6~", 2, 10),
		index("\x1b[6~", 8, 10),
		index("\x1b[5~", 2, 10),
		index("x", 2, 10),
		index("\x1b[6~", 0, 0),
	]).toEqual([6, 9, 0, undefined, 0]);
});
