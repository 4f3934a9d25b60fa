import type * as Input from "./events/input-events.ts";
import type * as Provider from "./events/provider-events.ts";
import type * as Resource from "./events/resource-events.ts";
import type * as Session from "./events/session-events.ts";
import type * as Tool from "./events/tool-events.ts";
import type * as Turn from "./events/turn-events.ts";

/**
 * How the answers to an event combine:
 * - `notify`: answers are ignored.
 * - `first`: the first answer stops the chain.
 * - `veto`: the first stop (`cancel`, `block`) ends the chain; the last other answer is kept.
 * - `waterfall`: each answer changes what the next handler gets.
 * - `patch`: given fields of an answer replace those of the event.
 * - `collect`: all answers count.
 * - `mutate`: the event is edited in place, answers are ignored.
 * - `boundary`: proposals with a preview (E20).
 * - `last`: the last answer wins.
 */
export type HookKind = "notify" | "first" | "veto" | "waterfall" | "patch" | "collect" | "mutate" | "boundary" | "last";

interface Row<TKind extends HookKind, TEvent, TAnswer = never> {
	kind: TKind;
	event: TEvent;
	answer: TAnswer;
}

/** One row per event: how answers combine, what is told, what may be answered. */
export interface HookTable {
	project_trust: Row<"first", Resource.ProjectTrustEvent, Resource.ProjectTrustResult>;
	resources_discover: Row<"collect", Resource.ResourcesDiscoverEvent, Resource.ResourcesDiscoverResult>;
	mcp_servers_change: Row<"notify", Resource.McpServersChangeEvent>;
	session_start: Row<"notify", Session.SessionStartEvent>;
	session_info_changed: Row<"notify", Session.SessionInfoChangedEvent>;
	session_before_switch: Row<"veto", Session.SessionBeforeSwitchEvent, Session.SessionBeforeSwitchResult>;
	session_before_fork: Row<"veto", Session.SessionBeforeForkEvent, Session.SessionBeforeForkResult>;
	session_before_compact: Row<"veto", Session.SessionBeforeCompactEvent, Session.SessionBeforeCompactResult>;
	session_compact: Row<"notify", Session.SessionCompactEvent>;
	session_compact_failed: Row<"notify", Session.SessionCompactFailedEvent>;
	session_before_tree: Row<"veto", Session.SessionBeforeTreeEvent, Session.SessionBeforeTreeResult>;
	session_tree: Row<"notify", Session.SessionTreeEvent>;
	session_shutdown: Row<"notify", Session.SessionShutdownEvent>;
	before_agent_start: Row<"waterfall", Turn.BeforeAgentStartEvent, Turn.BeforeAgentStartResult>;
	agent_start: Row<"notify", Turn.AgentStartEvent>;
	agent_end: Row<"notify", Turn.AgentEndEvent>;
	agent_before_settle: Row<"boundary", Turn.AgentBeforeSettleEvent, Turn.BoundaryResult>;
	agent_settled: Row<"notify", Turn.AgentSettledEvent>;
	ui_prompt_start: Row<"notify", Input.UiPromptStartEvent>;
	ui_prompt_end: Row<"notify", Input.UiPromptEndEvent>;
	turn_start: Row<"notify", Turn.TurnStartEvent>;
	turn_end: Row<"boundary", Turn.TurnEndEvent, Turn.BoundaryResult>;
	message_start: Row<"notify", Turn.MessageStartEvent>;
	message_update: Row<"notify", Turn.MessageUpdateEvent>;
	message_end: Row<"waterfall", Turn.MessageEndEvent, Turn.MessageEndResult>;
	tool_execution_start: Row<"notify", Tool.ToolExecutionStartEvent>;
	tool_execution_update: Row<"notify", Tool.ToolExecutionUpdateEvent>;
	tool_execution_end: Row<"notify", Tool.ToolExecutionEndEvent>;
	context: Row<"waterfall", Turn.ContextEvent, Turn.ContextResult>;
	context_with_system: Row<"waterfall", Turn.ContextWithSystemEvent, Turn.ContextResult>;
	before_provider_headers: Row<"mutate", Provider.BeforeProviderHeadersEvent>;
	before_provider_request: Row<"waterfall", Provider.BeforeProviderRequestEvent, unknown>;
	after_provider_response: Row<"notify", Provider.AfterProviderResponseEvent>;
	provider_stream_event: Row<"notify", Provider.ProviderStreamEvent>;
	cache_warming_decision: Row<"last", Provider.CacheWarmingDecisionEvent, Provider.CacheWarmingDecisionResult>;
	model_select: Row<"notify", Provider.ModelSelectEvent>;
	thinking_level_select: Row<"notify", Provider.ThinkingLevelSelectEvent>;
	tool_call: Row<"veto", Tool.ToolCallEvent, Tool.ToolCallEventResult>;
	tool_result: Row<"patch", Tool.ToolResultEvent, Tool.ToolResultEventResult>;
	user_bash: Row<"first", Input.UserBashEvent, Input.UserBashEventResult>;
	input: Row<"waterfall", Input.InputEvent, Input.InputEventResult>;
}

