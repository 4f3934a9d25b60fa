import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Model, ScriptedToolCall, ScriptedTurn } from "@tau/ai";
import { onTestFinished } from "vitest";
import type { SlashCommandInfo } from "../src/extension-api/command.ts";
import type { ExtensionFactory } from "../src/extension-api/extension-api.ts";
import type { ExtensionUi } from "../src/extension-api/ui.ts";
import type { RegisteredTool } from "../src/extension-api/tool.ts";
import { ExtensionHost, type ExtensionCandidate } from "../src/extensions/extension-host.ts";
import type { ExtensionFault } from "../src/extensions/hooks/extension-fault.ts";
import type { HookClock } from "../src/extensions/hooks/clock.ts";
import { HookRuntime } from "../src/extensions/hooks/hook-runtime.ts";
import { createHostModules } from "../src/extensions/load/host-modules.ts";
import { createModuleLoader } from "../src/extensions/load/module-loader.ts";
import { createCredentials } from "../src/models/credentials.ts";
import { createModelCatalog } from "../src/models/model-catalog.ts";
import type { ToolBackend } from "../src/platform/backend.ts";
import type { AgentSession } from "../src/runtime/agent-session.ts";
import { createSession } from "../src/runtime/create-session.ts";
import { ModelAccess } from "../src/runtime/model-access.ts";
import { createNoUi } from "../src/runtime/no-ui.ts";
import type { PromptInputs } from "../src/runtime/prompt-state.ts";
import type { RuntimeEvent } from "../src/runtime/runtime-event.ts";
import type { SessionSurroundings } from "../src/runtime/session-surroundings.ts";
import { selectTools, type ToolFlags } from "../src/runtime/tool-selection.ts";
import type { Wait } from "../src/runtime/turn/wait.ts";
import { createMemorySession } from "../src/session/open-session.ts";
import type { Session } from "../src/session/session.ts";
import type { Settings } from "../src/settings/schema.ts";
import { createHostFacts } from "../src/system-prompt/default-texts.ts";
import { createBuiltinToolDefinitions, type ToolsOptions } from "../src/tools/builtin-tools.ts";
import { NO_REPLACING } from "./harness/no-replacing.ts";
import { scriptedModel, type SeenRequest } from "./harness/scripted-model.ts";
import { transcriptOf } from "./harness/transcript.ts";

export interface TestHostOptions {
	/** The model's answers, in order. */
	model: ScriptedTurn[];
	settings?: Partial<Settings>;
	toolFlags?: ToolFlags;
	session?: Session;
	/** Values of extension flags, as the command line would give them. */
	flags?: Record<string, string | boolean>;
	/** Files of the working folder, by path. */
	files?: Record<string, string>;
	/** Texts and files of the prompt. */
	promptInputs?: Partial<PromptInputs>;
	/** Expansion of skills and templates. */
	expand?: (text: string) => string;
	/** Commands that are templates or skills. */
	resourceCommands?: SlashCommandInfo[];
	builtinOptions?: ToolsOptions;
	/** What extensions get as the machine of the tools; default: this one. */
	backend?: ToolBackend;
	/** Differences of the model from the usual one. */
	limits?: Partial<Pick<Model, "contextWindow" | "maxTokens">>;
	/** A user who answers dialogs. */
	ui?: Partial<ExtensionUi>;
	/** The clock of deadlines; by default that of the machine. */
	clock?: HookClock;
	/** What a wait before a retry does; by default it is noted and over at once. */
	wait?: Wait;
}

export interface TestHost {
	/** Adds an extension; before the first prompt only. */
	extension(factory: ExtensionFactory, path?: string): void;
	/** Adds an extension that the host brings along and leaves out when another one claims its names. */
	builtinExtension(factory: ExtensionFactory, path: string): void;
	/** Adds an extension from source text: a file in the working folder, read by the real module loader. */
	extensionFile(source: string, name?: string): void;
	/** Sends text as a user would and waits until nothing more happens. */
	prompt(text: string): Promise<void>;
	/** Starts the session without a prompt. */
	start(): Promise<AgentSession>;
	/** The conversation, a line each: `role: text`. */
	transcript(): string[];
	/** Entries of the branch of one type. */
	entries(type: string): unknown[];
	/** What extensions stored under a custom type. */
	stored(customType: string): unknown[];
	/** Writes a file of the working folder. */
	write(name: string, content: string | Uint8Array): void;
	read(name: string): string;
	readonly faults: ExtensionFault[];
	readonly problems: string[];
	readonly requests: SeenRequest[];
	readonly events: RuntimeEvent[];
	/** Milliseconds of each wait before a retry. */
	readonly waits: number[];
	readonly cwd: string;
	readonly session: Session;
}

