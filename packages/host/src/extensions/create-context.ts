import type { ExtensionCommandContext, ExtensionContext, ExtensionToolContext } from "../extension-api/context.ts";
import type { ExtensionOwner } from "./hooks/owner.ts";
import type { CommandActions, SessionPort, ToolActions } from "./session-port.ts";
import { staleHandle } from "./stale-handle.ts";
import { type During, uncharged } from "./uncharged.ts";

// Every member once; one that is missing does not compile.
const CONTEXT_MEMBERS: Record<keyof ExtensionContext, true> = {
	ui: true,
	mode: true,
	hasUI: true,
	cwd: true,
	sessionManager: true,
	session: true,
	modelRegistry: true,
	model: true,
	scopedModels: true,
	thinkingLevel: true,
	signal: true,
	isIdle: true,
	isProjectTrusted: true,
	abort: true,
	hasPendingMessages: true,
	shutdown: true,
	getContextUsage: true,
	compact: true,
	getSystemPrompt: true,
	toolOperations: true,
	getToolBackendInfo: true,
	execToolBackend: true,
};

const COMMAND_MEMBERS: Record<keyof CommandActions, true> = {
	getSystemPromptOptions: true,
	waitForIdle: true,
	newSession: true,
	fork: true,
	navigateTree: true,
	switchSession: true,
	reload: true,
};

const TOOL_MEMBERS: Record<keyof ToolActions, true> = { tools: true, executeTool: true };

/** Where a handle gets the session from at the moment it is used. */
export interface HandleSource {
	readonly owner: ExtensionOwner;
	port(): SessionPort;
	readonly during: During;
}

/**
 * A context whose members are looked up when they are read and refuse once their extension is gone (C18, L14). A proxy,
 * not getters: every extension has one, and its getters would cost more than all else that is made for it.
 */
export function createContext(source: HandleSource): ExtensionContext {
	const read = liveRead(source, (port) => port.context);
	// Own properties, so that a context can be listed and spread; nobody sees their values.
	const members: object = { ...CONTEXT_MEMBERS };
	return new Proxy(members, {
		get: (own, member) => (isContextMember(member) ? read(member) : Reflect.get(own, member)),
		set: (own, member, value) => !isContextMember(member) && Reflect.set(own, member, value),
	}) as ExtensionContext;
}

function isContextMember(member: PropertyKey): member is keyof ExtensionContext {
	return Object.hasOwn(CONTEXT_MEMBERS, member);
}

/**
 * The context of one command. Waiting for the run from inside the run would never end, so `isInsideRun` makes the members
 * that wait reject instead (B30, TRAP69, TRAP88).
 */
export function createCommandContext(source: HandleSource, isInsideRun: () => boolean): ExtensionCommandContext {
	const context = createContext(source) as ExtensionCommandContext;
	const read = liveRead(source, (port) => port.commands);
	return defineLiveMembers(context, COMMAND_MEMBERS, (member) => {
		const value = read(member);
		if (typeof value !== "function" || member === "getSystemPromptOptions") return value;
		return (...values: unknown[]): unknown =>
			isInsideRun() ? Promise.reject(waitsForItself(member)) : value(...values);
	});
}

function waitsForItself(member: string): Error {
	return new Error(
		`ctx.${member}() was called from inside the run that it would wait for. Call it from the command itself, ` +
			'or send a command from agent_settled: pi.sendUserMessage("/name", { expandPromptTemplates: true }).',
	);
}

export function createToolContext(source: HandleSource, toolCallId: string): ExtensionToolContext {
	const context = createContext(source) as ExtensionToolContext;
	return defineLiveMembers(
		context,
		TOOL_MEMBERS,
		liveRead(source, (port) => port.toolActions(toolCallId)),
	);
}

type ReadMember = (member: string) => unknown;

function liveRead(source: HandleSource, select: (port: SessionPort) => object): ReadMember {
	return (member) => {
		if (!source.owner.generation.alive) throw staleHandle(`ctx.${member}`);
		return uncharged(source.during, { target: select(source.port()), member });
	};
}

function defineLiveMembers<T extends object>(target: T, members: Record<string, true>, read: ReadMember): T {
	for (const member of Object.keys(members))
		Object.defineProperty(target, member, { enumerable: true, configurable: true, get: () => read(member) });
	return target;
}
