import { decodeReport } from "./decode-report.ts";
import type { KeyEvent } from "./key-event.ts";
import { keyName, normalizeKeyName, splitKeyName } from "./key-name.ts";
import { ALT, CONTROL_KEYS, META_ARROWS, NUMBER_KEYS, ODD_SEQUENCES, RXVT_FINALS, SS3_KEYS } from "./key-table.ts";
import { isKittyProtocolActive } from "./kitty-protocol.ts";

const ESCAPE = "\x1b";
/** Rxvt's `CSI number final`, which no other scheme covers. */
const RXVT = /^\x1b\[(\d+)([$^@])$/;

const NOTHING: KeyEvent = { type: "press", names: [] };

let lastData: string | undefined;
let lastActive = false;
let lastEvent: KeyEvent = NOTHING;
let lastNormalized: readonly string[] = [];

/** Reads one input sequence. The last answer is kept, because one key is compared with many names in a row. */
export function decodeKey(data: string): KeyEvent {
	const active = isKittyProtocolActive();
	if (data === lastData && active === lastActive) return lastEvent;
	lastEvent = decode(data, active);
	lastNormalized = lastEvent.names.map(normalizeKeyName);
	lastData = data;
	lastActive = active;
	return lastEvent;
}

/** The names of `decodeKey` in the spelling that `normalizeKeyName` gives. */
export function normalizedKeyNames(data: string): readonly string[] {
	decodeKey(data);
	return lastNormalized;
}

function decode(data: string, kittyActive: boolean): KeyEvent {
	if (data.length === 1) return press(characterNames(data, kittyActive));
	if (!data.startsWith(ESCAPE)) return NOTHING;
	const odd = ODD_SEQUENCES[data];
	if (odd !== undefined) return press([keyName(...odd)]);
	if (data.length === 2) return press(metaNames(data[1] as string, kittyActive));
	if (data.startsWith("\x1bO") && data.length === 3) return press(named(SS3_KEYS[data[2] as string]));
	const report = decodeReport(data);
	if (report !== undefined) return report;
	const rxvt = RXVT.exec(data);
	if (rxvt !== null) return press(named(NUMBER_KEYS[Number(rxvt[1])], RXVT_FINALS[rxvt[2] as string]));
	return data.startsWith("\x1b\x1b") ? withAlt(decode(data.slice(1), kittyActive)) : NOTHING;
}

function press(names: readonly string[]): KeyEvent {
	return names.length === 0 ? NOTHING : { type: "press", names };
}

function named(key: string | undefined, modifiers = 0): readonly string[] {
	return key === undefined ? [] : [keyName(key, modifiers)];
}

function characterNames(character: string, kittyActive: boolean): readonly string[] {
	// With the Kitty protocol Enter is a carriage return; a line feed is what people map shift+enter to.
	if (character === "\n" && kittyActive) return ["shift+enter", "ctrl+j"];
	const control = CONTROL_KEYS[character];
	if (control !== undefined) return control;
	const code = character.charCodeAt(0);
	if (code < 0x20) return [`ctrl+${String.fromCharCode(code + 0x60)}`];
	if (/^[A-Z]$/.test(character)) return [`shift+${character.toLowerCase()}`];
	return code < 0x7f ? [character] : [];
}

/** ESC before a character is alt. The control characters with keys of their own keep their letter first. */
function metaNames(character: string, kittyActive: boolean): readonly string[] {
	if (character === "\r" && kittyActive) return ["shift+enter"];
	const arrow = META_ARROWS[character];
	const names = characterNames(character, false);
	const ordered = "\t\n\x1b".includes(character) ? names.toReversed() : names;
	return [...(arrow === undefined ? [] : [`alt+${arrow}`]), ...ordered.map(addAlt)];
}

function addAlt(name: string): string {
	const { key, modifiers } = splitKeyName(name);
	return keyName(key, modifiers | ALT);
}

/** Some terminals put ESC before a whole sequence for alt. */
function withAlt(event: KeyEvent): KeyEvent {
	return press(event.names.map(addAlt));
}
