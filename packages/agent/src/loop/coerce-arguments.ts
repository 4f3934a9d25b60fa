/** The parts of a JSON Schema that decide how a value may be bent to fit. */
interface SchemaNode {
	type?: string | readonly string[];
	properties?: Readonly<Record<string, SchemaNode>>;
	required?: readonly string[];
	items?: SchemaNode | readonly SchemaNode[];
	anyOf?: readonly SchemaNode[];
	oneOf?: readonly SchemaNode[];
	enum?: readonly unknown[];
	const?: unknown;
	[keyword: string]: unknown;
}

/**
 * Bends the usual mistakes of models into the shape the schema asks for (TL05): numeric strings, "true" and "false",
 * numbers and booleans for strings, a single value for an array, `null` of an optional field dropped. Values that
 * cannot be bent come back unchanged, for validation to name. The given value is not modified.
 */
export function coerceArguments(schema: object, value: unknown): unknown {
	return coerce(schema as SchemaNode, value);
}

function coerce(schema: SchemaNode, value: unknown): unknown {
	if (schema === null || typeof schema !== "object") return value;
	const branches = schema.anyOf ?? schema.oneOf;
	if (branches) return coerceBranch(branches, value);
	const types = typesOf(schema);
	if (types.length === 0 || types.some((type) => hasType(type, value))) return coerceInside(schema, value);
	for (const type of types) {
		const bent = bend(type, value, schema);
		if (bent !== value) return coerceInside(schema, bent);
	}
	return value;
}

function coerceBranch(branches: readonly SchemaNode[], value: unknown): unknown {
	const direct = branches.find((branch) => accepts(branch, value));
	if (direct) return coerce(direct, value);
	for (const branch of branches) {
		const bent = coerce(branch, value);
		if (bent !== value && accepts(branch, bent)) return bent;
	}
	return value;
}

/** A shallow test: type, constant and enumeration. Enough to choose a branch; validation has the last word. */
function accepts(schema: SchemaNode, value: unknown): boolean {
	if ("const" in schema) return schema.const === value;
	if (schema.enum) return schema.enum.includes(value);
	const types = typesOf(schema);
	return types.length === 0 || types.some((type) => hasType(type, value));
}

function coerceInside(schema: SchemaNode, value: unknown): unknown {
	if (Array.isArray(value)) {
		const items = schema.items;
		if (!items || Array.isArray(items)) return value;
		return value.map((item) => coerce(items as SchemaNode, item));
	}
	if (value === null || typeof value !== "object" || !schema.properties) return value;
	const result: Record<string, unknown> = {};
	for (const [key, field] of Object.entries(value)) {
		const fieldSchema = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
		if (fieldSchema === undefined) result[key] = field;
		else if (field !== null || isRequired(schema, key) || allowsNull(fieldSchema))
			result[key] = coerce(fieldSchema, field);
	}
	return result;
}

function isRequired(schema: SchemaNode, key: string): boolean {
	return schema.required?.includes(key) ?? false;
}

function allowsNull(schema: SchemaNode): boolean {
	const branches = schema.anyOf ?? schema.oneOf;
	if (branches) return branches.some(allowsNull);
	const types = typesOf(schema);
	return (
		schema.const === null || (schema.enum?.includes(null) ?? false) || types.length === 0 || types.includes("null")
	);
}

function typesOf(schema: SchemaNode): readonly string[] {
	if (typeof schema.type === "string") return [schema.type];
	return schema.type ?? [];
}

function hasType(type: string, value: unknown): boolean {
	if (type === "array") return Array.isArray(value);
	if (type === "null") return value === null;
	if (type === "integer") return Number.isInteger(value);
	if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
	return typeof value === type;
}

function bend(type: string, value: unknown, schema: SchemaNode): unknown {
	if (type === "number" || type === "integer") return toNumber(value, type);
	if (type === "boolean") return toBoolean(value);
	if (type === "string")
		return value === null || typeof value === "object" || value === undefined ? nullText(value) : String(value);
	if (type === "array" && value !== null && value !== undefined && schema.items) return toArray(value, schema.items);
	return value;
}

/** A required string that arrives as `null` becomes its word, as published. */
function nullText(value: unknown): unknown {
	return value === null ? "null" : value;
}

function toNumber(value: unknown, type: string): unknown {
	if (typeof value === "boolean") return value ? 1 : 0;
	if (value === null) return 0;
	if (typeof value !== "string" || value.trim() === "") return value;
	const number = Number(value);
	if (!Number.isFinite(number)) return value;
	return type === "integer" && !Number.isInteger(number) ? value : number;
}

function toBoolean(value: unknown): unknown {
	if (value === "true" || value === 1 || value === "1") return true;
	if (value === "false" || value === 0 || value === "0" || value === null) return false;
	return value;
}

function toArray(value: unknown, items: SchemaNode | readonly SchemaNode[]): unknown {
	const item = Array.isArray(items) ? (items as readonly SchemaNode[])[0] : (items as SchemaNode);
	if (!item) return value;
	const bent = coerce(item, value);
	return accepts(item, bent) ? [bent] : value;
}
