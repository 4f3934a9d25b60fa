import type { KeyEvent, KeyEventType } from "./key-event.ts";
import { keyName } from "./key-name.ts";
import {
	CAPS_LOCK,
	CODE_KEYS,
	FIRST_FUNCTIONAL,
	KEYPAD_KEYS,
	LAST_FUNCTIONAL,
	LETTER_KEYS,
	LOCKS,
	NAMED_MODIFIERS,
	NUMBER_KEYS,
	SHIFT,
	SHIFTED_SYMBOLS,
	SYMBOLS,
} from "./key-table.ts";

const REPORT = /^\x1b\[([\d:;]*)([A-Zu~])$/;
/** `CSI 27 ; modifiers ; code ~`: xterm's modifyOtherKeys. */
const OTHER_KEYS = 27;
const EVENT_TYPES: Readonly<Record<number, KeyEventType>> = { 2: "repeat", 3: "release" };

/** The fields of a report: parameters, and within each its sub-parameters; `undefined` where one is empty. */
type Fields = readonly (readonly (number | undefined)[])[];

/** A key as a code point, with what the keyboard layout makes of it. */
interface CodedKey {
	readonly code: number;
	/** The code point with shift held. */
	readonly shifted: number | undefined;
	/** The code point of the same key on a US keyboard. */
	readonly base: number | undefined;
	readonly modifiers: number;
}

/**
 * Reads the key reports that carry parameters: arrows and function keys with modifiers, CSI-u as the Kitty protocol
 * has it, and modifyOtherKeys. Nothing for data of another form.
 */
export function decodeReport(data: string): KeyEvent | undefined {
	const match = REPORT.exec(data);
	if (match === null) return undefined;
	const fields = (match[1] as string).split(";").map((field) => field.split(":").map(toNumber));
	const final = match[2] as string;
	if (final === "u") return unicodeKey(fields);
	if (final === "~" && fields[0]?.[0] === OTHER_KEYS) return otherKey(fields);
	return functionKey(fields, final);
}

function toNumber(digits: string): number | undefined {
	return digits === "" ? undefined : Number(digits);
}

function modifiersOf(fields: Fields): number {
	return (fields[1]?.[0] ?? 1) - 1;
}

function event(fields: Fields, names: readonly string[], text?: string): KeyEvent {
	const type = EVENT_TYPES[fields[1]?.[1] ?? 1] ?? "press";
	return text === undefined ? { type, names } : { type, names, text };
}

function functionKey(fields: Fields, final: string): KeyEvent {
	const number = fields[0]?.[0];
	const key =
		final === "~"
			? NUMBER_KEYS[number ?? 0]
			: (fields.length === 1) === (number === undefined)
				? LETTER_KEYS[final]
				: undefined;
	const modifiers = modifiersOf(fields) & ~LOCKS;
	const isNamed = key !== undefined && (modifiers & ~NAMED_MODIFIERS) === 0;
	return event(fields, isNamed ? [keyName(key, modifiers)] : []);
}

function unicodeKey(fields: Fields): KeyEvent | undefined {
	const [code, shifted, base] = fields[0] ?? [];
	if (code === undefined) return undefined;
	const key: CodedKey = { code, shifted, base, modifiers: modifiersOf(fields) };
	const sent = (fields[2] ?? []).filter(
		(codePoint) => codePoint !== undefined && codePoint > 0 && codePoint <= 0x10ffff,
	) as number[];
	const text = sent.length > 0 ? String.fromCodePoint(...sent) : undefined;
	return event(fields, namesOf(key), typesText(key) ? (text ?? textOf(key)) : undefined);
}

function otherKey(fields: Fields): KeyEvent | undefined {
	const code = fields[2]?.[0];
	if (code === undefined) return undefined;
	const key: CodedKey = { code, shifted: undefined, base: undefined, modifiers: modifiersOf(fields) };
	const names = namesOf(key);
	// xterm reports the character typed: with shift+- it says `_`, so the name without shift is the usual one.
	return event(fields, names.length > 1 ? names.toReversed() : names, typesText(key) ? textOf(key) : undefined);
}

function namesOf(key: CodedKey): readonly string[] {
	const modifiers = key.modifiers & ~LOCKS;
	if ((modifiers & ~NAMED_MODIFIERS) !== 0) return [];
	const name = keyOfCode(key.code) ?? (key.base === undefined ? undefined : keyOfCode(key.base));
	if (name === undefined) return [];
	const full = keyName(name, modifiers);
	if ((modifiers & SHIFT) === 0) return [full];
	const shifted = key.shifted === undefined ? undefined : keyOfCode(key.shifted);
	// shift+2 is also `@`: bindings name symbols by what they look like.
	if (shifted !== undefined && SYMBOLS.has(shifted) && shifted !== name)
		return [keyName(shifted, modifiers & ~SHIFT), full];
	return SHIFTED_SYMBOLS.has(name) ? [full, keyName(name, modifiers & ~SHIFT)] : [full];
}

function keyOfCode(code: number): string | undefined {
	const key = CODE_KEYS[code] ?? KEYPAD_KEYS[code];
	if (key !== undefined) return key;
	if (code < 0x21 || code > 0x7e) return undefined;
	const character = String.fromCharCode(code).toLowerCase();
	return /^[a-z0-9]$/.test(character) || SYMBOLS.has(character) ? character : undefined;
}

function typesText(key: CodedKey): boolean {
	return (key.modifiers & ~LOCKS & ~SHIFT) === 0;
}

function textOf({ code, shifted, modifiers }: CodedKey): string | undefined {
	if (code >= FIRST_FUNCTIONAL && code <= LAST_FUNCTIONAL) {
		const key = KEYPAD_KEYS[code];
		return key?.length === 1 ? key : undefined;
	}
	if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || code > 0x10ffff) return undefined;
	const hasShift = (modifiers & SHIFT) !== 0;
	if (hasShift && shifted !== undefined && shifted >= 0x20 && shifted <= 0x10ffff) return String.fromCodePoint(shifted);
	const character = String.fromCodePoint(code);
	return hasShift !== ((modifiers & CAPS_LOCK) !== 0) ? upperCase(character) : character;
}

/** Upper case where that is one character too; `ß` stays. */
function upperCase(character: string): string {
	const upper = character.toUpperCase();
	return [...upper].length === 1 ? upper : character;
}
