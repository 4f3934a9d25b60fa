import type { Component } from "../contract/component.ts";
import type { SelectListTheme } from "../contract/theme.ts";
import { getKeybindings, getSelectPageIndex } from "../input/keybindings.ts";
import { replaceControlCharacters } from "../text/ansi.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/width.ts";
import { visibleRange, wrapIndex } from "./list-window.ts";

/** A row of a SelectList. `label` is shown, `value` if there is none. */
export interface SelectItem {
	value: string;
	label: string;
	description?: string;
}

/** What `truncatePrimary` is told: the text to shorten and the room for it. */
export interface SelectListTruncatePrimaryContext {
	text: string;
	maxWidth: number;
	columnWidth: number;
	item: SelectItem;
	isSelected: boolean;
}

/** Width of the column of labels before the descriptions, 32 unless told otherwise, and how labels are shortened for it. */
export interface SelectListLayoutOptions {
	minPrimaryColumnWidth?: number;
	maxPrimaryColumnWidth?: number;
	truncatePrimary?: (context: SelectListTruncatePrimaryContext) => string;
}

const PREFIX_WIDTH = 2;
const COLUMN_GAP = 2;
const DEFAULT_COLUMN = 32;
/** Descriptions narrower than this tell nothing and are left out. */
const MIN_DESCRIPTION = 11;

/** A list to choose one item from. */
export class SelectList implements Component {
	readonly capturesViewportInput: boolean = true;
	onSelect?: (item: SelectItem) => void;
	onCancel?: () => void;
	/** The user moved to another item. */
	onSelectionChange?: (item: SelectItem) => void;
	readonly #items: readonly SelectItem[];
	#shown: readonly SelectItem[];
	#selected = 0;
	readonly #maxVisible: number;
	readonly #theme: SelectListTheme;
	readonly #layout: SelectListLayoutOptions;

	// oxlint-disable-next-line max-params -- the extension contract fixes this signature
	constructor(items: SelectItem[], maxVisible: number, theme: SelectListTheme, layout: SelectListLayoutOptions = {}) {
		this.#items = items;
		this.#shown = items;
		this.#maxVisible = maxVisible;
		this.#theme = theme;
		this.#layout = layout;
	}

	/** Shows only items whose value begins like this, in any case, and selects the first. */
	setFilter(filter: string): void {
		const prefix = filter.toLowerCase();
		this.#shown = this.#items.filter(({ value }) => value.toLowerCase().startsWith(prefix));
		this.#selected = 0;
	}

	setSelectedIndex(index: number): void {
		this.#selected = Math.max(0, Math.min(index, this.#shown.length - 1));
	}

	getSelectedItem(): SelectItem | null {
		return this.#shown[this.#selected] ?? null;
	}

	/** Nothing is cached. */
	invalidate(): void {}

	render(width: number): string[] {
		const count = this.#shown.length;
		if (count === 0) return [this.#theme.noMatch(truncateToWidth("  No matches", width, ""))];
		const { start, end } = visibleRange(this.#selected, count, this.#maxVisible);
		const column = this.#columnWidth();
		const lines = this.#shown.slice(start, end).map((item, index) => {
			return this.#renderItem(item, { width, column, isSelected: start + index === this.#selected });
		});
		if (end - start < count)
			lines.push(this.#theme.scrollInfo(truncateToWidth(`  (${this.#selected + 1}/${count})`, width, "")));
		return lines;
	}

	handleInput(keyData: string): void {
		const keybindings = getKeybindings();
		const count = this.#shown.length;
		const page = getSelectPageIndex(keybindings, keyData, this.#selected, count, this.#maxVisible);
		if (page !== undefined) this.#moveTo(page);
		else if (keybindings.matches(keyData, "tui.select.up")) this.#moveTo(wrapIndex(this.#selected - 1, count));
		else if (keybindings.matches(keyData, "tui.select.down")) this.#moveTo(wrapIndex(this.#selected + 1, count));
		else if (keybindings.matches(keyData, "tui.select.confirm")) this.#confirm();
		else if (keybindings.matches(keyData, "tui.select.cancel")) this.onCancel?.();
	}

	#moveTo(index: number): void {
		const item = this.#shown[index];
		if (item === undefined) return;
		this.#selected = index;
		this.onSelectionChange?.(item);
	}

	#confirm(): void {
		const item = this.getSelectedItem();
		if (item !== null) this.onSelect?.(item);
	}

	#columnWidth(): number {
		const { minPrimaryColumnWidth, maxPrimaryColumnWidth } = this.#layout;
		const smallest = Math.max(1, minPrimaryColumnWidth ?? maxPrimaryColumnWidth ?? DEFAULT_COLUMN);
		const largest = Math.max(smallest, maxPrimaryColumnWidth ?? minPrimaryColumnWidth ?? DEFAULT_COLUMN);
		const widest = Math.max(0, ...this.#shown.map((item) => visibleWidth(labelOf(item)) + COLUMN_GAP));
		return Math.max(smallest, Math.min(widest, largest));
	}

	#renderItem(
		item: SelectItem,
		{ width, column, isSelected }: { width: number; column: number; isSelected: boolean },
	): string {
		const room = width - PREFIX_WIDTH - column - COLUMN_GAP;
		const describes = item.description !== undefined && item.description !== "" && room >= MIN_DESCRIPTION;
		const columnWidth = describes ? column : Math.max(1, width - PREFIX_WIDTH - COLUMN_GAP);
		const maxWidth = describes ? Math.max(1, column - COLUMN_GAP) : columnWidth;
		const label = this.#shorten(item, { maxWidth, columnWidth, isSelected });
		const tail = describes ? this.#describe(item, { indent: column - visibleWidth(label), room }) : "";
		if (isSelected) return this.#theme.selectedText(truncateToWidth(`→ ${label}${tail}`, width, ""));
		const line = truncateToWidth(`  ${label}`, width, "");
		return tail === "" ? line : line + this.#theme.description(tail);
	}

	#shorten(item: SelectItem, room: { maxWidth: number; columnWidth: number; isSelected: boolean }): string {
		const text = labelOf(item);
		const shortened = this.#layout.truncatePrimary?.({ text, item, ...room }) ?? text;
		return truncateToWidth(shortened, room.maxWidth, "");
	}

	#describe(item: SelectItem, { indent, room }: { indent: number; room: number }): string {
		return (
			" ".repeat(Math.max(1, indent)) +
			truncateToWidth(replaceControlCharacters(item.description ?? "").trim(), room, "")
		);
	}
}

function labelOf(item: SelectItem): string {
	return replaceControlCharacters(item.label || item.value);
}
