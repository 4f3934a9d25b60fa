import { join } from "node:path";
import { createEntryFilter } from "./entry-filter.ts";
import { resolveExtensionFolder, resolveExtensionPath, scanExtensionFolder } from "./extension-entry.ts";
import { listFilesEnding } from "./find-files.ts";
import { findSkillFiles } from "./find-skill-files.ts";
import { expandManifestEntries, readManifest, type ManifestReader, type ResourceKind } from "./package-manifest.ts";

/** The files a package offers, by kind. Skills are SKILL.md files or single Markdown files. */
export type PackageResources = Readonly<Record<ResourceKind, readonly string[]>>;

/** How settings narrow a package: per kind a list of patterns, or `undefined` for everything. */
export interface PackageFilter extends Readonly<Partial<Record<ResourceKind, readonly string[]>>> {
	/** False starts from what another declaration of the package selected, or from nothing. */
	readonly autoload?: boolean;
}

/** What a local package offers: what its manifest declares, else its conventional folders. */
export async function resolvePackage(root: string, reader: ManifestReader): Promise<PackageResources> {
	if (reader.files.kindOf(root) === "file") return { extensions: [root], skills: [], prompts: [], themes: [] };
	const manifest = readManifest(root, reader);
	if (manifest === undefined) return resolveConventions(root, reader);
	const expand = (kind: ResourceKind) => expandManifestEntries({ folder: root, entries: manifest[kind] ?? [] }, reader);
	return {
		extensions: manifest.extensions === undefined ? [] : await resolveExtensionFolder(root, reader),
		skills: (await expand("skills")).flatMap((path) => findSkillFiles(path, { files: reader.files, loose: "accept" })),
		prompts: (await expand("prompts")).flatMap((path) => listFilesEnding(path, ".md", reader.files)),
		themes: (await expand("themes")).flatMap((path) => listFilesEnding(path, ".json", reader.files)),
	};
}

/** Filters only narrow: what the package does not offer cannot be had (TRAP102). */
export async function filterPackage(
	{ root, resources }: { root: string; resources: PackageResources },
	filter: PackageFilter,
	base?: PackageResources,
): Promise<PackageResources> {
	const narrow = async (kind: ResourceKind): Promise<readonly string[]> => {
		const entries = filter[kind];
		const start = filter.autoload === false ? (base?.[kind] ?? []) : resources[kind];
		if (entries === undefined) return start;
		const isSelection = entries.length === 0 || entries.some((entry) => !/^[!+-]/.test(entry));
		const byDefault = isSelection && filter.autoload !== false ? new Set<string>() : new Set(start);
		const rules = await createEntryFilter(entries, { baseDir: root, home: root });
		return resources[kind].filter((path) => rules.allows(path, byDefault.has(path)));
	};
	const [extensions, skills, prompts, themes] = await Promise.all([
		narrow("extensions"),
		narrow("skills"),
		narrow("prompts"),
		narrow("themes"),
	]);
	return { extensions, skills, prompts, themes };
}

async function resolveConventions(root: string, reader: ManifestReader): Promise<PackageResources> {
	const skills = findSkillFiles(join(root, "skills"), { files: reader.files, loose: "accept" });
	const prompts = listFilesEnding(join(root, "prompts"), ".md", reader.files);
	const themes = listFilesEnding(join(root, "themes"), ".json", reader.files);
	const folder = join(root, "extensions");
	const inFolder = await scanExtensionFolder(folder, reader);
	if (inFolder.length > 0) return { extensions: inFolder, skills, prompts, themes };
	const isResourceOnly = skills.length + prompts.length + themes.length > 0;
	const extensions = isResourceOnly
		? await resolveExtensionFolder(root, reader)
		: await resolveExtensionPath(root, reader);
	return { extensions, skills, prompts, themes };
}
