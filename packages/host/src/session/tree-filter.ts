import type { SessionEntry } from "./entry.ts";
import type { SessionTreeNode } from "./readonly-session.ts";

/** What of a tree is shown (S12). */
export type TreeFilter = "default" | "no-tools" | "user-only" | "labeled-only" | "all";

/** Entries that say something: the rest keeps state of the session or of extensions. */
const SHOWN_TYPES: ReadonlySet<SessionEntry["type"]> = new Set([
	"message",
	"custom_message",
	"compaction",
	"branch_summary",
]);

/**
 * A copy of the tree with the nodes that the filter lets through; the children of a hidden node stand below the nearest
 * shown one above it, in their order. Walks without recursion: sessions are deep.
 */
export function filterTree(roots: readonly SessionTreeNode[], filter: TreeFilter): SessionTreeNode[] {
	const shown: SessionTreeNode[] = [];
	const waiting = pairs(roots, shown);
	for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
		const [node, siblings] = next;
		const isShown = passes(node, filter);
		const copy: SessionTreeNode = { ...node, children: [] };
		if (isShown) siblings.push(copy);
		for (const pair of pairs(node.children, isShown ? copy.children : siblings)) waiting.push(pair);
	}
	return shown;
}

/** The last one first, as a stack wants it. */
function pairs(nodes: readonly SessionTreeNode[], siblings: SessionTreeNode[]): [SessionTreeNode, SessionTreeNode[]][] {
	return nodes.map((node): [SessionTreeNode, SessionTreeNode[]] => [node, siblings]).reverse();
}

function passes({ entry, label }: SessionTreeNode, filter: TreeFilter): boolean {
	if (filter === "all") return true;
	if (filter === "labeled-only") return label !== undefined;
	const role = entry.type === "message" ? entry.message.role : undefined;
	if (filter === "user-only") return role === "user";
	if (!SHOWN_TYPES.has(entry.type) || role === "system") return false;
	return filter === "default" || role !== "toolResult";
}
