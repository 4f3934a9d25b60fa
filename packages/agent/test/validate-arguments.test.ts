import { validateArguments, type AgentTool } from "@tau/agent";
import type { ToolCall } from "@tau/ai";
import { describe, expect, test } from "vitest";

const schema = {
	type: "object",
	required: ["a", "n"],
	properties: {
		a: { type: "string" },
		n: { type: "number" },
		b: { type: "boolean" },
		l: { type: "array", items: { type: "number" } },
		e: { enum: ["p", "q"] },
		u: {
			anyOf: [
				{ const: "x", type: "string" },
				{ const: "y", type: "string" },
			],
		},
		o: { type: "object", properties: { k: { type: "string", minLength: 2 } }, required: ["k"] },
	},
};

function toolWith(parameters: object, more: Partial<AgentTool> = {}): AgentTool {
	return { name: "v", label: "v", description: "", parameters, execute: async () => ({ content: [] }), ...more };
}

function call(args: unknown, more: Partial<ToolCall> = {}): ToolCall {
	return { type: "toolCall", id: "1", name: "v", arguments: args as ToolCall["arguments"], ...more };
}

describe("arguments that can be bent fit the schema (TL05)", () => {
	const cases: [string, unknown, unknown][] = [
		["numeric text becomes a number", { a: "x", n: "5" }, { a: "x", n: 5 }],
		["a number becomes text", { a: 1, n: 1 }, { a: "1", n: 1 }],
		["the words true and false become booleans", { a: "x", n: 1, b: "true" }, { a: "x", n: 1, b: true }],
		["a single value becomes a list", { a: "x", n: 1, l: 3 }, { a: "x", n: 1, l: [3] }],
		["items of a list are bent too", { a: "x", n: 1, l: ["1", 2] }, { a: "x", n: 1, l: [1, 2] }],
		["null of an optional field is dropped", { a: "x", n: 1, b: null }, { a: "x", n: 1 }],
		["unknown fields stay", { a: "x", n: 1, extra: 1 }, { a: "x", n: 1, extra: 1 }],
	];
	test.each(cases)("%s", async (_title, given, expected) => {
		expect(await validateArguments(toolWith(schema), call(given))).toEqual({ ok: true, input: expected });
	});
});

describe("arguments that cannot are named field by field", () => {
	const cases: [string, unknown, string[]][] = [
		["missing fields", {}, ["a: missing", "n: missing"]],
		["a wrong type", { a: "x", n: "zz" }, ["n: expected number, got string"]],
		["a value outside an enumeration", { a: "x", n: 1, e: "r" }, ['e: expected one of ["p","q"]']],
		["a value of no constant", { a: "x", n: 1, u: "z" }, ['u: expected "x"']],
		["a nested field", { a: "x", n: 1, o: { k: "k" } }, ["o.k: expected at least 2 characters"]],
		["an item of a list", { a: "x", n: 1, l: ["1", "b"] }, ["l.1: expected number, got string"]],
	];
	test.each(cases)("%s", async (_title, given, lines) => {
		const problems = lines.map((line) => `  - ${line}`).join("\n");
		expect(await validateArguments(toolWith(schema), call(given))).toEqual({
			ok: false,
			message: `Validation failed for tool "v":\n${problems}\n\nReceived arguments:\n${JSON.stringify(given, null, 2)}`,
		});
	});

	test("a field that a closed schema does not know", async () => {
		const closed = { type: "object", properties: {}, additionalProperties: false };
		const validated = await validateArguments(toolWith(closed), call({ zz: 1 }));
		expect(validated.ok ? "" : validated.message.split("\n")[1]).toBe("  - zz: unknown field");
	});
});

test("prepared arguments are what is validated (TL04)", async () => {
	const tool = toolWith(schema, { prepareArguments: (raw) => ({ ...(raw as object), a: "from old field" }) });
	expect(await validateArguments(tool, call({ n: 1 }))).toEqual({ ok: true, input: { n: 1, a: "from old field" } });
});

test("arguments that were no JSON are refused with the reader's message (TL06)", async () => {
	const broken = call({}, { argumentsError: "no JSON" });
	expect(await validateArguments(toolWith(schema), broken)).toEqual({
		ok: false,
		message: 'Invalid arguments for tool "v": no JSON',
	});
});
