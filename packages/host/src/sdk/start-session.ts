import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { clampThinkingLevel } from "@tau/ai";
import { formatDiagnostic, type Diagnostic } from "../base/diagnostic.ts";
import type { ExtensionCandidate } from "../extensions/extension-host.ts";
import { resolvePath } from "../platform/app-dirs.ts";
import { getAgentDir } from "../platform/host-facts.ts";
import { SessionOwner, type PreparedSession, type SessionMaker } from "../runtime/session-owner.ts";
import { registerContributed, type SelectedModel } from "../runtime/start/load-models.ts";
import { useResources, type LoadedResources } from "../runtime/start/load-resources.ts";
import { SessionStarter, type PreparedStart, type StartFlags } from "../runtime/start/session-starter.ts";
import { isToolModifier } from "../settings/tool-selection.ts";
import { chooseInitialLevel } from "../models/choose-initial-model.ts";
import { SessionManager } from "../session/published-session.ts";
import { defaultSessionDir } from "../session/session-location.ts";
import { AgentSession } from "./agent-session.ts";
import { createSyntheticSourceInfo } from "./synthetic-source.ts";
import { DefaultResourceLoader } from "./default-resource-loader.ts";
import { EmbeddedMode } from "./embedded-mode.ts";
import { ModelRuntime, loadedModelsOf } from "./model-runtime.ts";
import type { ResourceLoader } from "./resource-loader.ts";
import { takeFolder } from "./kept-folders.ts";
import { configurationOf, emptyFolder, type SessionFolder } from "./session-folder.ts";
import { keepLink, ReplacingLink } from "./session-link.ts";
import type {
	AgentSessionServices,
	CreateAgentSessionFromServicesOptions,
	CreateAgentSessionOptions,
	CreateAgentSessionResult,
	CreateAgentSessionServicesOptions,
} from "./session-options.ts";
import { SettingsManager } from "./published-settings.ts";

export async function startSession(options: CreateAgentSessionOptions = {}): Promise<CreateAgentSessionResult> {
	const cwd = resolve(options.cwd ?? options.sessionManager?.getCwd() ?? process.cwd());
	const services = await createServices({ ...options, cwd });
	const sessionManager = options.sessionManager ?? createSessionManager(services);
	return startFromServices({ ...options, services, sessionManager });
}

/** What a folder's sessions need; extensions are loaded here. */
export async function createServices(
	options: CreateAgentSessionServicesOptions & Pick<CreateAgentSessionOptions, "resourceLoader">,
): Promise<AgentSessionServices> {
	const cwd = resolve(options.cwd);
	const agentDir = resolve(options.agentDir ?? getAgentDir());
	const settingsManager = options.settingsManager ?? SettingsManager.create(cwd, agentDir);
	const modelRuntime = options.modelRuntime ?? (await createModelRuntime(agentDir));
	const resourceLoader =
		options.resourceLoader ??
		new DefaultResourceLoader({ ...options.resourceLoaderOptions, cwd, agentDir, settingsManager });
	if (!options.resourceLoader) await resourceLoader.reload();
	const { errors, runtime } = resourceLoader.getExtensions();
	for (const [name, value] of options.extensionFlagValues ?? []) runtime.flagValues.set(name, value);
	const broken = settingsManager.drainErrors().map(({ error }) => error.message);
	const diagnostics = [...broken, ...errors.map(({ error }) => error)].map((message) => ({
		type: "error" as const,
		message,
	}));
	return { cwd, agentDir, modelRuntime, settingsManager, resourceLoader, diagnostics };
}

export async function startFromServices(
	options: CreateAgentSessionFromServicesOptions,
): Promise<CreateAgentSessionResult> {
	checkTools(options.tools);
	const mode = new EmbeddedMode();
	const { sessionManager, services, sessionStartEvent } = options;
	const first = await prepare(options, mode);
	let hooks = first.folder.hooks;
	const maker: SessionMaker = {
		createSession: refuseReplacement,
		openSession: refuseReplacement,
		prepare: async () => {
			await services.resourceLoader.reload();
			const { folder, prepared } = await prepare(options, mode);
			hooks = folder.hooks;
			return { start: (start) => prepared.start(start, replacing) };
		},
	};
	const owner = new SessionOwner(maker, {
		get dispatcher() {
			return hooks.dispatcher;
		},
	});
	const replacing = new ReplacingLink(owner);
	const { type: _type, ...told } = sessionStartEvent ?? { type: "session_start", reason: "startup" };
	await owner.begin({
		start: (start) => first.prepared.start({ ...start, ...told, isHeld: true }, replacing),
	} satisfies PreparedSession);
	const session = new AgentSession({
		sessionManager,
		settingsManager: services.settingsManager,
		resourceLoader: services.resourceLoader,
		running: () => owner.current,
		onReplaced: (listener) => void owner.onReplaced(listener),
		bind: (bindings) => mode.bind(bindings),
		reload: () => owner.reload(),
	});
	keepLink(session, { owner, replacing });
	const fallback = first.prepared.selected.diagnostics.find(({ severity }) => severity !== "info");
	return {
		session,
		extensionsResult: services.resourceLoader.getExtensions(),
		...(fallback && { modelFallbackMessage: formatDiagnostic(fallback) }),
	};
}

interface Prepared {
	readonly folder: SessionFolder;
	readonly prepared: PreparedStart;
}

