import type { Model, ThinkingLevel } from "@tau/ai";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { RegisteredTool } from "../extension-api/tool.ts";
import type { ExtensionHost } from "../extensions/extension-host.ts";
import type { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import type { Session } from "../session/session.ts";
import type { Settings } from "../settings/schema.ts";
import type { ModeContext } from "./extension-context.ts";
import type { ModelAccess } from "./model-access.ts";
import type { PromptInputs } from "./prompt-state.ts";
import type { SelectableTool } from "./tool-selection.ts";

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
	/** Which of the registered tools are active at first. */
	selectTools(available: readonly SelectableTool[]): string[];
	/** Whether a tool that registers late may become active (O07). */
	mayActivate(name: string): boolean;
	readonly projectTrusted: boolean;
	/** Skills and prompt templates. */
	expand(text: string): Promise<string>;
	/** Commands that are templates or skills, in that order. */
	resourceCommands(): SlashCommandInfo[];
	/** Resumed sessions have their model and level in the file already. */
	readonly isResumed: boolean;
	readonly now: () => number;
	readonly monotonic: () => number;
}
