import type { ExtensionAPI } from "../extension-api/extension-api.ts";
import type { HookName } from "../extension-api/hook-table.ts";
import type { AnyToolDefinition } from "../extension-api/tool.ts";
import { execCommand } from "../platform/exec-command.ts";
import { createBusView, type SharedEventBus } from "./event-bus.ts";
import type { Contributions } from "./contributions.ts";
import type { ExtensionRecord } from "./extension-record.ts";
import type { HookRegistration } from "./hooks/handler-list.ts";
import type { SessionPort } from "./session-port.ts";
import { registerResource } from "./register-resource.ts";
import { staleHandle } from "./stale-handle.ts";
import type { ExtensionContext } from "../extension-api/context.ts";
import type { ExtensionVirtualModel } from "../extension-api/virtual-model.ts";
import { findDefinitionProblem, type VirtualModelDefinition } from "../models/virtual-model.ts";

/** What all extensions of one session runtime share. */
export interface ApiHost {
	readonly contributions: Contributions;
	readonly bus: SharedEventBus;
	/** Values of the command line, known once every factory has registered its flags (TRAP8). */
	readonly flagValues: ReadonlyMap<string, boolean | string>;
	/** The session, or the stand-in that refuses while factories run. */
	port(): SessionPort;
	/** Where `exec` runs before there is a session. */
	readonly cwd: string;
	subscribe<K extends HookName>(record: ExtensionRecord, registration: HookRegistration<K>): () => void;
	reportBusFailure(record: ExtensionRecord, channel: string, error: unknown): void;
	isBound(): boolean;
	/** Does what the extension asked for; its handlers are not charged for the time. */
	during<T>(record: ExtensionRecord, work: () => Promise<T>): Promise<T>;
	/** Calls code of the extension behind its fence; rejects with what it threw, which is not reported. */
	callExtension<T>(record: ExtensionRecord, what: string, call: (context: ExtensionContext) => T): Promise<Awaited<T>>;
}

/**
 * The `pi` of one extension. Registering works from the start, acting once a session is bound; afterwards every member
 * refuses when the instance is gone.
 */
export function createApi(host: ApiHost, record: ExtensionRecord): ExtensionAPI {
	const api: ExtensionAPI = {
		...registrations(host, record),
		...resources(record),
		...messages(host),
		...toolsAndModels(host),
		...surroundings(host, record),
	};
	return guardMembers(api, record);
}

type Group<K extends keyof ExtensionAPI> = Pick<ExtensionAPI, K>;

function registrations(
	host: ApiHost,
	record: ExtensionRecord,
): Group<
	| "on"
	| "registerTool"
	| "registerCommand"
	| "registerShortcut"
	| "registerFlag"
	| "registerMessageRenderer"
	| "registerEntryRenderer"
	| "registerMarkdownTransformer"
	| "registerToolRenderer"
> {
	const { sourceInfo } = record;
	return {
		on: (event, handler, options) => {
			if (typeof handler !== "function") throw new TypeError(`pi.on("${event}") needs a handler function`);
			return host.subscribe(record, { event, handler, options });
		},
		registerTool: (tool) => registerTool(host, record, tool as AnyToolDefinition),
		registerCommand: (name, options) => {
			record.commands.set(name, { ...options, name, sourceInfo });
		},
		registerShortcut: (shortcut, options) => {
			record.shortcuts.set(shortcut, options);
		},
		registerFlag: (name, options) => host.contributions.addFlag(record, { name, options, extensionPath: record.path }),
		registerMessageRenderer: (customType, renderer) => {
			record.messageRenderers.set(customType, renderer as never);
		},
		registerEntryRenderer: (customType, renderer) => {
			record.entryRenderers.set(customType, renderer as never);
		},
		registerMarkdownTransformer: (transformer, options) => {
			record.markdownTransformer = { transformer, options: options ?? {} };
		},
		registerToolRenderer: (resolver) => {
			record.toolRenderers.push(resolver);
		},
	};
}

function registerTool(host: ApiHost, record: ExtensionRecord, tool: AnyToolDefinition): void {
	if (typeof tool.name !== "string" || tool.name === "") throw new TypeError("registerTool needs a name");
	if (tool.parameters === null || typeof tool.parameters !== "object")
		throw new TypeError(`Tool "${tool.name}" needs parameters: a JSON Schema object`);
	if (typeof tool.execute !== "function") throw new TypeError(`Tool "${tool.name}" needs an execute function`);
	const counts = host.contributions.addTool(record, { definition: tool, sourceInfo: record.sourceInfo });
	if (counts && host.isBound()) host.port().actions.toolRegistered(tool.name);
}

function resources(
	record: ExtensionRecord,
): Group<"registerSkill" | "registerRule" | "registerPrompt" | "registerPrompts"> {
	return {
		registerSkill: (skill) => registerResource(record, "skill", skill),
		registerRule: (rule) => registerResource(record, "rule", rule),
		registerPrompt: (prompt) => registerResource(record, "prompt", prompt),
		registerPrompts: (prompts) => {
			for (const prompt of prompts) registerResource(record, "prompt", prompt);
		},
	};
}

