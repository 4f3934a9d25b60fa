import type { Model, ThinkingLevel } from "@tau/ai";
import type { SessionStartEvent } from "../extension-api/events/session-events.ts";
import type { AnyToolDefinition } from "../extension-api/tool.ts";
import type { SessionManager } from "../session/published-session.ts";
import type { AgentSession } from "./agent-session.ts";
import type { DefaultResourceLoaderOptions } from "./default-resource-loader.ts";
import type { ModelRuntime } from "./model-runtime.ts";
import type { LoadExtensionsResult, ResourceLoader } from "./resource-loader.ts";
import type { SettingsManager } from "./published-settings.ts";

/** What a session is started with, whatever its services are. */
export interface SessionChoices {
	sessionStartEvent?: SessionStartEvent | undefined;
	model?: Model;
	thinkingLevel?: ThinkingLevel;
	scopedModels?: { model: Model; thinkingLevel?: ThinkingLevel }[];
	/** Names or patterns of the only tools; or only `+name` and `-name`. */
	tools?: string[];
	excludeTools?: string[];
	noTools?: "all" | "builtin";
	customTools?: AnyToolDefinition[];
}

/** Every part has a default, which is that of the command line without its built-in extensions (Q01). */
export interface CreateAgentSessionOptions extends SessionChoices {
	cwd?: string;
	agentDir?: string;
	modelRuntime?: ModelRuntime;
	resourceLoader?: ResourceLoader;
	sessionManager?: SessionManager;
	settingsManager?: SettingsManager;
}

export interface CreateAgentSessionResult {
	session: AgentSession;
	extensionsResult: LoadExtensionsResult;
	/** The model that the session had cannot be used any more. */
	modelFallbackMessage?: string;
}

export interface AgentSessionRuntimeDiagnostic {
	type: "info" | "warning" | "error";
	message: string;
}

/** What is bound to one folder. */
export interface AgentSessionServices {
	cwd: string;
	agentDir: string;
	modelRuntime: ModelRuntime;
	settingsManager: SettingsManager;
	resourceLoader: ResourceLoader;
	diagnostics: AgentSessionRuntimeDiagnostic[];
}

export interface CreateAgentSessionServicesOptions {
	cwd: string;
	agentDir?: string;
	settingsManager?: SettingsManager;
	modelRuntime?: ModelRuntime;
	extensionFlagValues?: Map<string, boolean | string>;
	resourceLoaderOptions?: Omit<DefaultResourceLoaderOptions, "cwd" | "agentDir" | "settingsManager">;
}

export interface CreateAgentSessionFromServicesOptions extends SessionChoices {
	services: AgentSessionServices;
	sessionManager: SessionManager;
}

export interface CreateAgentSessionRuntimeResult extends CreateAgentSessionResult {
	services: AgentSessionServices;
	diagnostics: AgentSessionRuntimeDiagnostic[];
}

/** Makes the services and the session of one folder; called again for every session that takes the place of another. */
export type CreateAgentSessionRuntimeFactory = (options: {
	cwd: string;
	agentDir: string;
	sessionManager: SessionManager;
	sessionStartEvent?: SessionStartEvent;
}) => Promise<CreateAgentSessionRuntimeResult>;
