import { basename, dirname, join, parse } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { resolvePath } from "../platform/app-dirs.ts";
import { pathFromRoot } from "./context-files.ts";
import { autoRoots, type DiscoveryContext, type ScopedEntry } from "./discovery-options.ts";
import { createEntryFilter, isGlob, parseEntry, type EntryFilter } from "./entry-filter.ts";
import { findFilesBelow, listFilesEnding } from "./find-files.ts";
import { findSkillFiles } from "./find-skill-files.ts";
import type { LocalPackage } from "./resolve-packages.ts";
import { sourced, withoutDuplicates, type Sourced } from "./resource-source.ts";

export type MarkdownKind = "skills" | "prompts" | "themes";

export interface ResourceLocationOptions {
	readonly kind: MarkdownKind;
	/** `--skill`, `--prompt-template` or `--theme` values. */
	readonly cli: readonly string[];
	/** The settings list of this kind, project first. */
	readonly entries: readonly ScopedEntry[];
	/** Of the settings; left out by `onlyExplicit`. */
	readonly packages: readonly LocalPackage[];
	/** Of `-e`; they always count. */
	readonly temporaryPackages: readonly LocalPackage[];
	/** `--no-skills` and its like: only what the command line names. */
	readonly onlyExplicit: boolean;
}

export interface LocatedResources {
	/** Strongest first: where names collide, the first keeps it. */
	readonly resources: readonly Sourced[];
	readonly diagnostics: readonly Diagnostic[];
}

/**
 * The files of one kind: per scope (project, then user) those of the settings and those of the known folders, then
 * packages, then what the command line names.
 */
export async function locateResources(
	options: ResourceLocationOptions,
	context: DiscoveryContext,
): Promise<LocatedResources> {
	const diagnostics: Diagnostic[] = [];
	const search: LocationSearch = { ...options, context, diagnostics };
	const configured = options.onlyExplicit
		? []
		: [
				...(await locateInScope("project", search)),
				...(await locateInScope("user", search)),
				...options.packages.flatMap((pack) => fromPackage(pack, options.kind)),
			];
	const explicit = options.cli.flatMap((value) => locateExplicit(value, search));
	const temporary = options.temporaryPackages.flatMap((pack) => fromPackage(pack, options.kind));
	const all = [...configured, ...temporary, ...explicit];
	return { resources: withoutDuplicates(all, context.files.realPath), diagnostics };
}

/** A file or folder that an extension named in answer to `resources_discover` (E02). */
export interface DiscoveredPath {
	readonly path: string;
	/** The extension's own path. */
	readonly owner: string;
}

/** The files of one kind that extensions brought along, in the order they were named. */
export function locateDiscovered(
	kind: MarkdownKind | "rules",
	discovered: readonly DiscoveredPath[],
	context: DiscoveryContext,
): LocatedResources {
	const diagnostics: Diagnostic[] = [];
	const { folders, files } = context;
	const found = discovered.flatMap(({ path: named, owner }) => {
		const path = resolvePath(named, { base: folders.cwd, home: folders.home });
		if (files.kindOf(path) === undefined) {
			const message = `resources_discover of ${owner} names "${named}", which does not exist`;
			diagnostics.push({ severity: "warning", message, path, owner });
			return [];
		}
		const source = `extension:${extensionName(owner)}`;
		return listKind(path, { kind, context }).map((file) =>
			sourced(file, { source, scope: "temporary", origin: "top-level" }),
		);
	});
	return { resources: withoutDuplicates(found, files.realPath), diagnostics };
}

/** `my-extension` for `…/my-extension.ts` and `…/my-extension/index.ts`. */
function extensionName(path: string): string {
	const { name, dir } = parse(path);
	return name === "index" && dir !== "" ? basename(dir) : name;
}

interface LocationSearch extends ResourceLocationOptions {
	readonly context: DiscoveryContext;
	readonly diagnostics: Diagnostic[];
}

