import type { Model, ThinkingLevel } from "@tau/ai";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { RegisteredTool } from "../extension-api/tool.ts";
import type { SessionStartEvent } from "../extension-api/events/session-events.ts";
import type { ExtensionHost } from "../extensions/extension-host.ts";
import type { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import type { ToolBackend } from "../platform/backend.ts";
import type { Session } from "../session/session.ts";
import type { Settings } from "../settings/schema.ts";
import type { AgentSession } from "./agent-session.ts";
import type { DeclaredTools } from "./declared-tools.ts";
import type { DiscoveredResources } from "./discovered-resources.ts";
import type { ModeContext } from "./extension-context.ts";
import type { ModelAccess } from "./model-access.ts";
import type { PromptInputs } from "./prompt-state.ts";
import type { SessionReplacing } from "./session-replacing.ts";
import type { SelectableTool } from "./tool-selection.ts";
import type { ShellSetup } from "./user-shell/user-shell.ts";
import type { Wait } from "./turn/wait.ts";

/** Why a session starts, for `session_start` (E04). */
export interface SessionStart extends Omit<SessionStartEvent, "type"> {
	/** The session can be used; its extensions have not been told yet. */
	onReady?: (session: AgentSession) => void;
	/** Extensions are told when `announceStart` is called: an embedder binds its user interface first. */
	isHeld?: boolean;
}

/** What a session is made of and what surrounds it. */
export interface SessionSurroundings {
	readonly hooks: HookRuntime;
	/** Loaded, not yet bound. */
	readonly extensions: ExtensionHost;
	readonly access: ModelAccess;
	readonly session: Session;
	readonly settings: Settings;
	readonly mode: ModeContext;
	readonly model: Model | undefined;
	readonly thinkingLevel: ThinkingLevel;
	readonly scopedModels: readonly { model: Model; thinkingLevel?: ThinkingLevel }[];
	readonly prompt: PromptInputs;
	readonly builtins: readonly RegisteredTool[];
	/** Which of the registered tools are active at first; `declared` is what a resumed transcript says. */
	selectTools(available: readonly SelectableTool[], declared?: DeclaredTools): string[];
	/** Whether a tool that registers late may become active (O07). */
	mayActivate(name: string): boolean;
	readonly projectTrusted: boolean;
	/** Skills and prompt templates. */
	expand(text: string): Promise<string>;
	/** Commands that are templates or skills, in that order. */
	resourceCommands(): SlashCommandInfo[];
	/** Takes over what extensions answer to `resources_discover`; problems are reported. */
	addResources(found: DiscoveredResources): Promise<void>;
	/** Resumed sessions have their model and level in the file already. */
	readonly isResumed: boolean;
	readonly start: SessionStart;
	/** For commands that put another session in the place of this one. */
	readonly replacing: SessionReplacing;
	/** What extensions are shown as the machine of the tools; default: this one. */
	readonly backend?: ToolBackend;
	/** Where commands of the user run; default: the Bash of this machine. */
	readonly shell?: ShellSetup;
	/** Waits before a retry; default: by the clock. */
	readonly wait?: Wait;
	readonly now: () => number;
	readonly monotonic: () => number;
}
