import type { AutocompleteProvider } from "../contract/completion.ts";
import type { Component, Focusable } from "../contract/component.ts";
import type { EditorComponent } from "../contract/editor-component.ts";
import type { EditorScreen } from "../contract/terminal.ts";
import type { EditorTheme, StyleFunction } from "../contract/theme.ts";
import { bufferText, createBuffer, currentLine, type EditBuffer, moveTo, type Position } from "../editing/buffer.ts";
import { EditSession } from "../editing/edit-session.ts";
import { PromptHistory } from "../editing/history.ts";
import { findCharacter } from "../editing/jump.ts";
import { cleanPaste, cleanText, PasteReader, PasteStore } from "../editing/paste.ts";
import { unitsWithPieces } from "../editing/units.ts";
import { getKeybindings } from "../input/keybindings.ts";
import { isKeyRelease, typedText } from "../input/parse-key.ts";
import type { TuiKeybinding } from "../input/tui-keybindings.ts";
import { CompletionMenu } from "./completion-menu.ts";
import { editCommandOf, runRecallKey } from "./edit-keys.ts";
import { borderLine, EditorView } from "./editor-view.ts";
import { frameOf, padLine } from "./padding.ts";

/** Room at the sides, and how many suggestions are shown at once (3 to 20). */
export interface EditorOptions {
	paddingX?: number;
	autocompleteMaxVisible?: number;
}

type JumpDirection = "forward" | "backward";

/** Keys with an action of their own, in the order they are looked for: newline before submit, since a line feed is both. */
type EditorAction = readonly [keybinding: TuiKeybinding, run: () => void];

/**
 * An editor for text of several lines, with history, undo, yanking, suggestions and short markers for long pastes.
 * It is made to be extended: override `handleInput` and `render`, and pass on what you do not use yourself.
 */
export class Editor implements Component, Focusable, EditorComponent {
	focused = false;
	borderColor: StyleFunction;
	onSubmit?: (text: string) => void;
	onChange?: (text: string) => void;
	/** While set, the submit key does nothing. */
	disableSubmit = false;
	protected readonly tui: EditorScreen;
	readonly #pastes: PasteStore = new PasteStore();
	readonly #pasteReader: PasteReader = new PasteReader();
	readonly #history: PromptHistory = new PromptHistory();
	readonly #session: EditSession;
	readonly #view: EditorView;
	readonly #menu: CompletionMenu;
	readonly #actions: readonly EditorAction[];
	readonly #mode: { paddingX: number; jump: JumpDirection | undefined } = { paddingX: 0, jump: undefined };

	constructor(tui: EditorScreen, theme: EditorTheme, options: EditorOptions = {}) {
		this.tui = tui;
		this.borderColor = theme.borderColor;
		const units = unitsWithPieces((line, column) => this.#pastes.markerEnd(line, column));
		const session = new EditSession(units);
		this.#session = session;
		this.#view = new EditorView(units);
		this.#menu = new CompletionMenu(
			{
				get buffer() {
					return session.buffer;
				},
				accept: (buffer) => this.#change(() => session.replace(buffer)),
				requestRender: () => tui.requestRender(),
			},
			theme.selectList,
		);
		this.#actions = this.#createActions();
		this.setPaddingX(options.paddingX ?? 0);
		if (options.autocompleteMaxVisible !== undefined) this.setAutocompleteMaxVisible(options.autocompleteMaxVisible);
	}

	/** While suggestions are shown, the page keys go through them. */
	get capturesViewportInput(): boolean {
		return this.#menu.isOpen;
	}

	getPaddingX(): number {
		return this.#mode.paddingX;
	}

	setPaddingX(padding: number): void {
		this.#mode.paddingX = Number.isFinite(padding) ? Math.max(0, Math.floor(padding)) : 0;
	}

	getAutocompleteMaxVisible(): number {
		return this.#menu.maxVisible;
	}

	setAutocompleteMaxVisible(maxVisible: number): void {
		this.#menu.maxVisible = maxVisible;
	}

	setAutocompleteProvider(provider: AutocompleteProvider): void {
		this.#menu.setProvider(provider);
	}

	isShowingAutocomplete(): boolean {
		return this.#menu.isOpen;
	}

