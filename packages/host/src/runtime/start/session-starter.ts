import type { Diagnostic } from "../../base/diagnostic.ts";
import type { HookRuntime } from "../../extensions/hooks/hook-runtime.ts";
import { isVirtualModel } from "../../models/virtual-model.ts";
import type { SessionTools } from "../../session/open-session.ts";
import type { Session } from "../../session/session.ts";
import type { AgentSession } from "../agent-session.ts";
import { createSession } from "../create-session.ts";
import type { ModeContext } from "../extension-context.ts";
import type { PreparedSession, SessionMaker } from "../session-owner.ts";
import type { SessionReplacing } from "../session-replacing.ts";
import type { SessionStart } from "../session-surroundings.ts";
import { selectTools, type ToolFlags } from "../tool-selection.ts";
import { localTools } from "./builtin-tools.ts";
import { loadConfiguration, type Configuration } from "./configuration.ts";
import type { ExtensionLoader } from "./extension-loader.ts";
import { loadExtensions, type LoadedExtensions } from "./load-extensions.ts";
import {
	loadModels,
	selectModel,
	type LastUsed,
	type LoadedModels,
	type ModelFlags,
	type SelectedModel,
} from "./load-models.ts";
import { loadResources, type LoadedResources, type ResourceFlags } from "./load-resources.ts";
import {
	type MissingFolderChoice,
	type MissingSessionFolder,
	missingFolderQuestion,
} from "./missing-session-folder.ts";
import { createReplacement, openReplacement } from "./replacement-sessions.ts";

/** What the command line says about every session of the process. */
export interface StartFlags extends ModelFlags, ResourceFlags, ToolFlags {
	/** `-e` values. */
	readonly extensions: readonly string[];
	readonly noExtensions: boolean;
	readonly projectTrust?: boolean;
	readonly extensionFlags: ReadonlyMap<string, boolean | string>;
}

export interface SessionStarterOptions {
	readonly flags: StartFlags;
	readonly hooks: HookRuntime;
	readonly loader: ExtensionLoader;
	readonly mode: ModeContext;
	readonly sessionTools: SessionTools;
	/** Shows problems; true when one of them is an error. */
	report(diagnostics: readonly Diagnostic[]): boolean;
}

/** A folder's configuration with its extensions loaded. */
export interface LoadedFolder {
	readonly configuration: Configuration;
	readonly extensions: LoadedExtensions;
	/** What an embedder found already. */
	readonly resources?: LoadedResources;
	readonly selected?: Partial<SelectedModel>;
}

/** A session about to start, with what it will use. */
export interface PreparedStart extends PreparedSession {
	readonly selected: SelectedModel;
}

/** Makes the sessions of a process: the first one from what is loaded already, all others from scratch. */
export class SessionStarter implements SessionMaker {
	readonly #options: SessionStarterOptions;
	/** Of the folder that runs now. */
	#configuration: Configuration;

	constructor(options: SessionStarterOptions, configuration: Configuration) {
		this.#options = options;
		this.#configuration = configuration;
	}

	createSession(from: Session, options: Parameters<typeof createReplacement>[1]): Session {
		return createReplacement(from, options, this.#options.sessionTools);
	}

	openSession(path: string, from: Session): Promise<Session | undefined> {
		const { mode, sessionTools: tools } = this.#options;
		const { cwd, home } = this.#configuration.surroundings;
		const ask = (missing: MissingSessionFolder) => this.#askForFolder(missing);
		return openReplacement(path, from, { cwd, home, tools, ...(mode.mode === "tui" && { ask }) });
	}

	async #askForFolder(missing: MissingSessionFolder): Promise<MissingFolderChoice | undefined> {
		const { title, answers } = missingFolderQuestion(missing);
		const answer = await this.#options.mode.ui.select(title, Object.keys(answers));
		return answer === undefined ? undefined : answers[answer];
	}

