import { type Component, CURSOR_MARKER, type Focusable, renderFakeCursor } from "../contract/component.ts";
import type { StyleFunction } from "../contract/theme.ts";
import { currentLine, moveTo } from "../editing/buffer.ts";
import { EditSession } from "../editing/edit-session.ts";
import { cleanPaste, cleanText, PasteReader } from "../editing/paste.ts";
import { getKeybindings } from "../input/keybindings.ts";
import { isKeyRelease, typedText } from "../input/parse-key.ts";
import { graphemeEnd } from "../text/graphemes.ts";
import { sliceByColumn } from "../text/slice.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/width.ts";
import { editCommandOf, runRecallKey } from "./edit-keys.ts";

/** How an Input presents itself. */
export interface InputOptions {
	/** Stands before the text; `"> "` by default. */
	prompt?: string;
	/** Shown while there is no text. */
	placeholder?: string;
	placeholderStyle?: StyleFunction;
}

/** One line of text to edit; a longer text scrolls sideways under the cursor. */
export class Input implements Component, Focusable {
	onSubmit?: (value: string) => void;
	onEscape?: () => void;
	focused = false;
	readonly #prompt: string;
	readonly #placeholder: string;
	readonly #placeholderStyle: StyleFunction;
	readonly #session: EditSession = new EditSession();
	readonly #pasteReader: PasteReader = new PasteReader();

	constructor(options: InputOptions = {}) {
		this.#prompt = options.prompt ?? "> ";
		this.#placeholder = options.placeholder ?? "";
		this.#placeholderStyle = options.placeholderStyle ?? ((text) => text);
	}

	getValue(): string {
		return this.#session.text;
	}

	/** Replaces the text. The cursor stays where it was, as far as the new text reaches. */
	setValue(value: string): void {
		const { column } = this.#session.buffer;
		this.#session.reset(oneLine(cleanText(value)));
		this.#session.show(moveTo(this.#session.buffer, { line: 0, column }));
	}

	handleInput(data: string): void {
		for (const piece of this.#pasteReader.read(data)) {
			if (piece.kind === "paste") this.#session.insert(oneLine(cleanPaste(piece.text)));
			else this.#handleKey(piece.text);
		}
	}

	/** Nothing is cached. */
	invalidate(): void {}

	render(width: number): string[] {
		const room = width - visibleWidth(this.#prompt);
		if (room <= 0) return [truncateToWidth(this.#prompt, width, "")];
		const isBlank = this.#session.text === "" && this.#placeholder !== "";
		const line = this.#prompt + (isBlank ? this.#renderPlaceholder(room) : this.#renderValue(room));
		return [line + " ".repeat(Math.max(0, width - visibleWidth(line)))];
	}

	#handleKey(data: string): void {
		if (isKeyRelease(data)) return;
		const keybindings = getKeybindings();
		if (keybindings.matches(data, "tui.select.cancel")) this.onEscape?.();
		else if (keybindings.matches(data, "tui.input.submit") || data === "\n") this.onSubmit?.(this.getValue());
		else if (runRecallKey(data, keybindings, this.#session) === undefined) this.#edit(data);
	}

	#edit(data: string): void {
		const command = editCommandOf(data, getKeybindings());
		const text = command === undefined ? typedText(data) : undefined;
		if (command !== undefined) this.#session.run(command);
		else if (text !== undefined) this.#session.type(text);
	}

	#cursor(cell: string): string {
		return (this.focused ? CURSOR_MARKER : "") + renderFakeCursor(cell);
	}

	#renderPlaceholder(room: number): string {
		const first = this.#placeholder.slice(0, graphemeEnd(this.#placeholder, 0));
		const rest = this.#placeholder.slice(first.length);
		const firstWidth = visibleWidth(first);
		if (firstWidth > room) return this.#cursor(" ");
		const tail = truncateToWidth(rest, room - firstWidth, "");
		return this.#cursor(this.#placeholderStyle(first)) + (tail === "" ? "" : this.#placeholderStyle(tail));
	}

	/** The part of the text around the cursor that fits, with the cursor near the middle unless an end is closer. */
	#renderValue(room: number): string {
		const { buffer } = this.#session;
		const value = currentLine(buffer);
		const cell = value.slice(buffer.column, graphemeEnd(value, buffer.column)) || " ";
		const cellWidth = visibleWidth(cell);
		const cursorAt = visibleWidth(value.slice(0, buffer.column));
		const total = Math.max(visibleWidth(value), cursorAt + cellWidth);
		const start = Math.max(0, Math.min(cursorAt - Math.floor(room / 2), total - room));
		const before = sliceByColumn(value, start, cursorAt - start);
		const left = room - visibleWidth(before) - cellWidth;
		if (left < 0) return this.#cursor(truncateToWidth(" ", room));
		return before + this.#cursor(cell) + sliceByColumn(value, cursorAt + cellWidth, left, true);
	}
}

function oneLine(text: string): string {
	return text.replaceAll("\n", "");
}
