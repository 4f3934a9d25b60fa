import { isRecord } from "../stream/is-record.ts";

/** Keywords that both protocols refuse at the top of a tool's parameters. */
const REFUSED_AT_TOP = ["anyOf", "oneOf", "allOf", "not", "enum", "const"] as const;
const COMBINATORS = ["anyOf", "oneOf", "allOf"] as const;

/**
 * The schema of a tool's arguments in the form both protocols demand: an object at the top, without alternatives
 * there. What alternatives describe is offered side by side; the tool's own schema still checks the arguments.
 */
export function objectSchema(parameters: unknown): Record<string, unknown> {
	const schema = isRecord(parameters) ? parameters : {};
	if (schema["type"] === "object" && !REFUSED_AT_TOP.some((keyword) => keyword in schema)) return schema;
	const { properties: own, ...rest } = schema;
	for (const keyword of REFUSED_AT_TOP) delete rest[keyword];
	const variants = COMBINATORS.flatMap((keyword) => (Array.isArray(schema[keyword]) ? schema[keyword] : []));
	const properties: Record<string, unknown> = {};
	for (const variant of [...variants.map(propertiesOf), own]) {
		if (isRecord(variant)) Object.assign(properties, variant);
	}
	const isEmpty = Object.keys(properties).length === 0 && own === undefined;
	return { ...rest, type: "object", ...(isEmpty ? {} : { properties }) };
}

function propertiesOf(variant: unknown): unknown {
	return isRecord(variant) ? variant["properties"] : undefined;
}