/** A whole session on the scripted model: real extensions, real tools in a temporary folder, nothing else. */
export async function startTestHost(options: TestHostOptions): Promise<TestHost> {
	const cwd = realpathSync(mkdtempSync(join(tmpdir(), "tau-test-")));
	const write: TestHost["write"] = (name, content) => {
		mkdirSync(dirname(join(cwd, name)), { recursive: true });
		writeFileSync(join(cwd, name), content);
	};
	for (const [name, content] of Object.entries(options.files ?? {})) write(name, content);
	const seen = { faults: [] as ExtensionFault[], problems: [] as string[], requests: [] as SeenRequest[] };
	const waits: number[] = [];
	const events: RuntimeEvent[] = [];
	const session = options.session ?? createMemorySession(cwd);
	const surroundings = createSurroundings(options, { cwd, session, waits, ...seen });
	const candidates: ExtensionCandidate[] = [];
	let running: Promise<AgentSession> | undefined;
	const start = async (): Promise<AgentSession> => {
		const { extensions } = surroundings;
		for (const { message } of await extensions.load(candidates)) seen.problems.push(message);
		for (const [name, value] of Object.entries(options.flags ?? {})) extensions.flagValues.set(name, value);
		const agent = await createSession(surroundings);
		agent.subscribe((event) => void events.push(event));
		return agent;
	};
	const begin = (): Promise<AgentSession> => (running ??= start());
	onTestFinished(async () => {
		await (await running)?.dispose();
		surroundings.hooks.close();
		rmSync(cwd, { recursive: true, force: true });
	});
	const branch = (type: string) => session.getBranch().filter((entry) => entry.type === type);
	return {
		extension: (factory, path = `extension-${candidates.length + 1}.ts`) =>
			void candidates.push(toCandidate(path, { factory })),
		builtinExtension: (factory, path) => void candidates.push({ ...toCandidate(path, { factory }), replaceable: true }),
		extensionFile: (source, name = `extension-${candidates.length + 1}.ts`) => {
			write(name, source);
			candidates.push(toCandidate(join(cwd, name), { file: join(cwd, name) }));
		},
		prompt: async (text) => {
			const agent = await begin();
			await agent.prompt(text);
			await agent.waitForIdle();
		},
		start: begin,
		transcript: () => transcriptOf(session),
		entries: branch,
		stored: (customType) =>
			branch("custom").flatMap((entry) =>
				entry.type === "custom" && entry.customType === customType ? [entry.data] : [],
			),
		write,
		read: (name) => readFileSync(join(cwd, name), "utf8"),
		...seen,
		events,
		waits,
		cwd,
		session,
	};
}

/** An answer in words. */
export const say = (text: string): ScriptedTurn => ({ text });

/** An answer that calls one tool. */
export const callTool = (name: string, args: ScriptedToolCall["arguments"] = {}): ScriptedTurn => ({
	toolCalls: [{ name, arguments: args }],
});

/** An answer that calls several tools at once. */
export const callTools = (...calls: [name: string, args?: ScriptedToolCall["arguments"]][]): ScriptedTurn => ({
	toolCalls: calls.map(([name, args = {}]) => ({ name, arguments: args })),
});

interface Seen {
	cwd: string;
	session: Session;
	faults: ExtensionFault[];
	requests: SeenRequest[];
	waits: number[];
}

function createSurroundings(
	options: TestHostOptions,
	{ cwd, session, faults, requests, waits }: Seen,
): SessionSurroundings {
	const hooks = new HookRuntime({
		report: (fault) => faults.push(fault),
		...(options.clock && { clock: options.clock }),
	});
	const loader = async () => createModuleLoader({ hostModules: createHostModules(), hostVersion: "1.0.0" });
	const { settings = {}, toolFlags: flags = {}, promptInputs } = options;
	return {
		hooks,
		extensions: new ExtensionHost({ hooks, cwd, loader }),
		access: createAccess(),
		session,
		settings: settings as Settings,
		mode: {
			mode: options.ui ? "rpc" : "print",
			ui: { ...createNoUi(), ...options.ui },
			hasUI: options.ui !== undefined,
			shutdown: () => {},
		},
		model: { ...scriptedModel(options.model, requests), ...options.limits },
		thinkingLevel: "off",
		scopedModels: [],
		prompt: {
			appendSystemPrompt: "",
			cwd,
			contextFiles: [],
			skills: [],
			facts: createHostFacts("Tau"),
			...promptInputs,
		},
		...(options.backend && { backend: options.backend }),
		builtins: createBuiltinToolDefinitions(cwd, options.builtinOptions).map(toBuiltin),
		selectTools: (available, declared) =>
			selectTools({ available, defaultTools: settings.defaultTools, flags, declared }),
		mayActivate: (name) =>
			selectTools({ available: [{ definition: { name }, builtin: false }], defaultTools: undefined, flags }).length > 0,
		projectTrusted: false,
		expand: async (text) => options.expand?.(text) ?? text,
		resourceCommands: () => options.resourceCommands ?? [],
		addResources: async () => {},
		isResumed: options.session !== undefined,
		start: { reason: "startup" },
		replacing: NO_REPLACING,
		wait: options.wait ?? (async (milliseconds) => void waits.push(milliseconds)),
		now: () => Date.parse("2026-11-30T00:00:00Z"),
		monotonic: () => 0,
	};
}

function toCandidate(path: string, code: ExtensionCandidate["code"]): ExtensionCandidate {
	return { path, code, sourceInfo: { path, source: "local", scope: "temporary", origin: "top-level" } };
}

function createAccess(): ModelAccess {
	const catalog = createModelCatalog();
	const auth = { credentials: new Map(), diagnostics: [] };
	const runCommand = (): Promise<string> => Promise.reject(new Error("no commands in tests"));
	return new ModelAccess(catalog, createCredentials({ catalog, auth, env: {}, runCommand, now: () => 0 }));
}

function toBuiltin(definition: RegisteredTool["definition"]): RegisteredTool {
	return {
		definition,
		sourceInfo: { path: `builtin:${definition.name}`, source: "builtin", scope: "temporary", origin: "top-level" },
	};
}