function messages(
	host: ApiHost,
): Group<"sendMessage" | "sendUserMessage" | "appendEntry" | "setSessionName" | "getSessionName" | "setLabel"> {
	return {
		sendMessage: (message, options) => host.port().actions.sendMessage(message, options),
		sendUserMessage: (content, options) => host.port().actions.sendUserMessage(content, options),
		appendEntry: (customType, data) => host.port().actions.appendEntry(customType, data),
		setSessionName: (name) => host.port().actions.setSessionName(name),
		getSessionName: () => host.port().actions.getSessionName(),
		setLabel: (entryId, label) => host.port().actions.setLabel(entryId, label),
	};
}

function toolsAndModels(
	host: ApiHost,
): Group<
	| "getActiveTools"
	| "getAllTools"
	| "setActiveTools"
	| "getSettings"
	| "getCommands"
	| "setModel"
	| "getThinkingLevel"
	| "setThinkingLevel"
> {
	return {
		getActiveTools: () => host.port().actions.getActiveTools(),
		getAllTools: () => host.port().actions.getAllTools(),
		setActiveTools: (names) => host.port().actions.setActiveTools(names),
		getSettings: () => host.port().actions.getSettings(),
		getCommands: () => host.port().actions.getCommands(),
		setModel: (model) => host.port().actions.setModel(model),
		getThinkingLevel: () => host.port().actions.getThinkingLevel(),
		setThinkingLevel: (level) => host.port().actions.setThinkingLevel(level),
	};
}

function surroundings(
	host: ApiHost,
	record: ExtensionRecord,
): Group<
	| "getFlag"
	| "exec"
	| "events"
	| "registerProvider"
	| "unregisterProvider"
	| "registerVirtualModel"
	| "unregisterVirtualModel"
	| "registerMcpServer"
	| "unregisterMcpServer"
	| "getMcpServers"
> {
	return {
		getFlag: (name) => {
			const flag = host.contributions.flags().find((candidate) => candidate.name === name);
			return (host.isBound() ? host.flagValues.get(name) : undefined) ?? flag?.options.default;
		},
		exec: (command, args, options) => {
			const { signal: retired } = record.owner.generation;
			const signal = options?.signal ? AbortSignal.any([options.signal, retired]) : retired;
			const cwd = options?.cwd ?? (host.isBound() ? host.port().context.cwd : host.cwd);
			return host.during(record, () => execCommand(command, args, { ...options, cwd, signal }));
		},
		events: createBusView(host.bus, (channel, error) => host.reportBusFailure(record, channel, error)),
		registerProvider: (name, config) => {
			if (host.isBound()) host.port().actions.registerProvider(name, config);
			else record.pendingProviders.push({ name, config });
		},
		unregisterProvider: (name) => {
			if (host.isBound()) host.port().actions.unregisterProvider(name);
			else record.pendingProviders = record.pendingProviders.filter((pending) => pending.name !== name);
		},
		...virtualModels(host, record),
		registerMcpServer: (name, config) => {
			record.mcpServers.set(name, { name, config, extensionPath: record.path });
		},
		unregisterMcpServer: (name) => {
			record.mcpServers.delete(name);
		},
		getMcpServers: () => host.contributions.records.flatMap((other) => [...other.mcpServers.values()]),
	};
}

function virtualModels(
	host: ApiHost,
	record: ExtensionRecord,
): Group<"registerVirtualModel" | "unregisterVirtualModel"> {
	return {
		registerVirtualModel: (model) => {
			const definition = fencedDefinition(host, record, model as ExtensionVirtualModel);
			const problem = findDefinitionProblem(definition);
			if (problem !== undefined) throw new TypeError(problem);
			if (host.isBound()) host.port().actions.registerVirtualModel(definition);
			else record.pendingVirtualModels.push(definition);
		},
		unregisterVirtualModel: (provider, id) => {
			if (host.isBound()) host.port().actions.unregisterVirtualModel(provider, id);
			else
				record.pendingVirtualModels = record.pendingVirtualModels.filter(
					(pending) => pending.provider !== provider || pending.id !== id,
				);
		},
	};
}

/** The definition with its router behind the fence and with the extension's context. */
function fencedDefinition(
	host: ApiHost,
	record: ExtensionRecord,
	model: ExtensionVirtualModel,
): VirtualModelDefinition {
	if (typeof model?.route !== "function") return model as unknown as VirtualModelDefinition;
	return {
		...model,
		route: (request) => host.callExtension(record, "route", (context) => model.route(request, context)),
	};
}

/**
 * Every read of a member checks that its extension is still the active instance. A proxy, not getters: those cost more
 * than everything else that is made for an extension.
 */
function guardMembers(api: ExtensionAPI, record: ExtensionRecord): ExtensionAPI {
	const { generation } = record.owner;
	return new Proxy(api, {
		get(target, member) {
			if (!generation.alive && Object.hasOwn(target, member)) throw staleHandle(`pi.${String(member)}`);
			return Reflect.get(target, member);
		},
	});
}
