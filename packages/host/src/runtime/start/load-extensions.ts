import type { Diagnostic } from "../../base/diagnostic.ts";
import { ExtensionHost, type ExtensionCandidate } from "../../extensions/extension-host.ts";
import type { HookRuntime } from "../../extensions/hooks/hook-runtime.ts";
import { type DiscoveredExtensions, discoverExtensions } from "../../resources/discover-extensions.ts";
import { resolvePackages, type LocalPackage, type ResolvedPackages } from "../../resources/resolve-packages.ts";
import { BUILTIN_EXTENSIONS } from "../builtin-extensions.ts";
import { type Configuration, decideConfiguration, projectFolder } from "./configuration.ts";
import type { ExtensionLoader } from "./extension-loader.ts";

export interface LoadExtensionsOptions {
	readonly configuration: Configuration;
	readonly hooks: HookRuntime;
	readonly loader: ExtensionLoader;
	/** `-e` values. */
	readonly explicit: readonly string[];
	/** `--no-extensions`. */
	readonly onlyExplicit: boolean;
	/** Factories of an embedder, after the files. */
	readonly inline?: readonly ExtensionCandidate[];
	/** Names of the built-in extensions; default: all. */
	readonly builtIns?: readonly string[];
}

export interface LoadedExtensions {
	readonly host: ExtensionHost;
	/** With trust decided. */
	readonly configuration: Configuration;
	readonly diagnostics: readonly Diagnostic[];
	/** Packages of the settings and of `-e`, whose other resources count too. */
	readonly packages: readonly LocalPackage[];
	readonly temporaryPackages: readonly LocalPackage[];
}

/**
 * Finds and loads all extensions of a start, in the order of authority (D01, D02). Where trust is open, those of the
 * user and the command line are loaded first and asked; only what the decision allows is looked for after that (E01).
 * Never fails for one of them.
 */
export async function loadExtensions(options: LoadExtensionsOptions): Promise<LoadedExtensions> {
	const { hooks, loader } = options;
	const { cwd } = options.configuration.surroundings;
	const host = new ExtensionHost({ hooks, cwd, loader: () => loader.get() });
	const { configuration, diagnostics } = await settleTrust(options, host);
	const { found, packages } = await findExtensions(configuration, options);
	const { inline = [] } = options;
	const files = found.extensions.map(fileCandidate);
	const problems = await host.load([...files, ...inline, ...found.builtIns.flatMap(builtInCandidate)]);
	return {
		host,
		configuration,
		diagnostics: [...diagnostics, ...packages.diagnostics, ...found.diagnostics, ...problems],
		packages: packages.packages,
		temporaryPackages: found.temporaryPackages,
	};
}

async function settleTrust(
	options: LoadExtensionsOptions,
	host: ExtensionHost,
): Promise<{ configuration: Configuration; diagnostics: readonly Diagnostic[] }> {
	const { configuration, hooks } = options;
	if (!configuration.trustIsOpen) return { configuration, diagnostics: [] };
	// Built-in extensions come after the decision, as in Pi.
	const { found } = await findExtensions(configuration, options);
	await host.loadEarly(found.extensions.map(fileCandidate));
	const { trusted, diagnostics } = await configuration.trust.decide({
		cwd: configuration.surroundings.cwd,
		folder: projectFolder(configuration),
		dispatcher: hooks.dispatcher,
		byDefault: configuration.settings.settings.defaultProjectTrust,
	});
	return { configuration: await decideConfiguration(configuration, trusted), diagnostics };
}

interface FoundExtensions {
	readonly found: DiscoveredExtensions;
	readonly packages: ResolvedPackages;
}

/** Reads nothing of a project that is not trusted. */
async function findExtensions(
	{ settings, discovery }: Configuration,
	{ explicit, onlyExplicit, builtIns = Object.keys(BUILTIN_EXTENSIONS) }: LoadExtensionsOptions,
): Promise<FoundExtensions> {
	const packages = await resolvePackages(settings.packages, discovery);
	const found = await discoverExtensions(
		{
			cli: explicit,
			entries: settings.resources.extensions,
			packages: packages.packages,
			builtIns,
			onlyExplicit,
		},
		discovery,
	);
	return { found, packages };
}

function fileCandidate({ path, source }: DiscoveredExtensions["extensions"][number]): ExtensionCandidate {
	return { path, sourceInfo: source, code: { file: path } };
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