export type HookName = keyof HookTable;
export type HookEvent<K extends HookName> = HookTable[K]["event"];
export type HookAnswer<K extends HookName> = HookTable[K]["answer"];

/** The names of one kind, so that asking an event in the wrong way does not compile. */
export type HookNameOfKind<TKind extends HookKind> = {
	[K in HookName]: HookTable[K]["kind"] extends TKind ? K : never;
}[HookName];

/** `refuse`: a failing handler means no. `isolate`: it is reported and the next handler is asked. */
export type FailureRule = "isolate" | "refuse";

export interface HookRule<TKind extends HookKind = HookKind> {
	kind: TKind;
	onFailure: FailureRule;
	/** Whether the operation waits for the handlers. */
	awaited: boolean;
}

const rule = <TKind extends HookKind>(kind: TKind): HookRule<TKind> => ({ kind, onFailure: "isolate", awaited: true });
const gate = <TKind extends HookKind>(kind: TKind): HookRule<TKind> => ({ kind, onFailure: "refuse", awaited: true });

/** The behaviour at run time. A row that is missing or of another kind does not compile. */
export const HOOK_RULES: { readonly [K in HookName]: HookRule<HookTable[K]["kind"]> } = {
	// A broken guard must not let a project's code in (TRAP100).
	project_trust: gate("first"),
	resources_discover: rule("collect"),
	mcp_servers_change: rule("notify"),
	session_start: rule("notify"),
	session_info_changed: rule("notify"),
	session_before_switch: rule("veto"),
	session_before_fork: rule("veto"),
	session_before_compact: rule("veto"),
	session_compact: rule("notify"),
	session_compact_failed: rule("notify"),
	session_before_tree: rule("veto"),
	session_tree: rule("notify"),
	session_shutdown: rule("notify"),
	before_agent_start: rule("waterfall"),
	agent_start: rule("notify"),
	agent_end: rule("notify"),
	agent_before_settle: rule("boundary"),
	agent_settled: rule("notify"),
	ui_prompt_start: { ...rule("notify"), awaited: false },
	ui_prompt_end: { ...rule("notify"), awaited: false },
	turn_start: rule("notify"),
	turn_end: rule("boundary"),
	message_start: rule("notify"),
	message_update: rule("notify"),
	message_end: rule("waterfall"),
	tool_execution_start: rule("notify"),
	tool_execution_update: rule("notify"),
	tool_execution_end: rule("notify"),
	context: rule("waterfall"),
	context_with_system: rule("waterfall"),
	before_provider_headers: rule("mutate"),
	before_provider_request: rule("waterfall"),
	after_provider_response: rule("notify"),
	provider_stream_event: rule("notify"),
	cache_warming_decision: rule("last"),
	model_select: rule("notify"),
	thinking_level_select: rule("notify"),
	// A broken guard must not let the call or the command through.
	tool_call: gate("veto"),
	tool_result: rule("patch"),
	user_bash: gate("first"),
	input: rule("waterfall"),
};

export const HOOK_NAMES: readonly HookName[] = Object.keys(HOOK_RULES) as HookName[];
