/** A JSON Schema for one of some strings. */
export interface StringEnumSchema<T extends string> {
	type: "string";
	enum: T[];
	description?: string;
	default?: T;
	/** Types only, for TypeBox: a value of this schema is one of the strings. */
	readonly "~unsafe": T;
}

/**
 * A choice among strings in the one form every provider accepts: `{ type: "string", enum: [...] }`, where a union of
 * constants is refused by some.
 */
export function StringEnum<const T extends readonly string[]>(
	values: T,
	options: { description?: string; default?: T[number] } = {},
): StringEnumSchema<T[number]> {
	return { type: "string", enum: [...values], ...options } as StringEnumSchema<T[number]>;
}
