import type { Diagnostic } from "../../base/diagnostic.ts";
import { createAppDirs, type AppDirs, type Surroundings } from "../../platform/app-dirs.ts";
import type { Brand } from "../../platform/brand.ts";
import type { DiscoveryContext } from "../../resources/discovery-options.ts";
import { DISK } from "../../resources/resource-files.ts";
import { mergeSettings, readSettingsLayers, type EffectiveSettings } from "../../settings/settings.ts";

/** Folders, settings and trust of a start. */
export interface Configuration {
	readonly surroundings: Surroundings;
	readonly brand: Brand;
	readonly dirs: AppDirs;
	readonly settings: EffectiveSettings;
	readonly projectTrusted: boolean;
	/** What discovery of every kind starts from. */
	readonly discovery: DiscoveryContext;
	readonly diagnostics: readonly Diagnostic[];
}

export interface ConfigurationOptions {
	readonly surroundings: Surroundings;
	readonly brand: Brand;
	/** `--approve` or `--no-approve`; without a word, a project loads no code (TR1). */
	readonly approve: boolean | undefined;
}

/** Reads the settings of user and project. A broken file is a diagnostic, never a failure (G05). */
export async function loadConfiguration({
	surroundings,
	brand,
	approve,
}: ConfigurationOptions): Promise<Configuration> {
	const dirs = createAppDirs(surroundings, brand);
	const projectTrusted = approve === true;
	const layers = await readSettingsLayers({
		userFile: dirs.settingsFile,
		userBaseDir: dirs.agentDir,
		projectFile: dirs.projectSettingsFile,
		projectBaseDir: dirs.projectDir,
	});
	const settings = mergeSettings({ ...layers, projectTrusted });
	return {
		surroundings,
		brand,
		dirs,
		settings,
		projectTrusted,
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
			projectTrusted,
		},
	};
}
