import { join } from "node:path";
import type { Diagnostic } from "../../base/diagnostic.ts";
import { ExtensionHost, type ExtensionCandidate } from "../../extensions/extension-host.ts";
import type { HookRuntime } from "../../extensions/hooks/hook-runtime.ts";
import type { ModuleLoader } from "../../extensions/load/module-loader.ts";
import { discoverExtensions } from "../../resources/discover-extensions.ts";
import { resolvePackages, type LocalPackage } from "../../resources/resolve-packages.ts";
import { BUILTIN_EXTENSIONS } from "../builtin-extensions.ts";
import type { Configuration } from "./configuration.ts";

export interface LoadExtensionsOptions {
	readonly configuration: Configuration;
	readonly hooks: HookRuntime;
	readonly hostVersion: string;
	/** `-e` values. */
	readonly explicit: readonly string[];
	/** `--no-extensions`. */
	readonly onlyExplicit: boolean;
}

export interface LoadedExtensions {
	readonly host: ExtensionHost;
	readonly diagnostics: readonly Diagnostic[];
	/** Packages of the settings and of `-e`, whose other resources count too. */
	readonly packages: readonly LocalPackage[];
	readonly temporaryPackages: readonly LocalPackage[];
	/** Keeps what was compiled for the next start; to be called when nobody waits. */
	saveCompiled(): Promise<void>;
}

/** Finds and loads all extensions of a start, in the order of authority (D01, D02). Never fails for one of them. */
export async function loadExtensions(options: LoadExtensionsOptions): Promise<LoadedExtensions> {
	const { configuration, hooks } = options;
	const { discovery, settings, dirs, surroundings } = configuration;
	const packages = await resolvePackages(settings.packages, discovery);
	const found = await discoverExtensions(
		{
			cli: options.explicit,
			entries: settings.resources.extensions,
			packages: packages.packages,
			builtIns: Object.keys(BUILTIN_EXTENSIONS),
			onlyExplicit: options.onlyExplicit,
		},
		discovery,
	);
	let loader: Promise<ModuleLoader> | undefined;
	const host = new ExtensionHost({
		hooks,
		cwd: surroundings.cwd,
		loader: () => (loader ??= createLoader(join(dirs.agentDir, "cache", "extensions.pack"), options.hostVersion)),
	});
	const candidates: ExtensionCandidate[] = [
		...found.extensions.map(({ path, source }) => ({ path, sourceInfo: source, code: { file: path } })),
		...found.builtIns.flatMap(builtInCandidate),
	];
	const problems = await host.load(candidates);
	return {
		host,
		diagnostics: [...packages.diagnostics, ...found.diagnostics, ...problems],
		packages: packages.packages,
		temporaryPackages: found.temporaryPackages,
		saveCompiled: async () => (await loader)?.savePack(),
	};
}

function builtInCandidate(name: string): ExtensionCandidate[] {
	const load = BUILTIN_EXTENSIONS[name];
	if (!load) return [];
	const path = `builtin:${name}`;
	return [
		{
			path,
			replaceable: true,
			sourceInfo: { path, source: "builtin", scope: "temporary", origin: "top-level" },
			code: { factory: async (pi) => (await load())(pi) },
		},
	];
}

async function createLoader(packFile: string, hostVersion: string): Promise<ModuleLoader> {
	const [{ createModuleLoader }, { createHostModules }] = await Promise.all([
		import("../../extensions/load/module-loader.ts"),
		import("../../extensions/load/host-modules.ts"),
	]);
	return createModuleLoader({ hostModules: createHostModules(), packFile, hostVersion });
}
