import type { AgentMessage, QueueMode } from "@tau/agent";
import type { ImageContent, Model, ThinkingLevel } from "@tau/ai";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { BashResult } from "../extension-api/events/input-events.ts";
import type { CompactionResult } from "../extension-api/events/session-events.ts";
import type { ForkPoint } from "../runtime/fork-points.ts";
import type { QueuedInputDisposition } from "../runtime/input/enqueue.ts";
import type { Disposition } from "../runtime/input/submit.ts";
import type { ModelCycleResult } from "../runtime/model-choice.ts";
import type { SessionStats } from "../runtime/session-stats.ts";
import type { SessionEntry } from "../session/entry.ts";
import type { SessionTreeNode } from "../session/readonly-session.ts";

interface QueuedText {
	message: string;
	images?: ImageContent[];
}

interface Cancellable {
	/** An extension refused; nothing changed. */
	cancelled: boolean;
}

type Nothing = Record<never, never>;

/** One row per command (W02): what it takes besides `id` and `type`, and the `data` of its response. */
export interface RpcMethods {
	prompt: { takes: QueuedText & { streamingBehavior?: "steer" | "followUp" }; gives: { disposition: Disposition } };
	steer: { takes: QueuedText; gives: { disposition: QueuedInputDisposition } };
	follow_up: { takes: QueuedText; gives: { disposition: QueuedInputDisposition } };
	abort: { takes: Nothing; gives: void };
	clear_queue: { takes: Nothing; gives: { steering: string[]; followUp: string[] } };
	new_session: { takes: { parentSession?: string }; gives: Cancellable };
	get_state: { takes: Nothing; gives: RpcSessionState };
	set_model: { takes: { provider: string; modelId: string }; gives: Model };
	cycle_model: { takes: Nothing; gives: ModelCycleResult | null };
	get_available_models: { takes: Nothing; gives: { models: Model[] } };
	set_thinking_level: { takes: { level: ThinkingLevel }; gives: void };
	cycle_thinking_level: { takes: Nothing; gives: { level: ThinkingLevel } | null };
	get_available_thinking_levels: { takes: Nothing; gives: { levels: ThinkingLevel[] } };
	set_steering_mode: { takes: { mode: QueueMode }; gives: void };
	set_follow_up_mode: { takes: { mode: QueueMode }; gives: void };
	compact: { takes: { customInstructions?: string }; gives: CompactionResult };
	set_auto_compaction: { takes: { enabled: boolean }; gives: void };
	set_auto_retry: { takes: { enabled: boolean }; gives: void };
	abort_retry: { takes: Nothing; gives: void };
	bash: { takes: { command: string; excludeFromContext?: boolean }; gives: BashResult };
	abort_bash: { takes: Nothing; gives: void };
	get_session_stats: { takes: Nothing; gives: SessionStats };
	export_html: { takes: { outputPath?: string }; gives: { path: string } };
	switch_session: { takes: { sessionPath: string }; gives: Cancellable };
	/** Without a text when it was cancelled. */
	fork: { takes: { entryId: string }; gives: Cancellable & { text?: string } };
	clone: { takes: Nothing; gives: Cancellable };
	get_fork_messages: { takes: Nothing; gives: { messages: ForkPoint[] } };
	get_entries: { takes: { since?: string }; gives: { entries: SessionEntry[]; leafId: string | null } };
	get_tree: { takes: Nothing; gives: { tree: SessionTreeNode[]; leafId: string | null } };
	get_last_assistant_text: { takes: Nothing; gives: { text: string | null } };
	set_session_name: { takes: { name: string }; gives: void };
	get_messages: { takes: Nothing; gives: { messages: AgentMessage[] } };
	get_commands: { takes: Nothing; gives: { commands: RpcSlashCommand[] } };
}

export type RpcCommandType = keyof RpcMethods;
export type RpcTakes<K extends RpcCommandType> = RpcMethods[K]["takes"];
export type RpcGives<K extends RpcCommandType> = RpcMethods[K]["gives"];

/** A line on stdin. */
export type RpcCommand = { [K in RpcCommandType]: { id?: string; type: K } & RpcTakes<K> }[RpcCommandType];

interface RpcSuccess<K extends RpcCommandType> {
	id?: string;
	type: "response";
	command: K;
	success: true;
}

type RpcSuccessOf<K extends RpcCommandType> =
	RpcGives<K> extends void ? RpcSuccess<K> : RpcSuccess<K> & { data: RpcGives<K> };

export interface RpcFailure {
	id?: string;
	type: "response";
	/** `parse` when the line was no command at all. */
	command: string;
	success: false;
	error: string;
}

/** The one line on stdout that says what became of a command. */
export type RpcResponse = { [K in RpcCommandType]: RpcSuccessOf<K> }[RpcCommandType] | RpcFailure;

/** A command for `prompt`, after a slash. */
export type RpcSlashCommand = SlashCommandInfo;

export interface RpcSessionState {
	model?: Model;
	thinkingLevel: ThinkingLevel;
	isStreaming: boolean;
	isCompacting: boolean;
	steeringMode: QueueMode;
	followUpMode: QueueMode;
	/** Missing when nothing is stored. */
	sessionFile?: string;
	sessionId: string;
	sessionName?: string;
	autoCompactionEnabled: boolean;
	messageCount: number;
	pendingMessageCount: number;
}
