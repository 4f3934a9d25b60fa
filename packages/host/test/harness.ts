import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createScriptedApi, registerApi, type Model, type ScriptedToolCall, type ScriptedTurn } from "@tau/ai";
import { onTestFinished } from "vitest";
import type { ExtensionFactory } from "../src/extension-api/extension-api.ts";
import type { RegisteredTool } from "../src/extension-api/tool.ts";
import { ExtensionHost } from "../src/extensions/extension-host.ts";
import type { ExtensionFault } from "../src/extensions/hooks/extension-fault.ts";
import { HookRuntime } from "../src/extensions/hooks/hook-runtime.ts";
import { createCredentials } from "../src/models/credentials.ts";
import { createModelCatalog } from "../src/models/model-catalog.ts";
import type { AgentSession } from "../src/runtime/agent-session.ts";
import { createSession } from "../src/runtime/create-session.ts";
import { ModelAccess } from "../src/runtime/model-access.ts";
import { createNoUi } from "../src/runtime/no-ui.ts";
import type { RuntimeEvent } from "../src/runtime/runtime-event.ts";
import { selectTools, type ToolFlags } from "../src/runtime/tool-selection.ts";
import { createMemorySession } from "../src/session/open-session.ts";
import type { Session } from "../src/session/session.ts";
import type { Settings } from "../src/settings/schema.ts";
import { createHostFacts } from "../src/system-prompt/default-texts.ts";
import { createBuiltinToolDefinitions } from "../src/tools/builtin-tools.ts";

/** What one request of the scripted model looked like. */
export interface SeenRequest {
	messages: { role: string; content: unknown; [field: string]: unknown }[];
	tools: { name: string }[];
}

export interface TestHostOptions {
	/** The model's answers, in order. */
	model: ScriptedTurn[];
	settings?: Partial<Settings>;
	toolFlags?: ToolFlags;
	session?: Session;
	/** Values of extension flags, as the command line would give them. */
	flags?: Record<string, string | boolean>;
}

export interface TestHost {
	/** Adds an extension; before the first prompt only. */
	extension(factory: ExtensionFactory, path?: string): void;
	/** Sends text as a user would and waits until nothing more happens. */
	prompt(text: string): Promise<void>;
	/** Starts the session without a prompt. */
	start(): Promise<AgentSession>;
	/** The conversation, a line each: `role: text`. */
	transcript(): string[];
	/** Entries of the session that are not messages: `type: content`. */
	entries(type: string): unknown[];
	readonly faults: ExtensionFault[];
	readonly problems: string[];
	readonly requests: SeenRequest[];
	readonly events: RuntimeEvent[];
	readonly cwd: string;
}

let hosts = 0;

