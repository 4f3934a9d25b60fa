import type { SessionEntry } from "../session/entry.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";

/**
 * The active branch, given all entries: most sessions never branched, and of those nothing has to be read twice. Any
 * other shape, damaged ones included, is the session's to walk.
 */
export function activeBranch(session: ReadonlySession, entries: SessionEntry[]): SessionEntry[] {
	const ids = new Set<string>();
	let previous: string | null = null;
	for (const { id, parentId } of entries) {
		if (parentId !== previous || ids.has(id)) return session.getBranch();
		ids.add(id);
		previous = id;
	}
	return previous === session.getLeafId() ? entries : session.getBranch();
}