	/** Remembers a sent text for browsing. The editor does not do so by itself. */
	addToHistory(text: string): void {
		this.#history.add(text);
	}

	getText(): string {
		return this.#session.text;
	}

	/** The text with what its paste markers stand for. */
	getExpandedText(): string {
		return this.#pastes.expand(this.#session.text);
	}

	getLines(): string[] {
		return [...this.#session.buffer.lines];
	}

	getCursor(): { line: number; col: number } {
		const { line, column } = this.#session.buffer;
		return { line, col: column };
	}

	/** Replaces the text, in a step that can be undone, and puts the cursor at its end. */
	setText(text: string): void {
		this.#menu.close();
		this.#change(() => this.#session.replace(createBuffer(cleanText(text))));
	}

	/** Puts text in at the cursor, undone as one. */
	insertTextAtCursor(text: string): void {
		this.#menu.close();
		this.#change(() => this.#session.insert(cleanText(text)));
	}

	/** Only the layout is cached, and it depends on the text alone. */
	invalidate(): void {}

	handleInput(data: string): void {
		for (const piece of this.#pasteReader.read(data)) {
			if (piece.kind === "paste") this.#paste(piece.text);
			else this.#handleKey(piece.text);
		}
	}

	render(width: number): string[] {
		const { paddingX } = this.#mode;
		const viewport = { width, padding: paddingX, screenRows: this.tui.terminal.rows, focused: this.focused };
		const { lines, hiddenAbove, hiddenBelow } = this.#view.render(this.#session.buffer, viewport);
		const frame = frameOf(width, paddingX);
		const menu = this.#menu.render(frame.contentWidth).map((line) => padLine(line, frame));
		return [this.renderTopBorder(width, hiddenAbove), ...lines, this.renderBottomBorder(width, hiddenBelow), ...menu];
	}

	/** The line above the text. */
	protected renderTopBorder(width: number, hiddenLineCount: number): string {
		return this.borderColor(borderLine(width, { arrow: "↑", count: hiddenLineCount }));
	}

	/** The line below the text. */
	protected renderBottomBorder(width: number, hiddenLineCount: number): string {
		return this.borderColor(borderLine(width, { arrow: "↓", count: hiddenLineCount }));
	}

	#handleKey(data: string): void {
		if (isKeyRelease(data) || this.#finishJump(data)) return;
		const outcome = this.#menu.handleKey(data);
		if (outcome === "submit") this.#submit();
		if (outcome !== "ignored") return;
		const keybindings = getKeybindings();
		const action = this.#actions.find(([keybinding]) => keybindings.matches(data, keybinding));
		if (action !== undefined) action[1]();
		else this.#edit(data);
	}

	/** Keys that edit text in any field, and text. */
	#edit(data: string): void {
		const keybindings = getKeybindings();
		const before = this.#session.buffer;
		const command = editCommandOf(data, keybindings);
		const text =
			command === undefined && runRecallKey(data, keybindings, this.#session) === undefined
				? typedText(data)
				: undefined;
		if (command?.startsWith("cursor") === true) this.#view.forgetColumn();
		if (command !== undefined) this.#session.run(command);
		if (text !== undefined) this.#session.type(cleanText(text));
		this.#settle(before);
	}

	/** Makes a change and lets everything that hangs on the text follow. */
	#change(change: () => void): void {
		const before = this.#session.buffer;
		change();
		if (this.#session.buffer.lines === before.lines) return;
		this.#view.forgetColumn();
		this.#history.leave();
		if (bufferText(before) !== this.#session.text) this.onChange?.(this.#session.text);
	}

	/** The same after a key, where suggestions follow too. */
	#settle(before: EditBuffer): void {
		const after = this.#session.buffer;
		if (after !== before) this.#view.forgetColumn();
		if (after.lines !== before.lines) {
			this.#history.leave();
			this.onChange?.(this.#session.text);
			this.#menu.textChanged();
		} else if (after !== before) this.#menu.cursorMoved();
	}

	#createActions(): readonly EditorAction[] {
		return [
			["tui.input.tab", () => this.#menu.complete()],
			["tui.input.newLine", () => this.#newLine()],
			["tui.input.submit", () => this.#submitOrNewLine()],
			["tui.editor.historyPrevious", () => this.#showHistory("older")],
			["tui.editor.historyNext", () => this.#showHistory("newer")],
			["tui.editor.cursorUp", () => this.#up()],
			["tui.editor.cursorDown", () => this.#down()],
			["tui.editor.pageUp", () => this.#moveTo(this.#view.moveByPages(this.#session.buffer, -1))],
			["tui.editor.pageDown", () => this.#moveTo(this.#view.moveByPages(this.#session.buffer, 1))],
			["tui.editor.jumpForward", () => this.#beginJump("forward")],
			["tui.editor.jumpBackward", () => this.#beginJump("backward")],
		];
	}

	#moveTo(buffer: EditBuffer): void {
		this.#session.show(buffer);
		this.#menu.cursorMoved();
	}

	/** The same to a place that up and down shall start from anew. */
	#moveToPlace(place: Position): void {
		this.#view.forgetColumn();
		this.#moveTo(moveTo(this.#session.buffer, place));
	}

	/** Up goes through the rows, from the first one to the beginning, and from there into the history. */
	#up(): void {
		const { buffer } = this.#session;
		if (!this.#view.isOnFirstRow(buffer)) this.#moveTo(this.#view.moveByRows(buffer, -1));
		else if (this.#history.isBrowsing || (buffer.line === 0 && buffer.column === 0)) this.#showHistory("older");
		else this.#moveToPlace({ line: 0, column: 0 });
	}

	#down(): void {
		const { buffer } = this.#session;
		if (!this.#view.isOnLastRow(buffer)) this.#moveTo(this.#view.moveByRows(buffer, 1));
		else if (this.#history.isBrowsing) this.#showHistory("newer");
		else this.#moveToPlace({ line: buffer.line, column: currentLine(buffer).length });
	}

	#showHistory(direction: "older" | "newer"): void {
		const before = this.#session.buffer;
		const entry = direction === "older" ? this.#history.older(before) : this.#history.newer();
		if (entry === undefined) return;
		this.#view.forgetColumn();
		this.#menu.close();
		this.#session.show(entry);
		this.onChange?.(this.#session.text);
	}

	#newLine(): void {
		const before = this.#session.buffer;
		this.#session.insert("\n");
		this.#settle(before);
	}

	/** A backslash before the cursor makes the submit key a newline, for terminals that have no other. */
	#submitOrNewLine(): void {
		const { buffer } = this.#session;
		if (currentLine(buffer)[buffer.column - 1] !== "\\") {
			this.#submit();
			return;
		}
		const line = currentLine(buffer);
		const lines = buffer.lines.toSpliced(buffer.line, 1, line.slice(0, buffer.column - 1), line.slice(buffer.column));
		this.#session.replace({ lines, line: buffer.line + 1, column: 0 });
		this.#settle(buffer);
	}

	#submit(): void {
		if (this.disableSubmit) return;
		const text = this.getExpandedText().trim();
		this.#menu.close();
		this.#history.leave();
		this.#session.reset("");
		this.onChange?.("");
		this.onSubmit?.(text);
	}

	#paste(pasted: string): void {
		const { buffer } = this.#session;
		const text = cleanPaste(pasted);
		// A path dropped right after a word would melt into it.
		const touchesWord = /^[/~.]/.test(text) && /\w$/.test(currentLine(buffer).slice(0, buffer.column));
		this.#menu.close();
		this.#change(() => this.#session.insert(this.#pastes.place(touchesWord ? ` ${text}` : text)));
	}

	#beginJump(direction: JumpDirection): void {
		this.#mode.jump = direction;
	}

	/**
	 * The key after a jump key is the character to jump to. A second jump key takes the first back; any other key that
	 * types nothing ends the jump and means itself.
	 */
	#finishJump(data: string): boolean {
		const { jump } = this.#mode;
		if (jump === undefined) return false;
		this.#mode.jump = undefined;
		const keybindings = getKeybindings();
		if (keybindings.matches(data, "tui.editor.jumpForward") || keybindings.matches(data, "tui.editor.jumpBackward"))
			return true;
		const character = typedText(data);
		if (character === undefined) return false;
		const position = findCharacter(this.#session.buffer, character, jump);
		if (position !== undefined) this.#moveToPlace(position);
		return true;
	}
}
