import { join } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { resolvePath } from "../platform/app-dirs.ts";
import { autoRoots, type DiscoveryContext, type ScopedEntry } from "./discovery-options.ts";
import { createEntryFilter, isGlob, parseEntry } from "./entry-filter.ts";
import { isExtensionFile, resolveExtensionPath, scanExtensionFolder } from "./extension-entry.ts";
import { findFilesBelow } from "./find-files.ts";
import type { ManifestReader } from "./package-manifest.ts";
import { isRemoteSource, type LocalPackage } from "./resolve-packages.ts";
import { resolvePackage } from "./resolve-package.ts";
import { sourced, withoutDuplicates, type ResourceOrigin, type Sourced } from "./resource-source.ts";

export interface ExtensionDiscoveryOptions {
	/** `-e` values in their order. */
	readonly cli: readonly string[];
	/** `extensions` of both settings files, project first. */
	readonly entries: readonly ScopedEntry[];
	readonly packages: readonly LocalPackage[];
	/** Names of built-in extensions, without `builtin:`. */
	readonly builtIns: readonly string[];
	/** `--no-extensions`: only what `cli` names (D08). */
	readonly onlyExplicit: boolean;
}

export interface DiscoveredExtensions {
	/** In order of authority: the first to claim a name keeps it (D02). Files only. */
	readonly extensions: readonly Sourced[];
	/** Names of the built-in extensions to load. */
	readonly builtIns: readonly string[];
	/** Packages that `-e` named; their skills, prompts and themes count for this run. */
	readonly temporaryPackages: readonly LocalPackage[];
	readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds extensions in the four places of D01: command line, project settings and folder, user settings and folder,
 * packages. One file counts once, however it is reached (D05).
 */
export async function discoverExtensions(
	options: ExtensionDiscoveryOptions,
	context: DiscoveryContext,
): Promise<DiscoveredExtensions> {
	const diagnostics: Diagnostic[] = [];
	const search: Search = { context, reader: { ...context, report: (diagnostic) => diagnostics.push(diagnostic) } };
	const explicit = await resolveExplicit(options.cli, search);
	const roots = autoRoots(context);
	const configured = options.onlyExplicit
		? []
		: [
				...(await findInScope({ scope: "project", roots: roots.project, entries: options.entries }, search)),
				...(await findInScope({ scope: "user", roots: roots.user, entries: options.entries }, search)),
				...options.packages.flatMap(fromPackage),
			];
	return {
		extensions: withoutDuplicates([...explicit.extensions, ...configured], context.files.realPath),
		builtIns: chooseBuiltIns(options, { ...explicit, report: search.reader.report }),
		temporaryPackages: explicit.packages,
		diagnostics,
	};
}

interface Search {
	readonly context: DiscoveryContext;
	readonly reader: ManifestReader;
}

interface Explicit {
	readonly extensions: Sourced[];
	readonly builtIns: string[];
	readonly packages: LocalPackage[];
}

const BUILT_IN = "builtin:";

const CLI_ORIGIN: ResourceOrigin = { source: "cli", scope: "temporary", origin: "top-level" };

async function resolveExplicit(cli: readonly string[], { context, reader }: Search): Promise<Explicit> {
	const found: Explicit = { extensions: [], builtIns: [], packages: [] };
	for (const value of cli) {
		const path = resolvePath(value, { base: context.folders.cwd, home: context.folders.home });
		const kind = context.files.kindOf(path);
		if (value.startsWith(BUILT_IN)) found.builtIns.push(value.slice(BUILT_IN.length));
		else if (kind === "file") found.extensions.push(sourced(path, CLI_ORIGIN));
		else if (kind === "directory") {
			const resources = await resolvePackage(path, reader);
			const loadable = Object.values(resources).some((list) => list.length > 0);
			if (!loadable) reader.report({ severity: "error", message: `-e ${value}: no extension in this folder`, path });
			found.extensions.push(...resources.extensions.map((file) => sourced(file, CLI_ORIGIN)));
			found.packages.push({ source: "cli", scope: "temporary", root: path, resources });
		} else reader.report({ severity: "error", message: `-e ${value}: ${explainMissing(value)}`, path });
	}
	return found;
}

function explainMissing(value: string): string {
	return isRemoteSource(value)
		? "the package is not installed; only local packages are loaded"
		: "no such file or folder";
}

interface ScopeSearch {
	readonly scope: "user" | "project";
	readonly roots: readonly string[];
	readonly entries: readonly ScopedEntry[];
}

/** Settings entries of one scope, then its folders; the scope's `!`, `+` and `-` entries apply to both (D06). */
async function findInScope({ scope, roots, entries }: ScopeSearch, search: Search): Promise<Sourced[]> {
	if (roots.length === 0) return [];
	const { folders } = search.context;
	const own = entries.filter((entry) => entry.scope === scope && !isBuiltInEntry(entry.entry));
	const baseDir = scope === "project" ? folders.projectDir : folders.agentDir;
	const rules = own.map(({ entry }) => entry).filter((entry) => parseEntry(entry).kind !== "plain");
	const filter = await createEntryFilter(rules, { baseDir, home: folders.home });
	const found: Sourced[] = [];
	for (const entry of own.filter(({ entry }) => parseEntry(entry).kind === "plain")) {
		const paths = await resolveSettingsEntry(entry, search);
		found.push(...paths.map((path) => sourced(path, { source: "local", scope, origin: "top-level" })));
	}
	for (const root of roots) {
		const paths = await scanExtensionFolder(join(root, "extensions"), search.reader);
		found.push(...paths.map((path) => sourced(path, { source: "auto", scope, origin: "top-level", baseDir: root })));
	}
	return found.filter(({ path }) => filter.allows(path, true));
}

async function resolveSettingsEntry(scoped: ScopedEntry, { context, reader }: Search): Promise<string[]> {
	const { pattern } = parseEntry(scoped.entry);
	const base = { baseDir: scoped.baseDir, home: context.folders.home };
	const path = resolvePath(pattern, { base: base.baseDir, home: base.home });
	if (context.files.kindOf(path) !== undefined) return resolveExtensionPath(path, reader);
	if (isGlob(pattern)) {
		const filter = await createEntryFilter([pattern], base);
		const files = findFilesBelow(scoped.baseDir, context.files);
		return files.filter((file) => isExtensionFile(file) && filter.allows(file, false));
	}
	reader.report({ severity: "warning", message: `extension "${scoped.entry}" of the settings does not exist`, path });
	return [];
}

function fromPackage({ source, scope, root, resources }: LocalPackage): Sourced[] {
	return resources.extensions.map((path) => sourced(path, { source, scope, origin: "package", baseDir: root }));
}

function isBuiltInEntry(entry: string): boolean {
	return parseEntry(entry).pattern.startsWith(BUILT_IN);
}

/** Built-ins are on unless a list switches them off; a project list overrides the user's, `-e` overrides both (D07). */
function chooseBuiltIns(
	options: ExtensionDiscoveryOptions,
	{ builtIns, report }: { builtIns: readonly string[]; report: ManifestReader["report"] },
): string[] {
	for (const name of builtIns.filter((name) => !options.builtIns.includes(name))) {
		const known = options.builtIns.map((known) => BUILT_IN + known).join(", ") || "none";
		report({ severity: "error", message: `-e ${BUILT_IN}${name}: no such built-in extension; known: ${known}` });
	}
	return options.builtIns.filter((name) => {
		if (builtIns.includes(name)) return true;
		if (options.onlyExplicit) return false;
		return builtInSwitch(name, "project", options) ?? builtInSwitch(name, "user", options) ?? true;
	});
}

function builtInSwitch(
	name: string,
	scope: "user" | "project",
	{ entries }: ExtensionDiscoveryOptions,
): boolean | undefined {
	const kinds = entries
		.filter((entry) => entry.scope === scope && isBuiltInEntry(entry.entry))
		.map(({ entry }) => parseEntry(entry))
		.filter(({ pattern }) => pattern === BUILT_IN + name)
		.map(({ kind }) => kind);
	if (kinds.length === 0) return undefined;
	return !kinds.includes("drop") && (kinds.includes("include") || kinds.includes("plain"));
}
