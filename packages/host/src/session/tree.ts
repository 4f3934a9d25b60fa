import type { SessionEntry } from "./entry.ts";
import type { LabelMark } from "./labels.ts";
import type { SessionTreeNode } from "./readonly-session.ts";
import type { SessionIndex } from "./store/session-index.ts";

/** Positions from the root to the given one. */
export function branchTo(index: SessionIndex, position: number): number[] {
	const branch: number[] = [];
	for (let at: number | undefined = position; at !== undefined; at = index.parentOf(at)) branch.push(at);
	return branch.reverse();
}

/** Positions without a parent, orphans among them (S06). */
export function rootsOf(index: SessionIndex): number[] {
	return allPositions(index).filter((position) => index.parentOf(position) === undefined);
}

/** Direct children in file order. */
export function childrenOf(index: SessionIndex, parent: number): number[] {
	return allPositions(index).filter((position) => index.parentOf(position) === parent);
}

export function allPositions(index: SessionIndex): number[] {
	return Array.from({ length: index.size }, (_, position) => position);
}

/** The last position that both branches have; undefined when they have different roots. */
export function commonAncestor(index: SessionIndex, first: number, second: number): number | undefined {
	const ancestors = new Set(branchTo(index, first));
	for (let at: number | undefined = second; at !== undefined; at = index.parentOf(at)) {
		if (ancestors.has(at)) return at;
	}
	return undefined;
}

/**
 * The whole tree as nodes, children in order of time, roots and orphans in file order. An entry without a readable
 * line is left out and its children move to the nearest ancestor that is there.
 */
export function buildTree(
	index: SessionIndex,
	entries: Iterable<SessionEntry>,
	labels: ReadonlyMap<string, LabelMark>,
): SessionTreeNode[] {
	const nodes = new Map<number, SessionTreeNode>();
	for (const entry of entries) {
		const position = index.positionOf(entry.id);
		if (position !== undefined) nodes.set(position, toNode(entry, labels.get(entry.id)));
	}
	const roots: SessionTreeNode[] = [];
	for (const [position, node] of nodes) (parentNode(index, nodes, position)?.children ?? roots).push(node);
	for (const { children } of nodes.values()) children.sort(byTime);
	return roots;
}

function parentNode(
	index: SessionIndex,
	nodes: ReadonlyMap<number, SessionTreeNode>,
	position: number,
): SessionTreeNode | undefined {
	for (let at = index.parentOf(position); at !== undefined; at = index.parentOf(at)) {
		const node = nodes.get(at);
		if (node !== undefined) return node;
	}
	return undefined;
}

function toNode(entry: SessionEntry, label: LabelMark | undefined): SessionTreeNode {
	const node: SessionTreeNode = { entry, children: [] };
	return label === undefined ? node : { ...node, label: label.label, labelTimestamp: label.timestamp };
}

function byTime(left: SessionTreeNode, right: SessionTreeNode): number {
	return Date.parse(left.entry.timestamp) - Date.parse(right.entry.timestamp) || 0;
}
