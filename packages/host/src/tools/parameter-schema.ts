import type { TObject, TProperties } from "typebox";

/** One property of the parameters of a built-in tool. */
export interface ParameterSchema {
	type: "string" | "number" | "boolean" | "array";
	description: string;
	items?: object;
}

/**
 * The parameters of a built-in tool: plain JSON Schema with the static type of the schema library, which would add a
 * fifth of a second to the start if its builders were called. The type argument says what the literal holds.
 */
export function parameterSchema<TParams extends TProperties>(
	properties: Record<keyof TParams & string, ParameterSchema>,
	required: readonly (keyof TParams & string)[],
): TObject<TParams> {
	const needed = required.length > 0 ? { required: [...required] } : {};
	return { type: "object", ...needed, properties } as unknown as TObject<TParams>;
}
