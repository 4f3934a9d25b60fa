import * as agent from "@tau/agent";
import * as ai from "@tau/ai";
import * as host from "@tau/host";
import type { HookName, SessionEntry } from "@tau/host";
import * as tui from "@tau/tui";
import { expect, test } from "vitest";
import { type NamesByModule, PENDING, PRESENT } from "./extension-imports.ts";

// A name that comes or goes is a change of what authors rely on: change the list by hand, with the code.

test("@tau/ai exports these values", () => {
	expect(Object.keys(ai).sort()).toEqual([
		"Assembler",
		"AssistantMessageEventStream",
		"EventStream",
		"PartialJson",
		"ProviderError",
		"StringEnum",
		"THINKING_LEVELS",
		"ToolCallArgumentsStream",
		"addUsage",
		"anthropicMessagesApi",
		"azureOpenAIResponsesApi",
		"calculateCost",
		"clampThinkingLevel",
		"collapseSystemMessages",
		"complete",
		"completeSimple",
		"createAssistantMessageEventStream",
		"createScriptedApi",
		"emptyUsage",
		"getApi",
		"getBuiltinModel",
		"getBuiltinModels",
		"getBuiltinProviders",
		"getCurrentSystemMessage",
		"getCurrentSystemPrompt",
		"getCurrentTools",
		"getFailure",
		"getModel",
		"getModels",
		"getProviders",
		"getSupportedThinkingLevels",
		"getSystemMessageText",
		"googleGenerativeAIApi",
		"isRetryableAssistantError",
		"listApis",
		"normalizeContext",
		"openAICompletionsApi",
		"openAIResponsesApi",
		"parseScript",
		"prepareMessages",
		"provideBuiltInModels",
		"registerApi",
		"removeLoneSurrogates",
		"renderSystemMessageUpdate",
		"sanitizeSurrogates",
		"sendable",
		"stream",
		"streamSimple",
		"toToolDeclaration",
		"uuidv7",
	]);
});

test("@tau/agent exports these values", () => {
	expect(Object.keys(agent).sort()).toEqual([
		"Agent",
		"DEFAULT_AGENT_IDENTITY",
		"MessageQueue",
		"agentLoop",
		"agentLoopContinue",
		"prepareCall",
		"runAgentLoop",
		"runAgentLoopContinue",
		"runCall",
		"runLoop",
		"runToolCall",
		"setDefaultStreamFn",
		"validateArguments",
	]);
});

test("@tau/tui exports these values", () => {
	expect(Object.keys(tui).sort()).toEqual([
		"Box",
		"CURSOR_MARKER",
		"CancellableLoader",
		"Container",
		"Editor",
		"Input",
		"Key",
		"KeybindingsManager",
		"Loader",
		"Markdown",
		"SelectList",
		"SettingsList",
		"Spacer",
		"TUI_KEYBINDINGS",
		"Text",
		"TruncatedText",
		"decodeKittyPrintable",
		"fuzzyFilter",
		"fuzzyMatch",
		"getKeybindings",
		"getOsc8LinkAtColumn",
		"getSelectPageIndex",
		"hyperlink",
		"isFocusable",
		"isKeyRelease",
		"isKeyRepeat",
		"isKittyProtocolActive",
		"matchesKey",
		"parseKey",
		"renderFakeCursor",
		"replaceControlCharacters",
		"setKeybindings",
		"setKittyProtocolActive",
		"sliceByColumn",
		"stripTerminalSequences",
		"truncateToWidth",
		"visibleWidth",
		"wrapTextWithAnsi",
	]);
});

