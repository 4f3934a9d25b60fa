import type { AgentMessage } from "@tau/agent";
import type { CompactionEntry, CustomMessageEntry, SessionEntry } from "./entry.ts";
import type { CustomMessage } from "./message.ts";

/** What one entry contributes to the context, edits aside (S08). Entries of state contribute nothing. */
export function sessionEntryToContextMessages(entry: SessionEntry): AgentMessage[] {
	switch (entry.type) {
		case "message":
			// A damaged file can hold an entry without its message.
			return entry.message == null ? [] : [entry.message];
		case "custom_message":
			return [toCustomMessage(entry)];
		case "branch_summary":
			if (entry.summary === "") return [];
			return [{ role: "branchSummary", summary: entry.summary, fromId: entry.fromId, timestamp: timeOf(entry) }];
		case "compaction":
			return compactionMessages(entry);
		default:
			return [];
	}
}

function compactionMessages(entry: CompactionEntry): AgentMessage[] {
	const { summary, tokensBefore, systemMessage } = entry;
	const message: AgentMessage = { role: "compactionSummary", summary, tokensBefore, timestamp: timeOf(entry) };
	return systemMessage === undefined ? [message] : [systemMessage, message];
}

function toCustomMessage(entry: CustomMessageEntry): CustomMessage {
	const { customType, content, display, details } = entry;
	const message: CustomMessage = { role: "custom", customType, content, display, timestamp: timeOf(entry) };
	return details === undefined ? message : { ...message, details };
}

function timeOf(entry: SessionEntry): number {
	return Date.parse(entry.timestamp);
}
