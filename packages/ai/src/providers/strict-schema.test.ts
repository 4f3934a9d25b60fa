import { expect, test } from "vitest";
import type { Model } from "../contract/model.ts";
import type { ConstrainedSampling, Tool } from "../contract/tool.ts";
import { strictSchema } from "./strict-schema.ts";

const MODEL = { id: "m" } as Model;
const STRICT: ConstrainedSampling = { type: "json_schema", strict: "prefer" };
const REQUIRED: ConstrainedSampling = { type: "json_schema", strict: "require" };

const tool = (parameters: object, constrainedSampling: Tool["constrainedSampling"] = STRICT): Tool =>
	({ name: "t", description: "", parameters, constrainedSampling }) as Tool;
const convert = (parameters: object) => strictSchema(tool(parameters), { model: MODEL, supported: true });

test("all members become required, optional ones may be null, at every depth (TL16)", () => {
	const schema = {
		type: "object",
		required: ["a"],
		properties: {
			a: { type: "string" },
			b: { type: "array", items: { type: "object", properties: { c: { type: "number" } } } },
		},
	};
	expect(convert(schema)).toEqual({
		type: "object",
		required: ["a", "b"],
		additionalProperties: false,
		properties: {
			a: { type: "string" },
			b: {
				anyOf: [
					{
						type: "array",
						items: {
							type: "object",
							required: ["c"],
							additionalProperties: false,
							properties: { c: { anyOf: [{ type: "number" }, { type: "null" }] } },
						},
					},
					{ type: "null" },
				],
			},
		},
	});
});

test.each([
	{ type: "object", properties: {}, additionalProperties: { type: "string" } },
	{ type: "object", properties: { a: { oneOf: [] } } },
	{ type: "object", properties: { a: { anyOf: [{ not: {} }] } } },
	{ type: "array", items: [{ type: "string" }] },
	{ type: "object", patternProperties: {} },
])("%j has no strict form", (schema) => {
	expect(convert(schema)).toBeUndefined();
});

test("a tool that does not ask, or may go without, is sent as it is", () => {
	const schema = { type: "object", properties: {} };
	const plain = strictSchema(tool(schema, false), { model: MODEL, supported: true });
	const grammar = strictSchema(tool(schema, { type: "grammar", variants: {} }), { model: MODEL, supported: true });
	const unsupported = strictSchema(tool(schema), { model: MODEL, supported: false });
	expect([plain, grammar, unsupported]).toEqual([undefined, undefined, undefined]);
});

test("a requirement that cannot be met fails the request and says how to go on", () => {
	expect(() => strictSchema(tool({}, REQUIRED), { model: MODEL, supported: false })).toThrow(
		'Tool "t" requires strict JSON schema sampling, but model "m" does not support it. Turn the tool off or choose another model.',
	);
});
