import { ALT, CTRL, SHIFT, SUPER } from "./key-table.ts";

/** The order in which modifiers stand in the names this package gives. */
const ORDER: readonly (readonly [name: string, bit: number])[] = [
	["shift", SHIFT],
	["ctrl", CTRL],
	["alt", ALT],
	["super", SUPER],
];

const MODIFIER = /^(shift|ctrl|alt|super)\+(?=.)/i;
const ALIASES: Readonly<Record<string, string>> = { esc: "escape", return: "enter" };

const normalized = new Map<string, string>();

/** Name of a key with modifiers, in the package's order: `shift+ctrl+p`. */
export function keyName(key: string, modifiers: number): string {
	if (modifiers === 0) return key;
	let name = "";
	for (const [modifier, bit] of ORDER) {
		if ((modifiers & bit) !== 0) name += `${modifier}+`;
	}
	return name + key;
}

/** Splits `ctrl++` and the like into the key and its modifier bits. */
export function splitKeyName(name: string): { key: string; modifiers: number } {
	let key = name;
	let modifiers = 0;
	for (let match = MODIFIER.exec(key); match !== null; match = MODIFIER.exec(key)) {
		const written = (match[1] as string).toLowerCase();
		modifiers |= ORDER.find(([modifier]) => modifier === written)?.[1] ?? 0;
		key = key.slice(match[0].length);
	}
	return { key, modifiers };
}

/** One spelling for all ways to write a key: case, order of modifiers and aliases do not matter. */
export function normalizeKeyName(name: string): string {
	const known = normalized.get(name);
	if (known !== undefined) return known;
	const { key, modifiers } = splitKeyName(name);
	const lower = key.toLowerCase();
	const result = keyName(ALIASES[lower] ?? lower, modifiers);
	// Names come from code and key tables, so there are few; the bound is for callers who make them up.
	if (normalized.size < 2000) normalized.set(name, result);
	return result;
}
