import type { Tool } from "@tau/ai";
import { expect, test } from "vitest";
import { diffPrompt } from "./diff-sections.ts";

function tool(name: string, description = "d", parameters: object = { type: "object" }): Tool {
	return { name, description, parameters };
}

test("an empty transcript needs everything", () => {
	const next = { sections: { preamble: "a", cwd: "b" }, tools: [tool("read")] };
	expect(diffPrompt({ sections: {}, tools: [] }, next)).toEqual({ sections: next.sections, toolsAdded: next.tools });
});

test("nothing new is no message, whatever the order", () => {
	const previous = {
		sections: { a: "1", b: "2" },
		tools: [tool("x", "d", { type: "object", properties: { p: {}, q: {} } }), tool("y")],
	};
	const next = {
		sections: { b: "2", a: "1" },
		tools: [tool("y"), tool("x", "d", { properties: { q: {}, p: {} }, type: "object" })],
	};
	expect(diffPrompt(previous, next)).toBeUndefined();
});

test("only what changed is said, and what is gone is null", () => {
	const previous = { sections: { a: "1", b: "2", c: "3" }, tools: [tool("x"), tool("y"), tool("z")] };
	const next = { sections: { a: "1", b: "new", d: "4" }, tools: [tool("z"), tool("y", "other"), tool("n")] };
	expect(diffPrompt(previous, next)).toEqual({
		sections: { b: "new", d: "4", c: null },
		toolsAdded: [tool("y", "other"), tool("n")],
		toolsRemoved: [{ name: "x" }],
	});
});

test("names of Object's own members are ordinary section names", () => {
	expect(diffPrompt({ sections: {}, tools: [] }, { sections: { constructor: "x" }, tools: [] })).toEqual({
		sections: { constructor: "x" },
	});
});
