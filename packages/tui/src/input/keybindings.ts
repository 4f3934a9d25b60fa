import type { KeyId } from "./key-id.ts";
import { normalizeKeyName } from "./key-name.ts";
import { matchesKey } from "./parse-key.ts";
import {
	type KeybindingDefinition,
	type KeybindingDefinitions,
	TUI_KEYBINDINGS,
	type TuiKeybinding,
} from "./tui-keybindings.ts";

/** All binding ids. Other packages declare theirs by merging into this interface. */
export interface Keybindings extends Record<TuiKeybinding, true> {}

/** Id of a binding. */
export type Keybinding = keyof Keybindings;

/** Keys by binding id, as a user writes them; an empty list unbinds. */
export type KeybindingsConfig = Record<string, KeyId | KeyId[] | undefined>;

/** A key the user gave to more than one binding. */
export interface KeybindingConflict {
	key: KeyId;
	keybindings: string[];
}

/** Knows which keys mean which action: the defaults, and the user's choices in their place. */
export class KeybindingsManager {
	readonly #definitions: KeybindingDefinitions;
	#userBindings: KeybindingsConfig;
	#keys: ReadonlyMap<string, readonly KeyId[]>;

	constructor(definitions: KeybindingDefinitions, userBindings: KeybindingsConfig = {}) {
		this.#definitions = definitions;
		this.#userBindings = userBindings;
		this.#keys = resolve(definitions, userBindings);
	}

	/** Whether an input sequence is one of the binding's keys. An id that is not defined matches nothing. */
	matches(data: string, keybinding: Keybinding): boolean {
		return this.#keys.get(keybinding)?.some((key) => matchesKey(data, key)) ?? false;
	}

	/** The keys in force for a binding. */
	getKeys(keybinding: Keybinding): KeyId[] {
		return [...(this.#keys.get(keybinding) ?? [])];
	}

	/** The definition of a binding; one without keys for an id that is not defined. */
	getDefinition(keybinding: Keybinding): KeybindingDefinition {
		return this.#definitions[keybinding] ?? { defaultKeys: [] };
	}

	/** Keys the user has given to several bindings. Defaults share keys on purpose and are not told. */
	getConflicts(): KeybindingConflict[] {
		const conflicts = new Map<string, KeybindingConflict>();
		for (const [keybinding, keys] of Object.entries(this.#userBindings)) {
			if (keys === undefined || this.#definitions[keybinding] === undefined) continue;
			for (const key of toList(keys)) {
				const name = normalizeKeyName(key);
				const entry = conflicts.get(name) ?? { key, keybindings: [] };
				if (!entry.keybindings.includes(keybinding)) entry.keybindings.push(keybinding);
				conflicts.set(name, entry);
			}
		}
		return [...conflicts.values()].filter(({ keybindings }) => keybindings.length > 1);
	}

	/** Replaces the user's choices; they hold from the next key on. */
	setUserBindings(userBindings: KeybindingsConfig): void {
		this.#userBindings = userBindings;
		this.#keys = resolve(this.#definitions, userBindings);
	}

	/** The user's choices as given. */
	getUserBindings(): KeybindingsConfig {
		return { ...this.#userBindings };
	}

	/** The keys in force for all bindings, a single one without a list around it. */
	getResolvedBindings(): KeybindingsConfig {
		const resolved: KeybindingsConfig = {};
		for (const [keybinding, keys] of this.#keys)
			resolved[keybinding] = keys.length === 1 ? (keys[0] as KeyId) : [...keys];
		return resolved;
	}
}

function resolve(definitions: KeybindingDefinitions, userBindings: KeybindingsConfig): Map<string, readonly KeyId[]> {
	const resolved = new Map<string, readonly KeyId[]>();
	for (const [keybinding, { defaultKeys }] of Object.entries(definitions)) {
		resolved.set(keybinding, [...new Set(toList(userBindings[keybinding] ?? defaultKeys))]);
	}
	return resolved;
}

function toList(keys: KeyId | KeyId[]): readonly KeyId[] {
	return Array.isArray(keys) ? keys : [keys];
}

let current: KeybindingsManager | undefined;

/** The bindings components go by. Until a host sets its own, these are the defaults of this package. */
export function getKeybindings(): KeybindingsManager {
	current ??= new KeybindingsManager(TUI_KEYBINDINGS);
	return current;
}

/** Makes all components of this process go by these bindings. */
export function setKeybindings(keybindings: KeybindingsManager): void {
	current = keybindings;
}

/**
 * The index a list's selection moves to on a page key: by `pageSize`, within the list. Nothing when the data is no page
 * key; 0 for an empty list, so check for items before using it.
 */
// oxlint-disable-next-line max-params -- the extension contract fixes this signature
export function getSelectPageIndex(
	keybindings: KeybindingsManager,
	data: string,
	selectedIndex: number,
	itemCount: number,
	pageSize: number,
): number | undefined {
	const isUp = keybindings.matches(data, "tui.select.pageUp");
	if (!isUp && !keybindings.matches(data, "tui.select.pageDown")) return undefined;
	return Math.max(0, Math.min(itemCount - 1, selectedIndex + (isUp ? -pageSize : pageSize)));
}
