import type { Model } from "../contract/model.ts";
import type { Tool } from "../contract/tool.ts";
import { isRecord } from "../stream/is-record.ts";
import { ProviderError } from "../stream/provider-error.ts";

/** Keywords that providers refuse in strict schemas. */
const REFUSED_KEYWORDS: ReadonlySet<string> = new Set([
	"allOf",
	"not",
	"oneOf",
	"if",
	"then",
	"else",
	"patternProperties",
	"dependentRequired",
	"dependentSchemas",
	"propertyNames",
	"unevaluatedProperties",
]);

/**
 * The schema to send where a tool asks for constrained sampling and the provider can do it, else `undefined` (TL16).
 * "prefer" falls back to plain sampling; "require" fails the request instead.
 */
export function strictSchema(
	tool: Tool,
	{ model, supported }: { readonly model: Model; readonly supported: boolean },
): Record<string, unknown> | undefined {
	const sampling = tool.constrainedSampling;
	if (sampling === undefined || sampling === false || sampling.type !== "json_schema") return undefined;
	const schema = supported ? toStrict(tool.parameters as Record<string, unknown>) : undefined;
	if (schema === undefined && sampling.strict === "require") {
		const reason = supported ? "its schema cannot be made strict" : `model "${model.id}" does not support it`;
		throw new ProviderError({
			kind: "invalid_request",
			message: `Tool "${tool.name}" requires strict JSON schema sampling, but ${reason}. Turn the tool off or choose another model.`,
		});
	}
	return schema;
}

/** The strict form of a schema, or `undefined` where it has none. */
function toStrict(schema: Record<string, unknown>): Record<string, unknown> | undefined {
	if (Object.keys(schema).some((keyword) => REFUSED_KEYWORDS.has(keyword))) return undefined;
	const strict: Record<string, unknown> = { ...schema };
	if (isRecord(schema["properties"])) {
		const properties = strictProperties(schema["properties"], requiredNames(schema));
		if (properties === undefined || isRecord(schema["additionalProperties"])) return undefined;
		Object.assign(strict, { properties, required: Object.keys(properties), additionalProperties: false });
	} else if (schema["type"] === "object") {
		// An object of free members has no strict form; one without members has.
		if (schema["additionalProperties"] !== undefined && schema["additionalProperties"] !== false) return undefined;
		Object.assign(strict, { properties: {}, required: [], additionalProperties: false });
	}
	if (schema["items"] !== undefined) {
		const items = isRecord(schema["items"]) ? toStrict(schema["items"]) : undefined;
		if (items === undefined) return undefined;
		strict["items"] = items;
	}
	return withStrictVariants(schema, strict);
}

function withStrictVariants(schema: Record<string, unknown>, strict: Record<string, unknown>) {
	if (!Array.isArray(schema["anyOf"])) return strict;
	const variants = schema["anyOf"].map((variant) => (isRecord(variant) ? toStrict(variant) : undefined));
	return variants.includes(undefined) ? undefined : { ...strict, anyOf: variants };
}

/** All members become required; those that were optional may be null instead. */
function strictProperties(properties: Record<string, unknown>, required: ReadonlySet<unknown>) {
	const strict: Record<string, unknown> = {};
	for (const [name, property] of Object.entries(properties)) {
		const converted = isRecord(property) ? toStrict(property) : undefined;
		if (converted === undefined) return undefined;
		strict[name] = required.has(name) ? converted : { anyOf: [converted, { type: "null" }] };
	}
	return strict;
}

function requiredNames(schema: Record<string, unknown>): ReadonlySet<unknown> {
	return new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
}
