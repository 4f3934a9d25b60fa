import { decodeKey, normalizedKeyNames } from "./decode-key.ts";
import type { KeyId } from "./key-id.ts";
import { normalizeKeyName } from "./key-name.ts";

/**
 * Name of the key in an input sequence, modifiers in the order shift, ctrl, alt, super; nothing for text, pastes,
 * mouse reports and keys without a name. A plain capital letter is itself (`A`), unlike in `matchesKey`.
 */
export function parseKey(data: string): string | undefined {
	return /^[A-Z]$/.test(data) ? data : decodeKey(data).names[0];
}

/**
 * Whether an input sequence is the key of that name. One sequence can be several: what a terminal without the Kitty
 * protocol sends for Tab is also `ctrl+i`. Case and the order of modifiers do not matter; `esc` and `return` are
 * `escape` and `enter`. A key release matches too: keep it away with `isKeyRelease`.
 */
export function matchesKey(data: string, keyId: KeyId): boolean {
	return normalizedKeyNames(data).includes(normalizeKeyName(keyId));
}

/** Whether the sequence reports that a key was let go (Kitty protocol only). */
export function isKeyRelease(data: string): boolean {
	return decodeKey(data).type === "release";
}

/** Whether the sequence reports that a key is held down (Kitty protocol only). */
export function isKeyRepeat(data: string): boolean {
	return decodeKey(data).type === "repeat";
}

/**
 * The character typed by a key that the terminal reports as a CSI-u sequence, as the Kitty protocol does for plain keys
 * too in some modes. Nothing for keys with ctrl, alt or super, and for data that is not such a report.
 */
export function decodeKittyPrintable(data: string): string | undefined {
	return data.endsWith("u") ? decodeKey(data).text : undefined;
}

/** The text an input sequence types: a report's character, or the data itself if it holds no control character. */
export function typedText(data: string): string | undefined {
	if (!/[\x00-\x1f\x7f-\x9f]/.test(data)) return data === "" ? undefined : data;
	const { type, text } = decodeKey(data);
	return type === "release" ? undefined : text;
}
