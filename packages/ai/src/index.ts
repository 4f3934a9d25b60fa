export type { AssistantContent, ImageContent, TextContent, ThinkingContent, ToolCall } from "./contract/content.ts";
export type { JsonObject, JsonValue } from "./contract/json.ts";
export type {
	AssistantDiagnostic,
	AssistantDiagnostic as AssistantMessageDiagnostic,
	AssistantMessage,
	DeferredHandle,
	Message,
	NestedToolCallRecord,
	NestedToolCalls,
	StopReason,
	SystemMessage,
	ToolResultMessage,
	UserMessage,
} from "./contract/message.ts";
export {
	type Model,
	type ModelCompat,
	type ModelCost,
	type ModelCostRates,
	THINKING_LEVELS,
	type ThinkingLevel,
	type ThinkingLevel as ModelThinkingLevel,
	type ThinkingLevelMap,
} from "./contract/model.ts";
export type {
	AssistantMessageStream,
	Context,
	ProviderApi,
	ProviderFailure,
	ProviderFailureKind,
	ProviderHeaders,
	ProviderRequest,
	ProviderResponse,
	StreamOptions,
	StreamOptions as SimpleStreamOptions,
} from "./contract/provider.ts";
export type {
	AssistantMessageEvent,
	BlockKey,
	StreamEvent,
	StreamUsage,
	ToolCallFragment,
} from "./contract/stream-event.ts";
export type {
	ConstrainedSampling,
	ConstrainedSampling as ConstrainedSamplingConfig,
	Tool,
	ToolReference,
} from "./contract/tool.ts";
export type { Usage, UsageCost } from "./contract/usage.ts";

export {
	type BuiltInModels,
	getModel,
	getModel as getBuiltinModel,
	getModels,
	getModels as getBuiltinModels,
	getProviders,
	getProviders as getBuiltinProviders,
	provideBuiltInModels,
} from "./catalog/built-in-models.ts";
export { clampThinkingLevel, getSupportedThinkingLevels } from "./catalog/thinking-level.ts";
export { createScriptedApi, type ScriptedOptions } from "./providers/scripted/scripted.ts";
export {
	parseScript,
	type ScriptedError,
	type ScriptedToolCall,
	type ScriptedTurn,
} from "./providers/scripted/script.ts";
export { getApi, listApis, registerApi } from "./registry/api-registry.ts";
export { StringEnum, type StringEnumSchema } from "./schema/string-enum.ts";
export {
	anthropicMessagesApi,
	azureOpenAIResponsesApi,
	complete,
	complete as completeSimple,
	getFailure,
	isRetryableAssistantError,
	googleGenerativeAIApi,
	openAICompletionsApi,
	openAIResponsesApi,
	prepareMessages,
	type ProviderStreams,
	streamSimple,
	streamSimple as stream,
} from "./stream.ts";
export { Assembler, type AssemblerOptions } from "./stream/assembler.ts";
export {
	AssistantMessageEventStream,
	createAssistantMessageEventStream,
	EventStream,
	type StreamClock,
} from "./stream/event-stream.ts";
export { PartialJson } from "./stream/partial-json.ts";
export { ProviderError } from "./stream/provider-error.ts";
export { ToolCallArgumentsStream } from "./stream/tool-call-arguments.ts";
export { addUsage, calculateCost, emptyUsage } from "./stream/usage.ts";
export { uuidv7 } from "./stream/uuid-v7.ts";
export { collapseSystemMessages } from "./transcript/fold.ts";
export { normalizeContext, toToolDeclaration, type TranscriptContext } from "./transcript/normalize-context.ts";
export { sendable } from "./transcript/sendable.ts";
export {
	getCurrentSystemMessage,
	getCurrentSystemPrompt,
	getCurrentTools,
	getSystemMessageText,
	renderSystemMessageUpdate,
	type TranscriptMessages,
} from "./transcript/system-state.ts";
export { removeLoneSurrogates, removeLoneSurrogates as sanitizeSurrogates } from "./transcript/unicode.ts";
