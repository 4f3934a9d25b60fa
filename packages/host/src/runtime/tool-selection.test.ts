import { expect, test } from "vitest";
import { activatesOnRegistration, selectTools, type ToolSelection } from "./tool-selection.ts";

const builtin = (...names: string[]) => names.map((name) => ({ definition: { name }, builtin: true }));

const AVAILABLE: ToolSelection["available"] = [
	...builtin("read", "bash", "edit", "write", "grep", "find", "ls"),
	{ definition: { name: "mine" }, builtin: false },
	{ definition: { name: "asleep", defaultActive: false }, builtin: false },
	{ definition: { name: "only", exposure: "model-only" }, builtin: false },
	{ definition: { name: "code", exposure: "codemode" }, builtin: false },
	{ definition: { name: "later", exposure: "deferred" }, builtin: false },
	{ definition: { name: "secret", exposure: "hidden" }, builtin: false },
];

test.each<[defaultTools: string[] | undefined, flags: ToolSelection["flags"], names: string]>([
	[undefined, {}, "read bash edit write mine only"],
	[["read"], {}, "read mine only"],
	[["+grep", "-edit"], {}, "read bash write grep mine only"],
	[["+asleep", "+later"], {}, "read bash edit write asleep later mine only"],
	[["+secret"], {}, "read bash edit write mine only"],
	[undefined, { tools: ["read", "mine"] }, "read mine"],
	[undefined, { tools: ["*"] }, "read bash edit write grep find ls mine asleep only code later"],
	[undefined, { tools: ["g*", "l?", "nobody"] }, "grep"],
	[["read"], { tools: ["+ls", "-mine"] }, "read ls only"],
	[["read", "grep"], { tools: ["+grep", "-grep"] }, "read mine only"],
	[undefined, { tools: [] }, ""],
	[undefined, { excludeTools: ["b*", "mine"] }, "read edit write only"],
	[undefined, { noBuiltinTools: true }, "mine only"],
	[undefined, { noTools: true, tools: ["read"] }, ""],
])("defaultTools %j and the command line %j activate %j (G02, TL17)", (defaultTools, flags, names) => {
	expect(selectTools({ available: AVAILABLE, defaultTools, flags }).join(" ")).toBe(names);
});

test("a late tool becomes active by itself when it is declared and not inactive by default (API02)", () => {
	const active = AVAILABLE.filter(({ definition }) => activatesOnRegistration(definition));

	expect(active.slice(7).map(({ definition }) => definition.name)).toEqual(["mine", "only"]);
});
