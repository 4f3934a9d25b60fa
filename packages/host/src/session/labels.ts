import type { LabelEntry, SessionEntry } from "./entry.ts";

export interface LabelMark {
	label: string;
	/** When it was set. */
	timestamp: string;
}

/** Labels by the entry they mark; the latest label entry wins, one without text clears (S10). */
export function foldLabels(entries: Iterable<SessionEntry>): Map<string, LabelMark> {
	const labels = new Map<string, LabelMark>();
	for (const entry of entries) {
		if (entry.type === "label") applyLabel(labels, entry);
	}
	return labels;
}

export function applyLabel(labels: Map<string, LabelMark>, entry: LabelEntry): void {
	if (entry.label === undefined || entry.label === "") labels.delete(entry.targetId);
	else labels.set(entry.targetId, { label: entry.label, timestamp: entry.timestamp });
}