	async prepare(session: Session, { fresh }: { fresh: boolean }): Promise<PreparedSession> {
		const { flags, hooks, loader, report } = this.#options;
		if (fresh) await loader.invalidate();
		const { surroundings, brand } = this.#configuration;
		const loaded = await loadConfiguration({
			surroundings: { ...surroundings, cwd: session.getCwd() },
			brand,
			approve: flags.projectTrust,
			trust: this.#configuration.trust,
		});
		const { extensions: explicit, noExtensions: onlyExplicit } = flags;
		const extensions = await loadExtensions({ configuration: loaded, hooks, loader, explicit, onlyExplicit });
		const { configuration } = extensions;
		report([...configuration.diagnostics, ...extensions.diagnostics]);
		for (const [name, value] of flags.extensionFlags) extensions.host.flagValues.set(name, value);
		const models = await loadModels(configuration, extensions.host);
		report(models.diagnostics);
		const prepared = await this.prepareLoaded(session, { configuration, extensions }, models);
		report(prepared.selected.diagnostics);
		return prepared;
	}

	/** The same for a folder that is loaded already. What the model selection found is the caller's to report. */
	async prepareLoaded(session: Session, folder: LoadedFolder, models: LoadedModels): Promise<PreparedStart> {
		const { flags, report } = this.#options;
		this.#configuration = folder.configuration;
		const isResumed = session.index.size > 0;
		const lastUsed = isResumed ? lastUsedIn(session, models) : undefined;
		const given = folder.selected?.model ? NOTHING_SELECTED : undefined;
		const chosen = given ?? (await selectModel(models, folder.configuration, { flags, lastUsed }));
		const selected = { ...chosen, ...folder.selected };
		const resources = folder.resources ?? (await loadResources(folder.configuration, flags, folder.extensions));
		report(resources.diagnostics);
		const found = { ...folder, session, models, selected, resources, isResumed };
		return { selected, start: (start, replacing) => this.#start(found, start, replacing) };
	}

	#start(found: FoundStart, start: SessionStart, replacing: SessionReplacing): Promise<AgentSession> {
		const { configuration, extensions, models, selected, resources } = found;
		const { flags, hooks, mode, report } = this.#options;
		const { defaultTools } = configuration.settings.settings;
		return createSession({
			hooks,
			extensions: extensions.host,
			access: models.access,
			session: found.session,
			settings: configuration.settings.settings,
			mode,
			...selected,
			prompt: resources.prompt,
			...localTools(configuration),
			selectTools: (available, declared) => selectTools({ available, defaultTools, flags, declared }),
			mayActivate: (name) =>
				selectTools({ available: [{ definition: { name }, builtin: false }], defaultTools: undefined, flags }).length >
				0,
			projectTrusted: configuration.projectTrusted,
			expand: resources.expand,
			resourceCommands: resources.commands,
			addResources: async (discovered) => void report(await resources.add(discovered)),
			isResumed: found.isResumed,
			start,
			replacing,
			now: Date.now,
			monotonic: () => performance.now(),
		});
	}
}

/** For an embedder that hands over the model itself. */
const NOTHING_SELECTED: SelectedModel = { model: undefined, thinkingLevel: "off", scopedModels: [], diagnostics: [] };

/** A virtual selection holds until the next one: the responses name what it routed to. */
function lastUsedIn(session: Session, { access }: LoadedModels): LastUsed {
	const { model, thinkingLevel } = session.buildSessionContext();
	const chosen = session.findLastOnBranch("model_change");
	const virtual = chosen && access.find(chosen.provider, chosen.modelId);
	if (!virtual || !isVirtualModel(virtual)) return { model, thinkingLevel };
	return { model: { provider: virtual.provider, modelId: virtual.id }, thinkingLevel };
}

interface FoundStart extends Omit<LoadedFolder, "selected"> {
	readonly session: Session;
	readonly models: LoadedModels;
	readonly selected: SelectedModel;
	readonly resources: LoadedResources;
	readonly isResumed: boolean;
}
