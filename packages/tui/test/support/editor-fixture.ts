import { Editor, type EditorOptions } from "../../src/components/editor.ts";
import { plainEditorTheme } from "./visible-themes.ts";

/** An editor on a screen of its own, with what it tells and easy ways to press keys. */
export interface EditorFixture {
	readonly editor: Editor;
	readonly events: string[];
	readonly screen: { renders: number };
	press(...keys: string[]): void;
	type(text: string): void;
	cursor(): string;
}

export function editorFixture(options: EditorOptions & { rows?: number } = {}): EditorFixture {
	const screen = {
		renders: 0,
		terminal: { rows: options.rows ?? 24 },
		requestRender: () => void (screen.renders += 1),
	};
	const editor = new Editor(screen, plainEditorTheme, options);
	editor.focused = true;
	const events: string[] = [];
	editor.onChange = (text) => events.push(`change ${text}`);
	editor.onSubmit = (text) => events.push(`submit ${text}`);
	const press = (...keys: string[]): void => keys.forEach((key) => editor.handleInput(key));
	const cursor = (): string => `${editor.getCursor().line}:${editor.getCursor().col}`;
	return { editor, events, screen, press, type: (text) => press(...text), cursor };
}
