import { expect, test } from "vitest";
import { objectSchema } from "./object-schema.ts";

test("a schema that both protocols take stays the object it is", () => {
	const schema = { type: "object", properties: { a: { anyOf: [] } }, required: ["a"] };
	expect(objectSchema(schema)).toBe(schema);
});

test.each<[string, unknown, object]>([
	["nothing", null, { type: "object" }],
	["no type", { description: "d" }, { description: "d", type: "object" }],
	["another type", { type: "string", enum: ["a"] }, { type: "object" }],
	[
		"alternatives",
		{ anyOf: [{ properties: { a: { type: "string" } } }, { properties: { b: {} } }, true], description: "d" },
		{ description: "d", type: "object", properties: { a: { type: "string" }, b: {} } },
	],
	[
		"alternatives beside properties of its own",
		{
			type: "object",
			properties: { a: { type: "number" } },
			oneOf: [{ properties: { a: {}, c: {} } }],
			required: ["a"],
		},
		{ type: "object", properties: { a: { type: "number" }, c: {} }, required: ["a"] },
	],
])("a schema with %s becomes one of an object", (_name, schema, expected) => {
	expect(objectSchema(schema)).toEqual(expected);
});
