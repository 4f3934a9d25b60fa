import type { AgentTool } from "@tau/agent";
import { expect, test } from "vitest";
import type { RegisteredTool } from "../extension-api/tool.ts";
import { ToolSet } from "./tool-set.ts";

const tool = (name: string, more: Partial<RegisteredTool["definition"]> = {}, source = "local"): RegisteredTool => ({
	definition: {
		name,
		label: name,
		description: source,
		parameters: {},
		execute: async () => ({ content: [] }),
		...more,
	} as RegisteredTool["definition"],
	sourceInfo: { path: source, source, scope: "temporary", origin: "top-level" },
});

interface Fixture {
	tools: ToolSet;
	contributed: RegisteredTool[];
	bound: string[];
}

/** Two built-in tools, and what extensions registered. */
function toolSet(contributed: RegisteredTool[], mayActivate?: (name: string) => boolean): Fixture {
	const bound: string[] = [];
	const builtins = [tool("read", {}, "builtin"), tool("bash", {}, "builtin")];
	const sources = {
		builtins: () => builtins,
		contributed: () => contributed,
		bind: ({ definition }: RegisteredTool): AgentTool => {
			bound.push(definition.name);
			return { ...definition, label: definition.label } as unknown as AgentTool;
		},
	};
	return { tools: new ToolSet(sources, mayActivate), contributed, bound };
}

const names = (tools: readonly { name: string }[]): string[] => tools.map(({ name }) => name);

test("an override stands in the place of what it overrides (L16, TL19)", () => {
	const { tools } = toolSet([tool("mine"), tool("read", {}, "override")]);

	expect(tools.infos().map(({ name, description }) => [name, description])).toEqual([
		["read", "override"],
		["bash", "builtin"],
		["mine", "local"],
	]);
});

test("active tools ignore what is unknown or hidden, keep their order and append the rest once (TRAP12, API16)", () => {
	const { tools } = toolSet([tool("a"), tool("b"), tool("secret", { exposure: "hidden" })]);
	tools.setActive(["b", "read"]);
	const first = tools.activeNames();
	tools.setActive(["a", "read", "secret", "b", "nobody", "a"]);

	expect([first, tools.activeNames()]).toEqual([
		["b", "read"],
		["b", "read", "a"],
	]);
});

test("a tool that registers late is active when its kind is, and only where the command line allows it (API02)", () => {
	const late = ["direct", "model-only", "codemode", "deferred", "hidden"] as const;
	const { tools, contributed } = toolSet([], (name) => name !== "forbidden");
	for (const added of [...late.map((exposure) => tool(exposure, { exposure })), tool("forbidden")]) {
		contributed.push(added);
		tools.toolRegistered(added.definition.name);
	}
	tools.toolRegistered("nobody");

	expect(tools.activeNames()).toEqual(["direct", "model-only"]);
});

test("a tool that registers again as hidden is no longer active (API02)", () => {
	const { tools, contributed } = toolSet([tool("t")]);
	tools.setActive(["t", "read"]);
	contributed[0] = tool("t", { exposure: "hidden" });
	tools.toolRegistered("t");

	expect(tools.activeNames()).toEqual(["read"]);
});

test("other tools reach active direct tools and every codemode or deferred one (TRAP41)", () => {
	const { tools } = toolSet([
		tool("on"),
		tool("off"),
		tool("only", { exposure: "model-only" }),
		tool("code", { exposure: "codemode" }),
		tool("later", { exposure: "deferred" }),
		tool("secret", { exposure: "hidden" }),
	]);
	tools.setActive(["on", "only"]);

	expect(names(tools.callable())).toEqual(["on", "code", "later"]);
});

test("a definition is bound once, and again when it is another one", () => {
	const { tools, contributed, bound } = toolSet([tool("t")]);
	tools.setActive(["t"]);
	tools.active();
	tools.active();
	contributed[0] = tool("t");
	tools.active();

	expect(bound).toEqual(["t", "t"]);
});

test("a tool's entry in the list has the published fields, and only those it was given (API16)", () => {
	const annotations = { readOnlyHint: true };
	const { tools } = toolSet([
		tool("t", { promptGuidelines: ["g"], annotations, promptSnippet: "s", defaultActive: false }),
	]);

	expect(tools.infos().at(-1)).toEqual({
		name: "t",
		description: "local",
		parameters: {},
		promptGuidelines: ["g"],
		exposure: "direct",
		sourceInfo: { path: "local", source: "local", scope: "temporary", origin: "top-level" },
		annotations,
	});
});
