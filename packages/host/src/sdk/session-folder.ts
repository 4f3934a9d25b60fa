import { homedir } from "node:os";
import type { FaultSink, ExtensionFault } from "../extensions/hooks/extension-fault.ts";
import { ExtensionHost, type ExtensionCandidate } from "../extensions/extension-host.ts";
import { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import { BRAND, VERSION } from "../platform/host-facts.ts";
import { loadConfiguration, type Configuration } from "../runtime/start/configuration.ts";
import { ExtensionLoader } from "../runtime/start/extension-loader.ts";
import { loadExtensions, type LoadedExtensions } from "../runtime/start/load-extensions.ts";
import { environmentFor } from "./environment-for.ts";
import type { SettingsManager } from "./published-settings.ts";

/** The extensions of one session, loaded and not yet bound. Nothing of it is shared with another session. */
export interface SessionFolder {
	readonly configuration: Configuration;
	readonly hooks: HookRuntime;
	readonly loader: ExtensionLoader;
	readonly extensions: LoadedExtensions;
	/** Told of what extensions do wrong. */
	readonly faults: Set<FaultSink>;
}

export interface FolderPlace {
	readonly cwd: string;
	readonly agentDir: string;
	readonly settings: SettingsManager;
}

/** A project counts as trusted when the embedder's settings say so, and by nothing else (TR1). */
export async function configurationOf({ cwd, agentDir, settings }: FolderPlace): Promise<Configuration> {
	const surroundings = { env: environmentFor(agentDir), home: homedir(), cwd };
	const approve = settings.isProjectTrusted();
	return { ...(await loadConfiguration({ surroundings, brand: BRAND, approve })), settings: settings.effective() };
}

export interface FolderExtensions {
	readonly explicit: readonly string[];
	readonly onlyExplicit: boolean;
	readonly inline: readonly ExtensionCandidate[];
}

/** Loads the extensions of a folder; built-in ones are the embedder's choice (Q01). */
export async function loadFolder(place: FolderPlace, code: FolderExtensions): Promise<SessionFolder> {
	const parts = createParts(place.agentDir);
	const configuration = await configurationOf(place);
	const extensions = await loadExtensions({ ...parts, ...code, configuration, builtIns: [] });
	return { ...parts, configuration, extensions };
}

/** A folder without extensions, for embedders that bring their own resource loader. */
export async function emptyFolder(place: FolderPlace): Promise<SessionFolder> {
	const parts = createParts(place.agentDir);
	const configuration = await configurationOf(place);
	const host = new ExtensionHost({ hooks: parts.hooks, cwd: place.cwd, loader: () => parts.loader.get() });
	const extensions = { host, configuration, diagnostics: [], packages: [], temporaryPackages: [] };
	return { ...parts, configuration, extensions };
}

function createParts(agentDir: string): Pick<SessionFolder, "hooks" | "loader" | "faults"> {
	const faults = new Set<FaultSink>();
	const report = (fault: ExtensionFault): void => {
		for (const tell of faults) tell(fault);
	};
	return {
		faults,
		hooks: new HookRuntime({ report }),
		loader: new ExtensionLoader({ agentDir, hostVersion: VERSION }),
	};
}
