import type { AgentEvent, AgentMessage } from "@tau/agent";
import type { ThinkingLevel } from "@tau/ai";
import type { ExtensionFault } from "../extensions/hooks/extension-fault.ts";
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
	| { type: "thinking_level_changed"; level: ThinkingLevel }
	| ({ type: "extension_error" } & ExtensionFault);

export type RuntimeListener = (event: RuntimeEvent) => void | Promise<void>;
