import { resolve } from "node:path";
import type { SessionStartEvent } from "../extension-api/events/session-events.ts";
import type { SessionManager } from "../session/published-session.ts";
import type { AgentSessionRuntime } from "./agent-session-runtime.ts";
import type {
	AgentSessionServices,
	CreateAgentSessionFromServicesOptions,
	CreateAgentSessionOptions,
	CreateAgentSessionResult,
	CreateAgentSessionRuntimeFactory,
	CreateAgentSessionServicesOptions,
} from "./session-options.ts";

// Extensions import the door that names these functions: what is behind them is read at the first call.

/** Starts a session inside this program (Q01). Projects are not trusted unless the settings manager says so. */
export async function createAgentSession(options?: CreateAgentSessionOptions): Promise<CreateAgentSessionResult> {
	return (await import("./start-session.ts")).startSession(options);
}

/** Settings, models and resources of one folder, with its extensions loaded. */
export async function createAgentSessionServices(
	options: CreateAgentSessionServicesOptions,
): Promise<AgentSessionServices> {
	return (await import("./start-session.ts")).createServices(options);
}

export async function createAgentSessionFromServices(
	options: CreateAgentSessionFromServicesOptions,
): Promise<CreateAgentSessionResult> {
	return (await import("./start-session.ts")).startFromServices(options);
}

/** A session that can be replaced by others (Q03). */
export async function createAgentSessionRuntime(
	createRuntime: CreateAgentSessionRuntimeFactory,
	options: { cwd: string; agentDir: string; sessionManager: SessionManager; sessionStartEvent?: SessionStartEvent },
): Promise<AgentSessionRuntime> {
	const { AgentSessionRuntime } = await import("./agent-session-runtime.ts");
	return AgentSessionRuntime.begin(createRuntime, { ...options, agentDir: resolve(options.agentDir) });
}
