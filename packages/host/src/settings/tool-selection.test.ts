import { expect, test } from "vitest";
import { DEFAULT_TOOLS, hasMixedEntries, selectTools } from "./tool-selection.ts";

test.each([
	[undefined, ["read", "bash", "edit", "write"]],
	[[], []],
	[["grep"], ["grep"]],
	[
		["+grep", "-bash"],
		["read", "edit", "write", "grep"],
	],
	[
		["+a", "x", "y", "-x"],
		["y", "a"],
	],
	[
		["-read", "+read"],
		["bash", "edit", "write", "read"],
	],
	[["-nosuch"], ["read", "bash", "edit", "write"]],
])("entries %j select %j", (entries, selection) => {
	expect(selectTools(DEFAULT_TOOLS, entries)).toEqual(selection);
});

test("only a list with both plain names and modifiers is mixed", () => {
	expect([["a"], ["+a", "-b"], ["a", "-b"], []].map(hasMixedEntries)).toEqual([false, false, true, false]);
});
