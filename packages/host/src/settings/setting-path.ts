import { isRecord } from "../base/is-record.ts";

/** The value at a dotted key, or undefined. */
export function readSettingPath(settings: unknown, key: string): unknown {
	let value: unknown = settings;
	for (const name of key.split(".")) {
		if (!isRecord(value) || !Object.hasOwn(value, name)) return undefined;
		value = value[name];
	}
	return value;
}

/** A copy of `settings` with another value at a dotted key; undefined removes it. Only the path is copied. */
export function withSettingPath(
	settings: Readonly<Record<string, unknown>>,
	key: string,
	value: unknown,
): Record<string, unknown> {
	const [head, ...rest] = key.split(".") as [string, ...string[]];
	const copy: Record<string, unknown> = { ...settings };
	if (rest.length > 0) {
		const below = copy[head];
		copy[head] = withSettingPath(isRecord(below) ? below : {}, rest.join("."), value);
	} else if (value === undefined) delete copy[head];
	else copy[head] = value;
	return copy;
}
