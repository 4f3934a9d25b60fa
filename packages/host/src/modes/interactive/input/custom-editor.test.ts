import { type EditorTheme, KeybindingsManager, TUI_KEYBINDINGS } from "@tau/tui";
import { expect, test } from "vitest";
import { CustomEditor, type CustomEditorOptions } from "./custom-editor.ts";

const plain = (text: string): string => text;
const THEME: EditorTheme = {
	borderColor: plain,
	selectList: { selectedPrefix: plain, selectedText: plain, description: plain, scrollInfo: plain, noMatch: plain },
};
const KEYS = new KeybindingsManager({
	...TUI_KEYBINDINGS,
	"app.interrupt": { defaultKeys: "escape" },
	"app.exit": { defaultKeys: "ctrl+d" },
	"app.clipboard.pasteImage": { defaultKeys: "ctrl+v" },
	"app.model.select": { defaultKeys: "ctrl+l" },
	"app.clear": { defaultKeys: "ctrl+c" },
});

const ESCAPE = "\u001b";
const CTRL_A = "\u0001";
const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const CTRL_L = "\u000c";
const CTRL_V = "\u0016";

function open(options?: CustomEditorOptions): { editor: CustomEditor; log: string[]; screen: { requests: number } } {
	const screen = {
		requests: 0,
		terminal: { rows: 24 },
		requestRender: (): void => {
			screen.requests += 1;
		},
	};
	return { editor: new CustomEditor(screen, THEME, KEYS, options), log: [], screen };
}

function press(editor: CustomEditor, ...keys: string[]): void {
	for (const key of keys) editor.handleInput(key);
}

test("keys of the program run their actions, all others edit the text", () => {
	const { editor, log } = open();
	editor.onEscape = () => log.push("escape");
	editor.onPasteImage = () => log.push("paste");
	editor.onAction("app.model.select", () => log.push("model"));
	editor.onAction("app.clear", () => log.push("clear"));
	press(editor, "h", "i", ESCAPE, CTRL_V, CTRL_L, CTRL_C, "!");

	expect([log, editor.getText()]).toEqual([["escape", "paste", "model", "clear"], "hi!"]);
});

test("the exit key leaves only an empty editor, in a text it deletes forward", () => {
	const { editor, log } = open();
	editor.onCtrlD = () => log.push("exit");
	press(editor, "a", "b", CTRL_A, CTRL_D);
	const left = editor.getText();
	press(editor, CTRL_D, CTRL_D);

	expect([left, editor.getText(), log]).toEqual(["b", "", ["exit"]]);
});

test("actions of interrupt and exit are used where no handler of their own is set", () => {
	const { editor, log } = open();
	editor.onAction("app.interrupt", () => log.push("interrupt"));
	editor.onAction("app.exit", () => log.push("exit"));
	press(editor, ESCAPE, CTRL_D);
	editor.onEscape = () => log.push("escape");
	editor.onCtrlD = () => log.push("ctrl-d");
	press(editor, ESCAPE, CTRL_D);

	expect(log).toEqual(["interrupt", "exit", "escape", "ctrl-d"]);
	expect([...editor.actionHandlers.keys()]).toEqual(["app.interrupt", "app.exit"]);
});

test("shortcuts of extensions are asked first and may use any key", () => {
	const { editor, log } = open();
	editor.onAction("app.model.select", () => log.push("model"));
	editor.onExtensionShortcut = (data) => {
		log.push(`asked ${JSON.stringify(data)}`);
		return data === CTRL_L || data === "x";
	};
	press(editor, "a", "x", CTRL_L);

	expect([log, editor.getText()]).toEqual([['asked "a"', 'asked "x"', 'asked "\\f"'], "a"]);
});

test("escape closes suggestions before it interrupts", async () => {
	const { editor, log } = open();
	editor.onEscape = () => log.push("escape");
	let answered: () => void = () => {};
	const answer = new Promise<void>((resolve) => (answered = resolve));
	editor.setAutocompleteProvider({
		getSuggestions: () => {
			queueMicrotask(answered);
			return Promise.resolve({ items: [{ value: "/one", label: "one" }], prefix: "/" });
		},
		applyCompletion: (lines, cursorLine, cursorCol) => ({ lines, cursorLine, cursorCol }),
	});
	press(editor, "/");
	await answer;
	await new Promise((resolve) => setImmediate(resolve));
	const shown = editor.isShowingAutocomplete();
	press(editor, ESCAPE);
	const closed = !editor.isShowingAutocomplete();
	press(editor, ESCAPE);

	expect([shown, closed, log]).toEqual([true, true, ["escape"]]);
});

test("a subclass wraps the keys and the lines", () => {
	class Shouting extends CustomEditor {
		override handleInput(data: string): void {
			super.handleInput(data.toUpperCase());
		}
		override render(width: number): string[] {
			return super.render(width).map((line) => `|${line}`);
		}
	}
	const editor = new Shouting({ terminal: { rows: 24 }, requestRender: () => {} }, THEME, KEYS, { paddingX: 0 });
	press(editor, "a");

	expect([editor.getText(), editor.render(6)[0], editor.render(6).at(-1)]).toEqual(["A", "|──────", "|──────"]);
});

test("the top border shows the status when that was asked for and there is room", () => {
	const status = { renderInBorder: () => " working ", renderSpinnerInBorder: () => " * " };
	const borderOf = (options: CustomEditorOptions, width: number): string | undefined => {
		const { editor } = open(options);
		editor.setWorkingStatusIndicator(status);
		return editor.render(width)[0];
	};

	expect([
		borderOf({ embedWorkingStatus: true }, 20),
		borderOf({ embedWorkingStatus: true }, 12),
		borderOf({}, 20),
	]).toEqual(["── working ─────────", "─".repeat(12), "─".repeat(20)]);
});

test("with lines hidden above, the border has the spinner alone and their number", () => {
	const { editor, screen } = open({ embedWorkingStatus: true });
	editor.setText(Array.from({ length: 20 }, (_, index) => `line ${index}`).join("\n"));
	editor.setWorkingStatusIndicator({ renderInBorder: () => " working ", renderSpinnerInBorder: () => " * " });

	expect(editor.render(30)[0]).toMatch(/^── \* ─+ ↑ 13 more ─+$/);
	expect(screen.requests).toBeGreaterThan(0);
	editor.setWorkingStatusIndicator(undefined);
	expect(editor.render(30)[0]).toMatch(/^─+ ↑ 13 more ─+$/);
});
