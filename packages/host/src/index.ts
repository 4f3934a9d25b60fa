/**
 * What extensions and embedders import: an explicit list, pinned by `test/surface`. Names are those of the published
 * package; a name is added here when what it stands for exists, never before.
 */
export { getAgentDir, CONFIG_DIR_NAME, VERSION } from "./platform/host-facts.ts";

export type * from "./extension-api/builtin-tool-types.ts";
export type * from "./extension-api/command.ts";
export type * from "./extension-api/context.ts";
export type * from "./extension-api/events/input-events.ts";
export type * from "./extension-api/events/provider-events.ts";
export type * from "./extension-api/events/resource-events.ts";
export type * from "./extension-api/events/session-events.ts";
export type * from "./extension-api/events/tool-events.ts";
export type * from "./extension-api/events/turn-events.ts";
export type {
	EventBus,
	ExtensionAPI,
	ExtensionFactory,
	HookHandler,
	HookHandlerOptions,
} from "./extension-api/extension-api.ts";
export type { FailureRule, HookAnswer, HookEvent, HookKind, HookName, HookTable } from "./extension-api/hook-table.ts";
export type { ModelRegistry } from "./extension-api/model-registry.ts";
export type {
	ContextFile,
	PromptOptions,
	PromptOptions as BuildSystemPromptOptions,
	Skill,
} from "./extension-api/prompt-options.ts";
export type { ProviderConfig, ProviderModelConfig } from "./extension-api/provider.ts";
export type * from "./extension-api/renderers.ts";
export type { SourceInfo } from "./extension-api/source-info.ts";
export {
	defineTool,
	type AnyToolDefinition,
	type RegisteredTool,
	type ToolAnnotations,
	type ToolDefinition,
	type ToolExposure,
	type ToolInfo,
	type ToolLoadout,
	type ToolLoadoutChanges,
	type ToolNamespace,
	type ToolRenderContext,
	type ToolRenderers,
	type ToolRendererResolver,
	type ToolRenderResultOptions,
} from "./extension-api/tool.ts";
export {
	isBashToolResult,
	isEditToolResult,
	isFindToolResult,
	isGrepToolResult,
	isLsToolResult,
	isPowerShellToolResult,
	isReadToolResult,
	isToolCallEventType,
	isWriteToolResult,
} from "./extension-api/tool-guards.ts";
export type * from "./extension-api/tool-operations.ts";
export type { ExtensionUi, ExtensionUi as ExtensionUIContext, WorkingIndicatorOptions } from "./extension-api/ui.ts";

export type { AgentToolResult, AgentToolUpdateCallback, ToolExecutionMode } from "@tau/agent";
export type { ExecOptions, ExecResult } from "./platform/exec-command.ts";
export { getPowerShellConfig, getShellConfig } from "./platform/shell.ts";

export { BorderedLoader, type BorderedLoaderOptions } from "./modes/interactive/dialogs/bordered-loader.ts";
export {
	type AppKeybinding,
	type BorderStatus,
	CustomEditor,
	type CustomEditorOptions,
} from "./modes/interactive/input/custom-editor.ts";
export { DynamicBorder } from "./modes/interactive/screen/dynamic-border.ts";

export { type ParsedFrontmatter, parseFrontmatter, stripFrontmatter } from "./resources/published-frontmatter.ts";

export type { RpcExtensionUIRequest, RpcExtensionUIResponse } from "./rpc/extension-ui-types.ts";
export { type ModelInfo, RpcClient, type RpcEventListener } from "./rpc/rpc-client.ts";
export type { RpcClientOptions } from "./rpc/rpc-process.ts";
export type { RpcCommand, RpcCommandType, RpcResponse, RpcSessionState, RpcSlashCommand } from "./rpc/rpc-types.ts";
export type { JsonAgentSessionEvent } from "./rpc/session-event.ts";

