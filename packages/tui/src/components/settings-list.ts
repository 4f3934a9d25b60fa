import { fuzzyFilter } from "../completion/fuzzy.ts";
import type { Component } from "../contract/component.ts";
import type { SettingsListTheme } from "../contract/theme.ts";
import { getKeybindings, getSelectPageIndex } from "../input/keybindings.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import { Input } from "./input.ts";
import { visibleRange, wrapIndex } from "./list-window.ts";

/** Closes a submenu, with the value chosen there if one was, and moves to another setting if asked. */
export type CloseSubmenu = (selectedValue?: string, options?: { navigateTo?: string }) => void;

/** A setting: with `values` the confirm key goes through them, with `submenu` it opens that. */
export interface SettingItem {
	id: string;
	label: string;
	/** Shown below the list while this setting is selected. */
	description?: string;
	currentValue: string;
	values?: string[];
	submenu?: (currentValue: string, done: CloseSubmenu) => Component;
}

/** With `enableSearch` a line to type in stands above the list and narrows it. */
export interface SettingsListOptions {
	enableSearch?: boolean;
}

interface Callbacks {
	readonly onChange: (id: string, newValue: string) => void;
	readonly onCancel: () => void;
}

const MAX_LABEL_WIDTH = 30;
const PREFIX_WIDTH = 2;
const GAP = "  ";

/** A list of settings with their values, changed in place. */
export class SettingsList implements Component {
	readonly capturesViewportInput: boolean = true;
	readonly #items: SettingItem[];
	#shown: readonly SettingItem[];
	#selected = 0;
	readonly #maxVisible: number;
	readonly #theme: SettingsListTheme;
	readonly #callbacks: Callbacks;
	readonly #search: Input | undefined;
	#submenu: Component | undefined;

	// oxlint-disable-next-line max-params -- the extension contract fixes this signature
	constructor(
		items: SettingItem[],
		maxVisible: number,
		theme: SettingsListTheme,
		onChange: (id: string, newValue: string) => void,
		onCancel: () => void,
		options: SettingsListOptions = {},
	) {
		this.#items = items;
		this.#shown = items;
		this.#maxVisible = maxVisible;
		this.#theme = theme;
		this.#callbacks = { onChange, onCancel };
		this.#search = options.enableSearch === true ? new Input() : undefined;
	}

	/** Shows another value for a setting, without telling `onChange`. */
	updateValue(id: string, newValue: string): void {
		const item = this.#items.find((candidate) => candidate.id === id);
		if (item !== undefined) item.currentValue = newValue;
	}

	/** Moves to a setting, if it is shown. */
	selectItem(id: string): void {
		const index = this.#shown.findIndex((item) => item.id === id);
		if (index !== -1) this.#selected = index;
	}

	invalidate(): void {
		this.#search?.invalidate();
		this.#submenu?.invalidate();
	}

	render(width: number): readonly string[] {
		if (this.#submenu !== undefined) return this.#submenu.render(width);
		const hint = (text: string): string => this.#theme.hint(truncateToWidth(text, width));
		if (this.#items.length === 0) return [hint("  No settings available")];
		const search = this.#search === undefined ? [] : [...this.#search.render(width), ""];
		const keys = `  ${this.#search === undefined ? "" : "Type to search · "}Enter/Space to change · Esc to cancel`;
		const list = this.#shown.length === 0 ? [hint("  No matching settings")] : this.#renderList(width, hint);
		return [...search, ...list, "", hint(keys)];
	}

	handleInput(data: string): void {
		if (this.#submenu !== undefined) {
			this.#submenu.handleInput?.(data);
			return;
		}
		const keybindings = getKeybindings();
		const count = this.#shown.length;
		const page = getSelectPageIndex(keybindings, data, this.#selected, count, this.#maxVisible);
		if (page !== undefined) this.#selected = page;
		else if (keybindings.matches(data, "tui.select.up")) this.#selected = wrapIndex(this.#selected - 1, count);
		else if (keybindings.matches(data, "tui.select.down")) this.#selected = wrapIndex(this.#selected + 1, count);
		else if (keybindings.matches(data, "tui.select.confirm") || data === " ") this.#activate();
		else if (keybindings.matches(data, "tui.select.cancel")) this.#callbacks.onCancel();
		else this.#searchFor(data);
	}

	#searchFor(data: string): void {
		if (this.#search === undefined) return;
		const before = this.#search.getValue();
		this.#search.handleInput(data);
		const query = this.#search.getValue();
		if (query === before) return;
		this.#shown = fuzzyFilter(this.#items, query, (item) => item.label);
		this.#selected = 0;
	}

	#activate(): void {
		const item = this.#shown[this.#selected];
		if (item === undefined) return;
		if (item.submenu !== undefined) {
			this.#submenu = item.submenu(item.currentValue, (value, options) => {
				this.#submenu = undefined;
				if (value !== undefined) this.#change(item, value);
				if (options?.navigateTo !== undefined) this.selectItem(options.navigateTo);
			});
		} else if (item.values !== undefined && item.values.length > 0) {
			const next = wrapIndex(item.values.indexOf(item.currentValue) + 1, item.values.length);
			this.#change(item, item.values[next] as string);
		}
	}

	#change(item: SettingItem, value: string): void {
		item.currentValue = value;
		this.#callbacks.onChange(item.id, value);
	}

	#renderList(width: number, hint: (text: string) => string): string[] {
		const count = this.#shown.length;
		const { start, end } = visibleRange(this.#selected, count, this.#maxVisible);
		const labelWidth = Math.min(MAX_LABEL_WIDTH, Math.max(...this.#items.map(({ label }) => visibleWidth(label))));
		const lines = this.#shown.slice(start, end).map((item, index) => {
			return this.#renderItem(item, { width, labelWidth, isSelected: start + index === this.#selected });
		});
		if (end - start < count) lines.push(hint(`  (${this.#selected + 1}/${count})`));
		const description = this.#shown[this.#selected]?.description;
		if (description !== undefined && description !== "") {
			const described = wrapTextWithAnsi(description, Math.max(1, width - 2 * PREFIX_WIDTH));
			lines.push("", ...described.map((line) => this.#theme.description(truncateToWidth(`  ${line}`, width, ""))));
		}
		return lines;
	}

	#renderItem(
		item: SettingItem,
		{ width, labelWidth, isSelected }: { width: number; labelWidth: number; isSelected: boolean },
	): string {
		const prefix = isSelected ? this.#theme.cursor : " ".repeat(PREFIX_WIDTH);
		const label = truncateToWidth(item.label, labelWidth, "…", true);
		const room = width - visibleWidth(prefix) - labelWidth - GAP.length;
		const value = truncateToWidth(item.currentValue, room, "…");
		return truncateToWidth(
			prefix + this.#theme.label(label, isSelected) + GAP + this.#theme.value(value, isSelected),
			width,
			"",
		);
	}
}