/** A whole session on the scripted model: real extensions, real tools in a temporary folder, nothing else. */
export async function startTestHost(options: TestHostOptions): Promise<TestHost> {
	const cwd = mkdtempSync(join(tmpdir(), "tau-test-"));
	const faults: ExtensionFault[] = [];
	const problems: string[] = [];
	const requests: SeenRequest[] = [];
	const events: RuntimeEvent[] = [];
	const hooks = new HookRuntime({ report: (fault) => faults.push(fault) });
	const extensions = new ExtensionHost({
		hooks,
		cwd,
		loader: () => Promise.reject(new Error("no files in this test")),
	});
	const factories: { factory: ExtensionFactory; path: string }[] = [];
	const session = options.session ?? createMemorySession(cwd);
	let running: Promise<AgentSession> | undefined;

	const start = async (): Promise<AgentSession> => {
		const candidates = factories.map(({ factory, path }) => ({
			path,
			code: { factory },
			sourceInfo: { path, source: "local", scope: "temporary" as const, origin: "top-level" as const },
		}));
		for (const { message } of await extensions.load(candidates)) problems.push(message);
		for (const [name, value] of Object.entries(options.flags ?? {})) extensions.flagValues.set(name, value);
		const access = createAccess();
		const agent = await createSession({
			hooks,
			extensions,
			access,
			session,
			settings: (options.settings ?? {}) as Settings,
			mode: { mode: "print", ui: createNoUi(), hasUI: false, shutdown: () => {} },
			model: scriptedModel(options.model, requests),
			thinkingLevel: "off",
			scopedModels: [],
			prompt: { appendSystemPrompt: "", cwd, contextFiles: [], skills: [], facts: createHostFacts("Tau") },
			builtins: createBuiltinToolDefinitions(cwd).map(toBuiltin),
			selectTools: (available) =>
				selectTools({ available, defaultTools: options.settings?.defaultTools, flags: options.toolFlags ?? {} }),
			mayActivate: () => true,
			projectTrusted: false,
			expand: async (text) => text,
			resourceCommands: () => [],
			isResumed: options.session !== undefined,
			now: () => Date.parse("2026-11-30T00:00:00Z"),
			monotonic: () => 0,
		});
		agent.subscribe((event) => void events.push(event));
		return agent;
	};
	const begin = (): Promise<AgentSession> => (running ??= start());
	onTestFinished(async () => {
		await (await running)?.dispose();
		hooks.close();
		rmSync(cwd, { recursive: true, force: true });
	});

	return {
		extension: (factory, path = `extension-${factories.length + 1}.ts`) => void factories.push({ factory, path }),
		prompt: async (text) => {
			const agent = await begin();
			await agent.prompt(text);
			await agent.waitForIdle();
		},
		start: begin,
		transcript: () => transcriptOf(session),
		entries: (type) => session.getBranch().filter((entry) => entry.type === type),
		faults,
		problems,
		requests,
		events,
		cwd,
	};
}

/** An answer in words. */
export const say = (text: string): ScriptedTurn => ({ text });

/** An answer that calls one tool. */
export const callTool = (name: string, args: ScriptedToolCall["arguments"]): ScriptedTurn => ({
	toolCalls: [{ name, arguments: args }],
});

/** An answer that calls several tools at once. */
export const callTools = (...calls: [name: string, args: ScriptedToolCall["arguments"]][]): ScriptedTurn => ({
	toolCalls: calls.map(([name, args]) => ({ name, arguments: args })),
});

function createAccess(): ModelAccess {
	const catalog = createModelCatalog();
	const auth = { credentials: new Map(), diagnostics: [] };
	const runCommand = (): Promise<string> => Promise.reject(new Error("no commands in tests"));
	return new ModelAccess(catalog, createCredentials({ catalog, auth, env: {}, runCommand, now: () => 0 }));
}

/** A model with a protocol of its own, so that hosts of one test run do not share a script. */
function scriptedModel(turns: ScriptedTurn[], requests: SeenRequest[]): Model {
	const api = `scripted-${++hosts}`;
	const scripted = createScriptedApi(turns);
	registerApi(api, {
		...scripted,
		api,
		run: (request, signal) => {
			requests.push(structuredClone({ messages: request.messages as never, tools: [] }));
			return scripted.run(request, signal);
		},
	});
	return {
		id: "model",
		name: "model",
		api,
		provider: "scripted",
		baseUrl: "scripted:",
		reasoning: false,
		input: ["text", "image"],
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
		contextWindow: 100_000,
		maxTokens: 1000,
	};
}

function toBuiltin(definition: RegisteredTool["definition"]): RegisteredTool {
	return {
		definition,
		sourceInfo: { path: `builtin:${definition.name}`, source: "builtin", scope: "temporary", origin: "top-level" },
	};
}

function transcriptOf(session: Session): string[] {
	return session.buildSessionContext().messages.flatMap((message) => {
		if (message.role === "system") return [];
		if (message.role === "toolResult")
			return [`${message.toolName}: ${textOf(message.content)}${message.isError ? " (error)" : ""}`];
		if (message.role === "assistant") {
			const text = textOf(message.content);
			return text === "" ? [] : [`assistant: ${text}`];
		}
		return "content" in message ? [`${message.role}: ${textOf(message.content)}`] : [message.role];
	});
}

function textOf(content: string | readonly { type: string; text?: string }[]): string {
	if (typeof content === "string") return content;
	return content.flatMap((block) => (block.text !== undefined ? [block.text] : [])).join("\n");
}