export {
	AgentSession,
	type AgentSessionState,
	type ExtensionBindings,
	type PromptOptions as AgentSessionPromptOptions,
} from "./sdk/agent-session.ts";
export type { AgentSessionRuntime } from "./sdk/agent-session-runtime.ts";
export {
	createAgentSession,
	createAgentSessionFromServices,
	createAgentSessionRuntime,
	createAgentSessionServices,
} from "./sdk/create-agent-session.ts";
export { createEventBus, type EventBusController } from "./sdk/create-event-bus.ts";
export {
	type BoundaryDispatchResult,
	ExtensionRunner,
	type RunnerBoundaryEvent,
	type RunnerEvent,
} from "./sdk/extension-runner.ts";
export type {
	ExtensionActions,
	ExtensionCommandContextActions,
	ExtensionContextActions,
	ExtensionProviderActions,
} from "./sdk/runner-bindings.ts";
export { createSyntheticSourceInfo } from "./sdk/synthetic-source.ts";
export { DefaultResourceLoader, type DefaultResourceLoaderOptions } from "./sdk/default-resource-loader.ts";
export { loadProjectContextFiles } from "./sdk/load-project-context-files.ts";
export { type CreateModelRuntimeOptions, ModelRuntime } from "./sdk/model-runtime.ts";
export {
	createExtensionRuntime,
	type Extension,
	type ExtensionRuntime,
	type InlineExtension,
	type LoadExtensionsResult,
	type ResourceDiagnostic,
	type ResourceLoader,
} from "./sdk/resource-loader.ts";
export type {
	AgentSessionRuntimeDiagnostic,
	AgentSessionServices,
	CreateAgentSessionFromServicesOptions,
	CreateAgentSessionOptions,
	CreateAgentSessionResult,
	CreateAgentSessionRuntimeFactory,
	CreateAgentSessionRuntimeResult,
	CreateAgentSessionServicesOptions,
} from "./sdk/session-options.ts";
export { type SettingsError, SettingsManager, type SettingsManagerCreateOptions } from "./sdk/published-settings.ts";
export type { PromptTemplate } from "./resources/prompt-templates.ts";
export type {
	RuntimeEvent as AgentSessionEvent,
	RuntimeListener as AgentSessionEventListener,
} from "./runtime/runtime-event.ts";
export { serializeConversation } from "./session/compaction/serialize.ts";
export {
	buildContextEntries,
	buildSessionContext,
	buildSessionProjection,
	getLatestCompactionEntry,
} from "./session/context.ts";
export { sessionEntryToContextMessages } from "./session/entry-messages.ts";
export type * from "./session/entry.ts";
export type { MessageEntry as SessionMessageEntry } from "./session/entry.ts";
export { SESSION_VERSION as CURRENT_SESSION_VERSION } from "./session/entry.ts";
export type { BashExecutionMessage, CustomMessage } from "./session/message.ts";
export { convertToLlm } from "./session/message-views.ts";
export type {
	ProjectedEntry as ProjectedSessionEntry,
	ReadonlySession,
	SessionProjection,
	SessionTreeNode,
} from "./session/readonly-session.ts";
export {
	LocalSessionManager,
	type LocalSessionManagerOptions,
	type SessionListing,
} from "./session/published-session-list.ts";
export { SessionManager } from "./session/published-session.ts";

export { getMarkdownTheme, getSelectListTheme, getSettingsListTheme } from "./theme/component-themes.ts";
export { Theme, type ThemeAppearance, type ThemeStyle } from "./theme/theme.ts";
export type { ThemeBg, ThemeColor, ThemeToken } from "./theme/tokens.ts";

export { createBashTool, createBashToolDefinition, createLocalBashOperations } from "./tools/bash/bash-tool.ts";
export { createCodingTools, createReadOnlyTools } from "./tools/builtin-tools.ts";
export { generateDiffString, generateUnifiedPatch } from "./tools/edit/edit-diff.ts";
export { createEditTool, createEditToolDefinition } from "./tools/edit/edit-tool.ts";
export { withFileMutationQueue } from "./tools/file-mutation-queue.ts";
export { createFindTool, createFindToolDefinition } from "./tools/find/find-tool.ts";
export { createGrepTool, createGrepToolDefinition } from "./tools/grep/grep-tool.ts";
export { createLsTool, createLsToolDefinition } from "./tools/ls/ls-tool.ts";
export {
	createLocalPowerShellOperations,
	createPowerShellTool,
	createPowerShellToolDefinition,
} from "./tools/powershell/powershell-tool.ts";
export { formatReadLineRange } from "./tools/read/line-range.ts";
export { createReadTool, createReadToolDefinition } from "./tools/read/read-tool.ts";
export {
	DEFAULT_MAX_BYTES,
	DEFAULT_MAX_LINES,
	formatSize,
	truncateHead,
	truncateLine,
	truncateTail,
} from "./tools/truncate.ts";
export { createWriteTool, createWriteToolDefinition } from "./tools/write/write-tool.ts";
export { convertToPng } from "./platform/images/convert-to-png.ts";
export { formatDimensionNote } from "./platform/images/dimension-note.ts";
export { detectSupportedImageMimeTypeFromFile } from "./platform/images/image-type.ts";
export { resizeImage, type ResizedImage } from "./platform/images/resize-image.ts";
export type { ExtensionVirtualModel } from "./extension-api/virtual-model.ts";
export {
	type ModelRoute,
	type ModelRouteReason,
	type ModelRouteRequest,
	VIRTUAL_MODEL_STATE_ENTRY,
	type VirtualModelDefinition,
	type VirtualModelStateData,
} from "./models/virtual-model.ts";
export type {
	BranchMaterial as BranchPreparation,
	LeftBranch as CollectEntriesResult,
} from "./session/compaction/branch-summary.ts";
export type { ProjectTrustResult as ProjectTrustEventResult } from "./extension-api/events/resource-events.ts";
export type { FileOperations } from "./session/compaction/file-operations.ts";
export { type CompactionSettings, DEFAULT_COMPACTION_SETTINGS } from "./session/compaction/prepare-compaction.ts";
export {
	type BranchSummaryResult,
	calculateContextTokens,
	collectEntriesForBranchSummary,
	compact,
	type CutPointResult,
	findCutPoint,
	findTurnStartIndex,
	generateBranchSummary,
	type GenerateBranchSummaryOptions,
	generateSummary,
	generateSummaryWithUsage,
	getLastAssistantUsage,
	prepareBranchEntries,
	shouldCompact,
} from "./session/compaction/published-compaction.ts";
export { estimateTokens } from "./session/compaction/tokens.ts";
export type { SessionContext } from "./session/context.ts";
export type { FileEntry, PublishedSessionOptions as NewSessionOptions } from "./session/published-session.ts";
export type { SessionInfo } from "./session/summarize-session-file.ts";
