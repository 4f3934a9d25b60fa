import type { AgentTool, AgentToolResult, AgentToolUpdateCallback, ToolExecutionMode } from "@tau/agent";
import type { ConstrainedSampling } from "@tau/ai";
import type { Component } from "@tau/tui";
import type { Static, TSchema } from "typebox";
import type { Theme } from "../theme/theme.ts";
import type { ExtensionToolContext } from "./context.ts";
import type { SourceInfo } from "./source-info.ts";

/**
 * How the model reaches a tool (X01): `direct` declared and callable while active; `model-only` declared while active,
 * never callable from other tools; `codemode` and `deferred` callable whenever registered, not declared unless
 * activated; `hidden` unreachable.
 */
export type ToolExposure = "direct" | "model-only" | "codemode" | "deferred" | "hidden";

/** Hints of the author, not verified (X04). */
export interface ToolAnnotations {
	readOnlyHint?: boolean;
	destructiveHint?: boolean;
	idempotentHint?: boolean;
	openWorldHint?: boolean;
}

/** A group of tools, such as those of one MCP server (X03). */
export interface ToolNamespace {
	name: string;
	aliases?: readonly string[];
	description?: string;
	instructions?: string;
}

/** The tools of a session as `prepareLoadout` sees them (X05). */
export interface ToolLoadout {
	readonly declared: readonly AgentTool[];
	readonly callable: readonly AgentTool[];
	readonly registered: readonly AgentTool[];
	getExposure(name: string): ToolExposure;
	getNamespace(name: string): ToolNamespace | undefined;
	getPromptGuidelines(name: string): readonly string[];
}

export interface ToolLoadoutChanges {
	descriptions?: Readonly<Record<string, string>>;
	/** Active tools that requests leave out. */
	hiddenDeclarations?: readonly string[];
}

export interface ToolRenderResultOptions {
	expanded: boolean;
	isPartial: boolean;
}

/** What a renderer of a tool knows about its row (TL18). */
export interface ToolRenderContext<TState = unknown, TArgs = unknown> {
	args: TArgs;
	toolCallId: string;
	invalidate: () => void;
	lastComponent: Component | undefined;
	state: TState;
	cwd: string;
	executionStarted: boolean;
	argsComplete: boolean;
	isPartial: boolean;
	expanded: boolean;
	showImages: boolean;
	isError: boolean;
	durationMs: number | undefined;
	outputPad: number;
	keyText(keybinding: string): string;
	keyHint(keybinding: string, description: string): string;
}

/**
 * A tool as extensions and the host define it (TL01-TL23). `execute` keeps the published five parameters; a throw or
 * `isError: true` becomes an error result for the model. The signal fires on abort; updates after settling are dropped.
 */
export interface ToolDefinition<TParams extends TSchema = TSchema, TDetails = unknown, TState = unknown> {
	name: string;
	label: string;
	description: string;
	/** One line in the prompt's tools section; without it the tool is not listed there (TL13). */
	promptSnippet?: string;
	/** Rules in the prompt while the tool is active (TL14). */
	promptGuidelines?: string[];
	/** Any JSON Schema. */
	parameters: TParams;
	constrainedSampling?: false | ConstrainedSampling;
	renderShell?: "default" | "self";
	/** Before validation; its output is validated (TL04). */
	prepareArguments?: (args: unknown) => Static<TParams>;
	outputSchema?: TSchema;
	exposure?: ToolExposure;
	namespace?: ToolNamespace;
	reachesTools?: (input: Record<string, unknown>) => "all" | readonly string[];
	annotations?: ToolAnnotations;
	/** `false` registers the tool inactive (TL17). */
	defaultActive?: boolean;
	prepareLoadout?: (loadout: ToolLoadout) => ToolLoadoutChanges | undefined;
	executionMode?: ToolExecutionMode;
	execute(
		toolCallId: string,
		params: Static<TParams>,
		signal: AbortSignal | undefined,
		onUpdate: AgentToolUpdateCallback<TDetails> | undefined,
		ctx: ExtensionToolContext,
	): Promise<AgentToolResult<TDetails>>;
	renderCall?: (args: Static<TParams>, theme: Theme, context: ToolRenderContext<TState, Static<TParams>>) => Component;
	renderResult?: (
		result: AgentToolResult<TDetails>,
		options: ToolRenderResultOptions,
		theme: Theme,
		context: ToolRenderContext<TState, Static<TParams>>,
	) => Component;
}

/**
 * A definition whose parameter type is forgotten, as registries hold it. Method bivariance of `execute` makes any
 * definition assignable; renderers are erased here, in one place.
 */
export interface AnyToolDefinition extends Omit<
	ToolDefinition,
	"prepareArguments" | "renderCall" | "renderResult" | "execute"
> {
	prepareArguments?(args: unknown): unknown;
	execute(
		toolCallId: string,
		params: unknown,
		signal: AbortSignal | undefined,
		onUpdate: AgentToolUpdateCallback | undefined,
		ctx: ExtensionToolContext,
	): Promise<AgentToolResult>;
	renderCall?(args: unknown, theme: Theme, context: ToolRenderContext): Component;
	renderResult?(
		result: AgentToolResult,
		options: ToolRenderResultOptions,
		theme: Theme,
		context: ToolRenderContext,
	): Component;
}

export type ToolRenderers = Pick<AnyToolDefinition, "renderShell" | "renderCall" | "renderResult">;

/** Chooses how calls of a tool are drawn; `next` is what would be used otherwise (API12). */
export type ToolRendererResolver = (
	toolName: string,
	next: () => ToolRenderers | undefined,
) => ToolRenderers | undefined;

/** What `getAllTools` reports (API16). */
export interface ToolInfo {
	name: string;
	description: string;
	parameters: TSchema;
	promptGuidelines?: string[];
	exposure: ToolExposure;
	sourceInfo: SourceInfo;
	namespace?: ToolNamespace;
	annotations?: ToolAnnotations;
	reachesTools?: (input: Record<string, unknown>) => "all" | readonly string[];
}

/** A tool with the extension it came from. */
export interface RegisteredTool {
	definition: AnyToolDefinition;
	sourceInfo: SourceInfo;
}

/** Keeps the parameter type of a definition that is stored in a variable first (TL22). */
export function defineTool<TParams extends TSchema, TDetails = unknown, TState = unknown>(
	tool: ToolDefinition<TParams, TDetails, TState>,
): ToolDefinition<TParams, TDetails, TState> & AnyToolDefinition {
	return tool as ToolDefinition<TParams, TDetails, TState> & AnyToolDefinition;
}
