import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { CompactOptions, ReplacedSessionContext } from "../extension-api/context.ts";
import type { CompactionResult, SessionShutdownEvent } from "../extension-api/events/session-events.ts";
import type { ModelRegistry } from "../extension-api/model-registry.ts";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { Session } from "../session/session.ts";
import type { TreeNavigation } from "./compaction/navigate-tree.ts";
import type { Conversation } from "./conversation.ts";
import type { EventChannel } from "./event-channel.ts";
import type { UserInput } from "./input/accept-input.ts";
import type { QueuedInput, QueuedInputDisposition } from "./input/enqueue.ts";
import type { Disposition } from "./input/submit.ts";
import type { IdleBarrier } from "./idle-barrier.ts";
import type { ModelChoice } from "./model-choice.ts";
import type { Queues } from "./queues.ts";
import type { SessionNames } from "./session-names.ts";
import type { ToolSet } from "./tool-set.ts";
import type { AutoCompaction } from "./turn/auto-compaction.ts";
import type { Retry } from "./turn/retry.ts";
import type { UserShell } from "./user-shell/user-shell.ts";

/** Why a session ends, for `session_shutdown` (E13). */
export type SessionEnd = Omit<SessionShutdownEvent, "type">;

/** The parts of a running session that its façade delegates to. */
export interface SessionParts {
	readonly session: Session;
	readonly events: EventChannel;
	readonly conversation: Conversation;
	readonly barrier: IdleBarrier;
	readonly queues: Queues;
	readonly models: ModelChoice;
	readonly names: SessionNames;
	readonly tools: ToolSet;
	readonly navigation: TreeNavigation;
	readonly compaction: AutoCompaction;
	readonly retry: Retry;
	/** Compacts now; rejects when nothing was compacted (M07). */
	compact(options?: CompactOptions): Promise<CompactionResult>;
	/** The user wants an end; other than `ctx.abort()`, it leaves behind extensions that do not answer. */
	abort(): void;
	submit(input: UserInput, onDisposition?: (disposition: Disposition) => void): Promise<void>;
	enqueue(input: QueuedInput): Promise<QueuedInputDisposition>;
	readonly userShell: UserShell;
	readonly registry: ModelRegistry;
	readonly dispatcher: Dispatcher;
	/** What can be called with a slash: commands of extensions, templates, skills (API08). */
	commands(): SlashCommandInfo[];
	replacedContext(): ReplacedSessionContext;
	/** Tells extensions that the session started, once. */
	announceStart(): Promise<void>;
	/** Tells extensions, retires them and releases what was acquired. */
	shutdown(end?: SessionEnd): Promise<void>;
}
