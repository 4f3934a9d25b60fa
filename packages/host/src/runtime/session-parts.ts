import type { ReadonlySession } from "../session/readonly-session.ts";
import type { Conversation } from "./conversation.ts";
import type { EventChannel } from "./event-channel.ts";
import type { UserInput } from "./input/accept-input.ts";
import type { Disposition } from "./input/submit.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { Queues } from "./queues.ts";
import type { SessionNames } from "./session-names.ts";
import type { ToolSet } from "./tool-set.ts";

/** The parts of a running session that its façade delegates to. */
export interface SessionParts {
	readonly session: ReadonlySession;
	readonly events: EventChannel;
	readonly conversation: Conversation;
	readonly queues: Queues;
	readonly models: ModelChoice;
	readonly names: SessionNames;
	readonly tools: ToolSet;
	submit(input: UserInput, onDisposition?: (disposition: Disposition) => void): Promise<void>;
	/** Tells extensions, retires them and releases what was acquired. */
	shutdown(): Promise<void>;
}
