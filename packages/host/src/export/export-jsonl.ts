import { SESSION_VERSION, type EntryDraft, type SessionEntry, type SessionHeader } from "../session/entry.ts";
import { foldLabels } from "../session/labels.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { createEntryId, type EntryIdSource, randomEntryId } from "../session/session-id.ts";
import { nameFrom } from "../session/session-name.ts";

export interface ExportJsonlOptions {
	/** Milliseconds since the epoch. */
	readonly now?: (() => number) | undefined;
	readonly createEntryId?: EntryIdSource | undefined;
}

/**
 * The active branch as a session file (S17): header and entries as they are, in one line of descent. Name and labels
 * that were given on other branches come along as entries at the end.
 */
export function exportJsonl(session: ReadonlySession, options: ExportJsonlOptions = {}): string {
	return Array.from(exportedLines(session, options), (line) => `${JSON.stringify(line)}\n`).join("");
}

/** The same, line by line. */
export function* exportedLines(
	session: ReadonlySession,
	options: ExportJsonlOptions = {},
): Generator<SessionHeader | SessionEntry> {
	yield { ...session.getHeader(), version: SESSION_VERSION };
	const branch = session.getBranch();
	let parentId: string | null = null;
	for (const entry of branch) {
		// A damaged entry in between is not exported; its children follow its parent.
		yield entry.parentId === parentId ? entry : { ...entry, parentId };
		parentId = entry.id;
	}
	const taken = usedIds(branch);
	const timestamp = new Date((options.now ?? Date.now)()).toISOString();
	for (const { type, ...fields } of carriedDrafts(session, branch)) {
		const id = createEntryId(options.createEntryId ?? randomEntryId, (candidate) => taken.has(candidate));
		yield { type, id, parentId, timestamp, ...fields } as SessionEntry;
		taken.add(id);
		parentId = id;
	}
}

/** Ids of the branch, and those it speaks of: an entry that is not exported must not come back as another one. */
function usedIds(branch: readonly SessionEntry[]): Set<string> {
	const used = new Set<string>();
	for (const entry of branch) {
		used.add(entry.id);
		if ("targetId" in entry) used.add(entry.targetId);
	}
	return used;
}

/** What holds for the branch and was said elsewhere. */
function carriedDrafts(session: ReadonlySession, branch: readonly SessionEntry[]): EntryDraft[] {
	const drafts: EntryDraft[] = [];
	const labels = foldLabels(branch);
	for (const { id } of branch) {
		const label = session.getLabel(id);
		if (label !== labels.get(id)?.label) drafts.push({ type: "label", targetId: id, label });
	}
	const info = branch.findLast((entry) => entry.type === "session_info");
	const name = session.getSessionName();
	if (name !== nameFrom(info)) drafts.push({ type: "session_info", name: name ?? "" });
	return drafts;
}
