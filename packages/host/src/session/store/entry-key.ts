/** An entry id as the index keeps it: eight hexadecimal digits as a number, anything else as it is. */
export type EntryKey = number | string;

const HEX_ID = /^[0-9a-f]{8}$/;

export function toEntryKey(id: string): EntryKey {
	return HEX_ID.test(id) ? Number.parseInt(id, 16) : id;
}

export function fromEntryKey(key: EntryKey): string {
	return typeof key === "string" ? key : key.toString(16).padStart(8, "0");
}