async function prepare(options: CreateAgentSessionFromServicesOptions, mode: EmbeddedMode): Promise<Prepared> {
	const { services, sessionManager, customTools = [] } = options;
	const place = { ...services, settings: services.settingsManager };
	const folder = await folderOf(services.resourceLoader, () => emptyFolder(place));
	mode.listenTo(folder.faults);
	const { extensions, hooks, loader } = folder;
	const configuration = await configurationOf(place);
	await extensions.host.load(customTools.map(toolCandidate));
	const models = loadedModelsOf(services.modelRuntime);
	const diagnostics = [...extensions.diagnostics, ...registerContributed(models.access, extensions.host)];
	services.diagnostics.push(...diagnostics.filter(({ severity }) => severity !== "error").map(toRuntimeDiagnostic));
	const starter = new SessionStarter(
		{ flags: flagsOf(options), hooks, loader, mode, sessionTools: {}, report: (found) => mode.report(found) },
		configuration,
	);
	const resources = resourcesOf(services.resourceLoader, configuration);
	const selected = selectionOf(options);
	const prepared = await starter.prepareLoaded(
		sessionManager.session,
		{ configuration, extensions, resources, selected },
		models,
	);
	return { folder, prepared };
}

/** A loader whose extensions run in another session already loads them again for this one. */
async function folderOf(loader: ResourceLoader, empty: () => Promise<SessionFolder>): Promise<SessionFolder> {
	const taken = takeFolder(loader.getExtensions().runtime);
	if (taken) return taken;
	if (loader instanceof DefaultResourceLoader) await loader.reload();
	return takeFolder(loader.getExtensions().runtime) ?? empty();
}

function resourcesOf(loader: ResourceLoader, configuration: Parameters<typeof useResources>[0]): LoadedResources {
	return useResources(configuration, {
		skills: () => loader.getSkills().skills as never,
		templates: () => loader.getPrompts().prompts,
		contextFiles: loader.getAgentsFiles().agentsFiles,
		customPrompt: loader.getSystemPrompt(),
		appendSystemPrompt: loader.getAppendSystemPrompt().join("\n\n"),
		diagnostics: [],
		themes: async () => ({ themes: loader.getThemes().themes, diagnostics: [] }),
		add: async ({ skills, prompts, themes }) => {
			const named = (found: typeof skills) => found.map(({ path, owner }) => ({ path, metadata: { source: owner } }));
			loader.extendResources({
				skillPaths: named(skills),
				promptPaths: named(prompts),
				themePaths: named(themes),
			});
			if (loader instanceof DefaultResourceLoader) await loader.settled();
			return [];
		},
	});
}

/** A model that was handed over needs no selection. */
function selectionOf(options: CreateAgentSessionFromServicesOptions): Partial<SelectedModel> {
	const { model, thinkingLevel, scopedModels, services } = options;
	const scope = scopedModels && { scopedModels };
	if (!model) return { ...scope };
	const { modelThinkingLevels: byModel, defaultThinkingLevel } = services.settingsManager.effective().settings;
	const asked = chooseInitialLevel(model, {
		flag: thinkingLevel,
		pattern: undefined,
		byModel,
		fallback: defaultThinkingLevel ?? "medium",
	});
	return { model, thinkingLevel: clampThinkingLevel(model, asked), ...scope };
}

function flagsOf({ tools, excludeTools, noTools, thinkingLevel }: CreateAgentSessionFromServicesOptions): StartFlags {
	return {
		...(tools && { tools }),
		...(excludeTools && { excludeTools }),
		noTools: noTools === "all",
		noBuiltinTools: noTools === "builtin",
		thinking: thinkingLevel,
		extensions: [],
		noExtensions: false,
		extensionFlags: new Map(),
		skills: [],
		promptTemplates: [],
		noSkills: false,
		noPromptTemplates: false,
		themes: [],
		noThemes: false,
		noContextFiles: false,
		appendSystemPrompt: [],
	};
}

function checkTools(tools: readonly string[] = []): void {
	const modifiers = tools.filter(isToolModifier);
	if (modifiers.length === 0 || modifiers.length === tools.length) return;
	throw new Error(`tools: either names, or only +name and -name; found both in ${tools.join(", ")}`);
}

/** A tool of the embedder is contributed like an extension's (Z14). */
function toolCandidate(definition: NonNullable<CreateAgentSessionOptions["customTools"]>[number]): ExtensionCandidate {
	const path = `<sdk:${definition.name}>`;
	const sourceInfo = createSyntheticSourceInfo(path, { source: "sdk" });
	return { path, sourceInfo, code: { factory: (pi) => pi.registerTool(definition as never) } };
}

function toRuntimeDiagnostic(diagnostic: Diagnostic): { type: "info" | "warning" | "error"; message: string } {
	return { type: diagnostic.severity, message: formatDiagnostic(diagnostic) };
}

function createModelRuntime(agentDir: string): Promise<ModelRuntime> {
	return ModelRuntime.create({
		authPath: resolve(agentDir, "auth.json"),
		modelsPath: resolve(agentDir, "models.json"),
	});
}

function createSessionManager({ cwd, agentDir, settingsManager }: AgentSessionServices): SessionManager {
	const named = settingsManager.getSessionDir();
	const sessionDir = named && resolvePath(named, { base: cwd, home: homedir() });
	return SessionManager.create(cwd, sessionDir ?? sessionDirBelow(agentDir, cwd));
}

/** Undefined where the default is that folder anyway. */
function sessionDirBelow(agentDir: string, cwd: string): string | undefined {
	return agentDir === resolve(getAgentDir()) ? undefined : defaultSessionDir(cwd, join(agentDir, "sessions"));
}

function refuseReplacement(): never {
	throw new Error("This session cannot be replaced: make it with createAgentSessionRuntime");
}
