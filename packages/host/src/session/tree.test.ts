import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entry, idOf, sessionEntries } from "../../test/session/entries.ts";
import { sourceOf } from "./branch-reader.ts";
import type { SessionEntry } from "./entry.ts";
import { foldLabels } from "./labels.ts";
import type { SessionTreeNode } from "./readonly-session.ts";
import { branchTo, buildTree, childrenOf, commonAncestor, rootsOf } from "./tree.ts";

function naiveBranch(entries: readonly SessionEntry[], id: string): string[] {
	const byId = new Map(entries.map((found) => [found.id, found]));
	const branch: string[] = [];
	for (let at = byId.get(id); at !== undefined; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
		branch.unshift(at.id);
	}
	return branch;
}

function treeOf(entries: readonly SessionEntry[]): SessionTreeNode[] {
	return buildTree(sourceOf(entries).index, entries, foldLabels(entries));
}

function outline(nodes: readonly SessionTreeNode[]): unknown[] {
	return nodes.map((node) => [Number.parseInt(node.entry.id, 16), ...outline(node.children)]);
}

test("the branch to any entry is the chain of its parents, root first", () => {
	fc.assert(
		fc.property(sessionEntries, (entries) => {
			const { index } = sourceOf(entries);
			const branches = entries.map((_, at) => branchTo(index, at).map((position) => index.idAt(position)));
			expect(branches).toEqual(entries.map(({ id }) => naiveBranch(entries, id)));
		}),
	);
});

test("every entry is in the tree once, below its parent, and entries without parent are roots (S06, S12)", () => {
	fc.assert(
		fc.property(sessionEntries, (entries) => {
			const seen: [string, string | undefined][] = [];
			const pending = treeOf(entries).map((node): [SessionTreeNode, string | undefined] => [node, undefined]);
			for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
				const [node, parent] = next;
				seen.push([node.entry.id, parent]);
				for (const child of node.children) pending.push([child, node.entry.id]);
			}
			const ids = new Set(entries.map(({ id }) => id));
			const parentOf = ({ parentId }: SessionEntry): string | undefined =>
				parentId !== null && ids.has(parentId) ? parentId : undefined;
			expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(entries.map((found) => [found.id, parentOf(found)])));
			expect(seen).toHaveLength(entries.length);
			expect(rootsOf(sourceOf(entries).index).map(idOf)).toEqual(
				entries.filter((found) => parentOf(found) === undefined).map(({ id }) => id),
			);
		}),
	);
});

test("children stand in order of time, roots and orphans in file order (S06)", () => {
	const custom = { type: "custom" as const, customType: "c" };
	const late = { ...entry(2, 1, custom), timestamp: "2030-01-01T00:00:00.000Z" };
	const entries = [entry(1, null, custom), late, entry(3, 1, custom), entry(4, "gone", custom), entry(5, 3, custom)];
	expect(outline(treeOf(entries))).toEqual([[1, [3, [5]], [2]], [4]]);
});

test("nodes carry the label their entry has now (S10, S12)", () => {
	const label = (target: number, text: string): SessionEntry =>
		entry(target + 10, target, { type: "label", targetId: idOf(target), label: text });
	const custom = { type: "custom" as const, customType: "c" };
	const entries = [
		entry(1, null, custom),
		entry(2, 1, custom),
		label(1, "first"),
		label(2, "second"),
		entry(30, 2, { type: "label", targetId: idOf(2) }),
	];
	const [root] = treeOf(entries);
	const second = root?.children.find(({ entry: { id } }) => id === idOf(2));
	expect([root?.label, root?.labelTimestamp, second?.label]).toEqual(["first", entries[2]?.timestamp, undefined]);
});

test("an entry whose line is damaged passes its children to its parent", () => {
	const custom = { type: "custom" as const, customType: "c" };
	const entries = [entry(1, null, custom), entry(2, 1, custom), entry(3, 2, custom)];
	const readable = entries.filter((_, at) => at !== 1);
	expect(outline(buildTree(sourceOf(entries).index, readable, new Map()))).toEqual([[1, [3]]]);
});

test("children and the common ancestor of two branches are found by position", () => {
	const custom = { type: "custom" as const, customType: "c" };
	const { index } = sourceOf([
		entry(0, null, custom),
		entry(1, 0, custom),
		entry(2, 1, custom),
		entry(3, 1, custom),
		entry(4, null, custom),
	]);
	expect([
		childrenOf(index, 1),
		commonAncestor(index, 2, 3),
		commonAncestor(index, 2, 1),
		commonAncestor(index, 2, 4),
	]).toEqual([[2, 3], 1, 1, undefined]);
});

test("a tree a hundred thousand entries deep is built without recursion", () => {
	const entries = Array.from({ length: 100_000 }, (_, n) =>
		entry(n, n === 0 ? null : n - 1, { type: "custom", customType: "c" }),
	);
	let depth = 0;
	for (let [node] = treeOf(entries); node !== undefined; [node] = node.children) depth += 1;
	expect(depth).toBe(100_000);
});