async function locateInScope(scope: "user" | "project", search: LocationSearch): Promise<Sourced[]> {
	const { context, entries, kind } = search;
	const roots = autoRoots(context)[scope];
	if (roots.length === 0) return [];
	const own = entries.filter((entry) => entry.scope === scope);
	const rules = own.map(({ entry }) => entry).filter((entry) => parseEntry(entry).kind !== "plain");
	const baseDir = scope === "project" ? context.folders.projectDir : context.folders.agentDir;
	const filter = await createEntryFilter(rules, { baseDir, home: context.folders.home });
	const found: Sourced[] = [];
	for (const entry of own.filter(({ entry }) => parseEntry(entry).kind === "plain")) {
		const paths = await locateEntry(entry, search);
		found.push(...paths.map((path) => sourced(path, { source: "local", scope, origin: "top-level" })));
	}
	for (const root of roots) {
		const paths = listKind(join(root, kind), search);
		found.push(...paths.map((path) => sourced(path, { source: "auto", scope, origin: "top-level", baseDir: root })));
	}
	if (kind === "skills") found.push(...locateSharedSkills(scope, context));
	return found.filter(({ path }) => isAllowed(path, { filter, kind }));
}

/** A skill may also be switched off by the name of its folder. */
function isAllowed(path: string, { filter, kind }: { filter: EntryFilter; kind: MarkdownKind }): boolean {
	const isSkillFolder = kind === "skills" && path.endsWith("SKILL.md");
	return filter.allows(path, !isSkillFolder || filter.allows(dirname(path), true));
}

/** `.agents/skills` of the home folder, or of the project's folders up to the root of its repository. */
function locateSharedSkills(scope: "user" | "project", { folders, files }: DiscoveryContext): Sourced[] {
	const homes = scope === "user" ? [folders.home] : repositoryFolders(folders.cwd, files);
	return homes
		.filter((folder) => scope === "user" || folder !== folders.home)
		.flatMap((folder) => {
			const baseDir = join(folder, ".agents");
			const paths = findSkillFiles(join(baseDir, "skills"), { files, loose: "ignore" });
			return paths.map((path) => sourced(path, { source: "auto", scope, origin: "top-level", baseDir }));
		});
}

/** From the working directory outwards, ending with the folder that holds `.git`. */
function repositoryFolders(cwd: string, files: DiscoveryContext["files"]): string[] {
	const folders = pathFromRoot(cwd).reverse();
	const end = folders.findIndex((folder) => files.kindOf(join(folder, ".git")) !== undefined);
	return end < 0 ? folders : folders.slice(0, end + 1);
}

async function locateEntry(scoped: ScopedEntry, search: LocationSearch): Promise<string[]> {
	const { context, kind } = search;
	const { pattern } = parseEntry(scoped.entry);
	const base = { baseDir: scoped.baseDir, home: context.folders.home };
	const path = resolvePath(pattern, { base: base.baseDir, home: base.home });
	if (context.files.kindOf(path) !== undefined) return listKind(path, search);
	if (isGlob(pattern)) {
		const filter = await createEntryFilter([pattern], base);
		return findFilesBelow(scoped.baseDir, context.files).filter((file) => filter.allows(file, false));
	}
	const message = `"${scoped.entry}" in the setting "${kind}" does not exist`;
	search.diagnostics.push({ severity: "warning", message, path });
	return [];
}

const FLAGS: Readonly<Record<MarkdownKind, string>> = {
	skills: "--skill",
	prompts: "--prompt-template",
	themes: "--theme",
};

function locateExplicit(value: string, search: LocationSearch): Sourced[] {
	const { folders, files } = search.context;
	const path = resolvePath(value, { base: folders.cwd, home: folders.home });
	if (files.kindOf(path) === undefined) {
		const message = `${FLAGS[search.kind]} ${value}: no such file or folder`;
		search.diagnostics.push({ severity: "error", message, path });
		return [];
	}
	const paths = listKind(path, search);
	return paths.map((file) => sourced(file, { source: "cli", scope: "temporary", origin: "top-level" }));
}

/** Rules are only where an extension names them (R09). */
interface Listing {
	readonly kind: MarkdownKind | "rules";
	readonly context: DiscoveryContext;
}

function listKind(path: string, { kind, context }: Listing): string[] {
	if (kind === "skills") return findSkillFiles(path, { files: context.files, loose: "accept" });
	return listFilesEnding(path, kind === "themes" ? ".json" : ".md", context.files);
}

function fromPackage({ source, scope, root, resources }: LocalPackage, kind: MarkdownKind): Sourced[] {
	return resources[kind].map((path) => sourced(path, { source, scope, origin: "package", baseDir: root }));
}
