import type { AgentEvent, AgentMessage } from "@tau/agent";
import type { ThinkingLevel } from "@tau/ai";
import type { CompactionReason, CompactionResult } from "../extension-api/events/session-events.ts";
import type { ExtensionFault } from "../extensions/hooks/extension-fault.ts";
import type { WaitNotice } from "../extensions/hooks/wait-listeners.ts";
import type { SessionEntry } from "../session/entry.ts";

/**
 * What happens in a session, for whoever shows it: modes, SDK, RPC (E41). Agent events keep their order; each is told
 * after the extensions have seen it.
 */
export type RuntimeEvent =
	| Exclude<AgentEvent, { type: "agent_end" }>
	| { type: "agent_end"; messages: AgentMessage[]; willRetry: boolean }
	| { type: "agent_settled"; aborted: boolean }
	| { type: "queue_update"; steering: string[]; followUp: string[] }
	| { type: "entry_appended"; entry: SessionEntry }
	| { type: "session_info_changed"; name?: string }
	| CompactionEvent
	| RetryEvent
	| { type: "thinking_level_changed"; level: ThinkingLevel }
	| ({ type: "extension_error" } & ExtensionFault)
	| WaitNotice;

/** A compaction begins and ends; without a result it failed or was cancelled. `willRetry`: the run is repeated. */
export type CompactionEvent =
	| { type: "compaction_start"; reason: CompactionReason }
	| {
			type: "compaction_end";
			reason: CompactionReason;
			result?: CompactionResult;
			aborted: boolean;
			willRetry: boolean;
			errorMessage?: string;
	  };

/** Waits before failed requests are repeated: those of a run (M10), and those for summaries. */
export type RetryEvent =
	| ({ type: "auto_retry_start" } & RetryWait)
	| { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
	| ({ type: "summarization_retry_scheduled" } & RetryWait)
	| ({ type: "summarization_retry_attempt_start" } & SummaryOrigin)
	| { type: "summarization_retry_finished" };

interface RetryWait {
	attempt: number;
	maxAttempts: number;
	delayMs: number;
	errorMessage: string;
}

/** What a summary is made for. */
export type SummaryOrigin = { source: "branchSummary" } | { source: "compaction"; reason: CompactionReason };

export type RuntimeListener = (event: RuntimeEvent) => void | Promise<void>;
