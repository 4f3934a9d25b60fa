import type { Diagnostic } from "../../base/diagnostic.ts";
import { createAppDirs, type AppDirs, type Surroundings } from "../../platform/app-dirs.ts";
import type { Brand } from "../../platform/brand.ts";
import type { DiscoveryContext } from "../../resources/discovery-options.ts";
import { DISK } from "../../resources/resource-files.ts";
import { needsTrust } from "../../resources/trust-need.ts";
import { mergeSettings, type EffectiveSettings, type SettingsLayer } from "../../settings/settings.ts";
import { readSettingsFile } from "../../settings/settings-file.ts";
import { ProjectTrust, type TrustAsker } from "./project-trust.ts";

/** Folders, settings and trust of a start. */
export interface Configuration {
	readonly surroundings: Surroundings;
	readonly brand: Brand;
	readonly dirs: AppDirs;
	readonly settings: EffectiveSettings;
	/** As extensions are told; a project without anything to guard counts as trusted (C05). */
	readonly projectTrusted: boolean;
	/** Not decided yet: nothing of the project was read, and nobody was asked. `loadExtensions` decides. */
	readonly trustIsOpen: boolean;
	/** Who decides, for all folders of the process. */
	readonly trust: ProjectTrust;
	/** What discovery of every kind starts from. */
	readonly discovery: DiscoveryContext;
	readonly diagnostics: readonly Diagnostic[];
	/** What the user's file says, for the settings of a decided project to lie over. */
	readonly userSettings: SettingsLayer;
}

export interface ConfigurationOptions {
	readonly surroundings: Surroundings;
	readonly brand: Brand;
	/** `--approve` or `--no-approve`: goes before everything else (TR2). */
	readonly approve: boolean | undefined;
	/** Of a configuration that was loaded before, so that what was decided holds for the process. */
	readonly trust?: ProjectTrust | undefined;
	/** By default nobody can be asked. */
	readonly asker?: TrustAsker | undefined;
}

/**
 * Reads the user's settings, and the project's where trust is decided already; a project that has nothing to trust is
 * only looked at. A broken file is a diagnostic, never a failure (G05).
 */
export async function loadConfiguration(options: ConfigurationOptions): Promise<Configuration> {
	const { surroundings, brand, approve } = options;
	const dirs = createAppDirs(surroundings, brand);
	const trust = options.trust ?? new ProjectTrust(dirs.trustFile, options.asker);
	const user = { file: await readSettingsFile(dirs.settingsFile), baseDir: dirs.agentDir };
	const open = openConfiguration({ surroundings, brand, dirs, trust, userSettings: user });
	if (approve !== undefined) return decideConfiguration(open, approve);
	if (!needsTrust(open.discovery.folders, DISK)) return { ...open, trustIsOpen: false, projectTrusted: true };
	const known = trust.known(projectFolder(open));
	return known === undefined ? open : decideConfiguration(open, known);
}

/** The same configuration once trust is decided; only a yes reads anything of the project. */
export async function decideConfiguration(open: Configuration, trusted: boolean): Promise<Configuration> {
	if (!trusted) return { ...open, trustIsOpen: false };
	const { dirs, userSettings, discovery } = open;
	const project = { file: await readSettingsFile(dirs.projectSettingsFile), baseDir: dirs.projectDir };
	const settings = mergeSettings({ user: userSettings, project, projectTrusted: true });
	return {
		...open,
		settings,
		projectTrusted: true,
		trustIsOpen: false,
		diagnostics: settings.diagnostics,
		discovery: { ...discovery, projectTrusted: true },
	};
}

/** The name under which decisions about the project of a configuration are kept. */
export function projectFolder({ surroundings }: Pick<Configuration, "surroundings">): string {
	return DISK.realPath(surroundings.cwd);
}

type Found = Pick<Configuration, "surroundings" | "brand" | "dirs" | "trust" | "userSettings">;

function openConfiguration(found: Found): Configuration {
	const { surroundings, brand, dirs, userSettings } = found;
	const project = { file: { path: dirs.projectSettingsFile, values: {}, diagnostics: [] }, baseDir: dirs.projectDir };
	const settings = mergeSettings({ user: userSettings, project, projectTrusted: false });
	return {
		...found,
		settings,
		projectTrusted: false,
		trustIsOpen: true,
		diagnostics: settings.diagnostics,
		discovery: {
			folders: {
				home: surroundings.home,
				cwd: surroundings.cwd,
				agentDir: dirs.agentDir,
				projectDir: dirs.projectDir,
				compatibility: dirs.compatibility,
			},
			files: DISK,
			manifestKeys: brand.manifestKeys,
			projectTrusted: false,
		},
	};
}
