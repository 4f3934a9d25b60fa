import type { Diagnostic } from "../../base/diagnostic.ts";
import { ExtensionHost, type ExtensionCandidate } from "../../extensions/extension-host.ts";
import type { HookRuntime } from "../../extensions/hooks/hook-runtime.ts";
import { discoverExtensions } from "../../resources/discover-extensions.ts";
import { resolvePackages, type LocalPackage } from "../../resources/resolve-packages.ts";
import { BUILTIN_EXTENSIONS } from "../builtin-extensions.ts";
import type { Configuration } from "./configuration.ts";
import type { ExtensionLoader } from "./extension-loader.ts";

export interface LoadExtensionsOptions {
	readonly configuration: Configuration;
	readonly hooks: HookRuntime;
	readonly loader: ExtensionLoader;
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
}

/** Finds and loads all extensions of a start, in the order of authority (D01, D02). Never fails for one of them. */
export async function loadExtensions(options: LoadExtensionsOptions): Promise<LoadedExtensions> {
	const { configuration, hooks } = options;
	const { discovery, settings, surroundings } = configuration;
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
	const host = new ExtensionHost({ hooks, cwd: surroundings.cwd, loader: () => options.loader.get() });
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
