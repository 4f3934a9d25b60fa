import { expect, test } from "vitest";
import { assistant, system, toolResult, user } from "../../test/session/entries.ts";
import { createMemorySession } from "./open-session.ts";
import type { SessionTreeNode } from "./readonly-session.ts";
import { filterTree, type TreeFilter } from "./tree-filter.ts";

function sessionTree(): SessionTreeNode[] {
	const session = createMemorySession("/w");
	session.append({ type: "model_change", provider: "p", modelId: "m" });
	session.append({ type: "message", message: system({ content: "prompt" }) });
	const first = session.append({ type: "message", message: user("first") }).id;
	session.append({ type: "message", message: assistant("calls") });
	session.append({ type: "message", message: toolResult("result") });
	session.append({ type: "message", message: assistant("done") });
	session.branch(first);
	session.append({ type: "custom", customType: "state" });
	session.append({ type: "message", message: assistant("other") });
	session.append({ type: "label", targetId: first, label: "here" });
	return session.getTree();
}

function outline(nodes: readonly SessionTreeNode[]): unknown[] {
	return nodes.map(({ entry, children }) => [
		entry.type === "message" ? entry.message.role : entry.type,
		...outline(children),
	]);
}

test.each<[TreeFilter, unknown[]]>([
	["default", [["user", ["assistant", ["toolResult", ["assistant"]]], ["assistant"]]]],
	["no-tools", [["user", ["assistant", ["assistant"]], ["assistant"]]]],
	["user-only", [["user"]]],
	["labeled-only", [["user"]]],
	[
		"all",
		[
			[
				"model_change",
				["system", ["user", ["assistant", ["toolResult", ["assistant"]]], ["custom", ["assistant", ["label"]]]]],
			],
		],
	],
])("the filter %s shows its entries below the nearest one that is shown (S12)", (filter, expected) => {
	expect(outline(filterTree(sessionTree(), filter))).toEqual(expected);
});

test("filtering leaves the tree as it is, and a hidden root's children become roots in order (S12)", () => {
	const tree = sessionTree();
	const before = structuredClone(tree);
	const branches = filterTree(tree[0]?.children[0]?.children[0]?.children ?? [], "default");

	expect([outline(branches), tree]).toEqual([[["assistant", ["toolResult", ["assistant"]]], ["assistant"]], before]);
});

test("a tree a hundred thousand entries deep is filtered without recursion (S12)", () => {
	const session = createMemorySession("/w");
	for (let at = 0; at < 100_000; at += 1) session.append({ type: "custom", customType: "c" });
	session.append({ type: "message", message: user("deep") });

	expect(filterTree(session.getTree(), "default").map(({ entry }) => entry.type)).toEqual(["message"]);
});
