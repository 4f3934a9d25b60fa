import { bufferText, createBuffer, type EditBuffer, insertText } from "./buffer.ts";
import { EDIT_COMMANDS, type EditCommandName } from "./commands.ts";
import { KillRing } from "./kill-ring.ts";
import { UndoStack } from "./undo.ts";
import { graphemeUnits, type Units } from "./units.ts";

/** What was done last, as far as the next step depends on it. */
type LastAction = "type" | "kill" | "yank" | "other";

/** One text being edited: the buffer with undo and deleted texts. Every text field stands on this. */
export class EditSession {
	#buffer: EditBuffer = createBuffer("");
	readonly #units: Units;
	readonly #undo: UndoStack<EditBuffer> = new UndoStack();
	readonly #killRing: KillRing = new KillRing();
	#lastAction: LastAction = "other";
	#beforeYank: EditBuffer | undefined;

	constructor(units: Units = graphemeUnits) {
		this.#units = units;
	}

	get buffer(): EditBuffer {
		return this.#buffer;
	}

	get text(): string {
		return bufferText(this.#buffer);
	}

	/** Puts in typed text. What is typed in a row is undone word by word, each with the blank before it. */
	type(text: string): void {
		if (this.#lastAction !== "type" || /^\s/.test(text)) this.#undo.push(this.#buffer);
		this.#buffer = insertText(this.#buffer, text);
		this.#lastAction = "type";
	}

	/** Puts in text that is undone as one. */
	insert(text: string): void {
		this.replace(insertText(this.#buffer, text));
	}

	/** Goes over to another buffer in a step that can be undone. */
	replace(buffer: EditBuffer): void {
		this.#undo.push(this.#buffer);
		this.#buffer = buffer;
		this.#lastAction = "other";
	}

	/** Moves the cursor, or shows another text, in a step that cannot be undone. */
	show(buffer: EditBuffer): void {
		this.#buffer = buffer;
		this.#lastAction = "other";
	}

	/** Begins anew with this text: nothing to undo, but what was deleted can still be yanked. */
	reset(text: string): void {
		this.#undo.clear();
		this.show(createBuffer(text));
	}

	/** Runs a command and says whether the text changed. */
	run(name: EditCommandName): boolean {
		const before = this.#buffer;
		const { buffer, kill } = EDIT_COMMANDS[name](before, this.#units);
		// Where there is nothing to delete nothing is interrupted: typing and deleting in a row go on.
		if (buffer === before && name.startsWith("delete")) return false;
		const changed = buffer.lines !== before.lines;
		if (changed) this.#undo.push(before);
		if (kill !== undefined) this.#killRing.push(kill, this.#lastAction === "kill" ? "joined" : "new");
		this.#buffer = buffer;
		this.#lastAction = kill === undefined ? "other" : "kill";
		return changed;
	}

	/** Puts the text deleted last back in. */
	yank(): boolean {
		const text = this.#killRing.peek();
		if (text === undefined) return false;
		const before = this.#buffer;
		this.insert(text);
		this.#beforeYank = before;
		this.#lastAction = "yank";
		return true;
	}

	/** Right after a yank: puts in the text deleted before that one in its place. */
	yankPop(): boolean {
		if (this.#lastAction !== "yank" || this.#beforeYank === undefined) return false;
		this.#killRing.rotate();
		this.#buffer = insertText(this.#beforeYank, this.#killRing.peek() ?? "");
		return true;
	}

	/** Goes back one step. */
	undo(): boolean {
		const state = this.#undo.pop();
		if (state === undefined) return false;
		this.show(state);
		return true;
	}
}
