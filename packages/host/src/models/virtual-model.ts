import { THINKING_LEVELS, type AssistantMessage, type Message, type Model, type ThinkingLevel } from "@tau/ai";

/** Protocol of virtual catalog entries. No provider speaks it: a request has to be routed first. */
export const VIRTUAL_MODEL_API = "pi-virtual";

/** Custom entry that keeps a router's state on the session branch (S19). */
export const VIRTUAL_MODEL_STATE_ENTRY = "pi.virtual-model-state";

/** Data of a `pi.virtual-model-state` entry. */
export interface VirtualModelStateData<TState = unknown> {
	provider: string;
	modelId: string;
	state: TState;
}

/**
 * Why a request is routed: `user` is the first one after a message the user wrote, `continuation` any other of the agent
 * loop, `retry` one that repeats a failed request, `direct` one outside the loop.
 */
export type ModelRouteReason = "user" | "continuation" | "retry" | "direct";

export interface ModelRouteRequest<TState = unknown> {
	/** The selected virtual model and level; what the level means is up to the router. */
	model: Model;
	thinkingLevel: ThinkingLevel;
	reason: ModelRouteReason;
	/** Physical model and level of the last response that succeeded. */
	previous?: { model: Model; thinkingLevel?: ThinkingLevel };
	/** For `retry`: the request that failed. Absent when it was the routing that failed. */
	failed?: { model: Model; thinkingLevel?: ThinkingLevel; message: AssistantMessage };
	/** What the router returned last on this branch; absent for `direct`. */
	state?: TState;
	/** The conversation of this request, system messages included. */
	messages: readonly Message[];
	signal?: AbortSignal;
}

/** Physical model and level of one request. */
export interface ModelRoute<TState = unknown> {
	model: Model;
	thinkingLevel: ThinkingLevel;
	/** New state, as JSON; `request.state` itself or nothing keeps the current one. */
	state?: TState;
}

/** A selectable model that picks a physical one for each request (V13). */
export interface VirtualModelDefinition<TState = unknown> {
	/** Any provider id, also one with physical models. */
	provider: string;
	id: string;
	name: string;
	/** Default: `["off"]`. */
	thinkingLevels?: readonly ThinkingLevel[];
	/** Shown before the first response; 0 is unknown. */
	contextWindow?: number;
	maxTokens?: number;
	/** Default: text and images. */
	input?: ("text" | "image")[];
	route(request: ModelRouteRequest<TState>): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}

export function isVirtualModel({ api }: { api: string }): boolean {
	return api === VIRTUAL_MODEL_API;
}

/** What is wrong with a definition, in words for its author. */
export function findDefinitionProblem(definition: VirtualModelDefinition): string | undefined {
	for (const field of ["provider", "id", "name"] as const)
		if (typeof definition?.[field] !== "string" || definition[field] === "")
			return `registerVirtualModel needs "${field}": a text`;
	if (typeof definition.route !== "function") return `virtual model "${definition.id}" needs a route function`;
	const unknown = definition.thinkingLevels?.find((level) => !THINKING_LEVELS.includes(level));
	return unknown === undefined ? undefined : `virtual model "${definition.id}": unknown thinking level "${unknown}"`;
}

/** The catalog entry of a virtual model. */
export function createVirtualModel(definition: Omit<VirtualModelDefinition, "route">): Model {
	const levels = definition.thinkingLevels ?? ["off"];
	return {
		id: definition.id,
		name: definition.name,
		api: VIRTUAL_MODEL_API,
		provider: definition.provider,
		baseUrl: "",
		reasoning: levels.some((level) => level !== "off"),
		thinkingLevelMap: Object.fromEntries(
			THINKING_LEVELS.map((level) => [level, levels.includes(level) ? level : null]),
		) as NonNullable<Model["thinkingLevelMap"]>,
		input: definition.input ?? ["text", "image"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: definition.contextWindow ?? 0,
		maxTokens: definition.maxTokens ?? 0,
	};
}