test("@tau/host exports these values", () => {
	expect(Object.keys(host).sort()).toEqual([
		"AgentSession",
		"BorderedLoader",
		"CONFIG_DIR_NAME",
		"CURRENT_SESSION_VERSION",
		"CustomEditor",
		"DEFAULT_COMPACTION_SETTINGS",
		"DEFAULT_MAX_BYTES",
		"DEFAULT_MAX_LINES",
		"DefaultResourceLoader",
		"DynamicBorder",
		"ExtensionRunner",
		"LocalSessionManager",
		"ModelRuntime",
		"RpcClient",
		"SessionManager",
		"SettingsManager",
		"Theme",
		"VERSION",
		"VIRTUAL_MODEL_STATE_ENTRY",
		"buildContextEntries",
		"buildSessionContext",
		"buildSessionProjection",
		"calculateContextTokens",
		"collectEntriesForBranchSummary",
		"compact",
		"convertToLlm",
		"convertToPng",
		"createAgentSession",
		"createAgentSessionFromServices",
		"createAgentSessionRuntime",
		"createAgentSessionServices",
		"createBashTool",
		"createBashToolDefinition",
		"createCodingTools",
		"createEditTool",
		"createEditToolDefinition",
		"createEventBus",
		"createExtensionRuntime",
		"createFindTool",
		"createFindToolDefinition",
		"createGrepTool",
		"createGrepToolDefinition",
		"createLocalBashOperations",
		"createLocalPowerShellOperations",
		"createLsTool",
		"createLsToolDefinition",
		"createPowerShellTool",
		"createPowerShellToolDefinition",
		"createReadOnlyTools",
		"createReadTool",
		"createReadToolDefinition",
		"createSyntheticSourceInfo",
		"createWriteTool",
		"createWriteToolDefinition",
		"defineTool",
		"detectSupportedImageMimeTypeFromFile",
		"estimateTokens",
		"findCutPoint",
		"findTurnStartIndex",
		"formatDimensionNote",
		"formatReadLineRange",
		"formatSize",
		"generateBranchSummary",
		"generateDiffString",
		"generateSummary",
		"generateSummaryWithUsage",
		"generateUnifiedPatch",
		"getAgentDir",
		"getLastAssistantUsage",
		"getLatestCompactionEntry",
		"getMarkdownTheme",
		"getPowerShellConfig",
		"getSelectListTheme",
		"getSettingsListTheme",
		"getShellConfig",
		"isBashToolResult",
		"isEditToolResult",
		"isFindToolResult",
		"isGrepToolResult",
		"isLsToolResult",
		"isPowerShellToolResult",
		"isReadToolResult",
		"isToolCallEventType",
		"isWriteToolResult",
		"loadProjectContextFiles",
		"parseFrontmatter",
		"prepareBranchEntries",
		"resizeImage",
		"serializeConversation",
		"sessionEntryToContextMessages",
		"shouldCompact",
		"stripFrontmatter",
		"truncateHead",
		"truncateLine",
		"truncateTail",
		"withFileMutationQueue",
	]);
});

// A name that is missing or too many does not compile; the table of the host has a row for each.
const EVENTS: Record<HookName, true> = {
	after_provider_response: true,
	agent_before_settle: true,
	agent_end: true,
	agent_settled: true,
	agent_start: true,
	before_agent_start: true,
	before_provider_headers: true,
	before_provider_request: true,
	cache_warming_decision: true,
	context: true,
	context_with_system: true,
	input: true,
	mcp_servers_change: true,
	message_end: true,
	message_start: true,
	message_update: true,
	model_select: true,
	project_trust: true,
	provider_stream_event: true,
	resources_discover: true,
	session_before_compact: true,
	session_before_fork: true,
	session_before_switch: true,
	session_before_tree: true,
	session_compact: true,
	session_compact_failed: true,
	session_info_changed: true,
	session_shutdown: true,
	session_start: true,
	session_tree: true,
	thinking_level_select: true,
	tool_call: true,
	tool_execution_end: true,
	tool_execution_start: true,
	tool_execution_update: true,
	tool_result: true,
	turn_end: true,
	turn_start: true,
	ui_prompt_end: true,
	ui_prompt_start: true,
	user_bash: true,
};

test("extensions hear these 41 events", () => {
	expect(Object.keys(EVENTS).length).toBe(41);
});

// A type that is missing or too many does not compile.
const ENTRY_TYPES: Record<SessionEntry["type"], true> = {
	branch_summary: true,
	compaction: true,
	context_edit: true,
	custom: true,
	custom_message: true,
	label: true,
	message: true,
	model_change: true,
	session_info: true,
	thinking_level_change: true,
	usage: true,
};

test("a session stores these entries, in version 3 of the format", () => {
	expect([Object.keys(ENTRY_TYPES).length, host.CURRENT_SESSION_VERSION]).toEqual([11, 3]);
});

/** What stands behind the modules that extensions import from; TypeBox is served by the host and tested there (L02, L03). */
const MODULES: Readonly<Record<string, object>> = {
	"@earendil-works/pi-tui": tui,
	"@earendil-works/pi-coding-agent": host,
	"@earendil-works/pi-agent-core": agent,
	"@earendil-works/pi-ai": ai,
	"@earendil-works/pi-ai/compat": ai,
};

/** Which of the names are there, a line each. */
function served(names: NamesByModule): { there: string[]; missing: string[] } {
	const there: string[] = [];
	const missing: string[] = [];
	for (const [module, wanted] of Object.entries(names)) {
		const namespace = MODULES[module] ?? {};
		for (const name of wanted) (name in namespace ? there : missing).push(`${module} ${name}`);
	}
	return { there, missing };
}

test("what published extensions import is there", () => {
	expect(served(PRESENT).missing).toEqual([]);
});

test.each(Object.entries(PENDING))("names that wait for %s are not there; move those that are", (_what, names) => {
	expect(served(names).there).toEqual([]);
});

test("no name is both there and awaited", () => {
	const lines = (names: NamesByModule): string[] =>
		Object.entries(names).flatMap(([module, all]) => all.map((name) => `${module} ${name}`));
	const all = [PRESENT, ...Object.values(PENDING)].flatMap(lines);

	expect(all.filter((line, index) => all.indexOf(line) !== index)).toEqual([]);
});
