import type { Diagnostic } from "../base/diagnostic.ts";
import { resolvePath } from "../platform/app-dirs.ts";
import type { DiscoveryContext, PackageEntry, ScopedEntry } from "./discovery-options.ts";
import type { ManifestReader } from "./package-manifest.ts";
import { filterPackage, resolvePackage, type PackageFilter, type PackageResources } from "./resolve-package.ts";

/** A package on disk, with what is left of it after filtering. */
export interface LocalPackage {
	readonly source: string;
	readonly scope: "user" | "project" | "temporary";
	readonly root: string;
	readonly resources: PackageResources;
}

export interface ResolvedPackages {
	readonly packages: readonly LocalPackage[];
	readonly diagnostics: readonly Diagnostic[];
}

/** `npm:`, `git:` and addresses name packages that must be fetched first. */
export function isRemoteSource(source: string): boolean {
	return /^(?:npm:|git:|ssh:|https?:|git@)/.test(source);
}

/**
 * Packages of the settings, project entries before the user's. The same folder in both files counts once: the project
 * entry replaces the user's, or with `autoload: false` changes what the user's selected.
 */
export async function resolvePackages(
	entries: readonly ScopedEntry<PackageEntry>[],
	context: DiscoveryContext,
): Promise<ResolvedPackages> {
	const diagnostics: Diagnostic[] = [];
	const reader: ManifestReader = { ...context, report: (diagnostic) => diagnostics.push(diagnostic) };
	const located = entries
		.filter(({ scope }) => context.projectTrusted || scope === "user")
		.flatMap((entry) => locate(entry, { context, diagnostics }));
	const packages: LocalPackage[] = [];
	for (const declared of withoutShadowed(located)) {
		const resources = await resolvePackage(declared.root, reader);
		const covered = located.find(({ identity, scope }) => identity === declared.identity && scope === "user");
		const isDelta = declared.scope === "project" && covered !== undefined;
		const base = isDelta ? await filterPackage({ root: declared.root, resources }, covered.filter) : undefined;
		const { source, scope, root } = declared;
		packages.push({ source, scope, root, resources: await filterPackage({ root, resources }, declared.filter, base) });
	}
	return { packages, diagnostics };
}

interface LocatedPackage {
	readonly source: string;
	readonly scope: "user" | "project";
	readonly root: string;
	/** Equal for two spellings of one folder. */
	readonly identity: string;
	readonly filter: PackageFilter;
}

function locate(
	{ entry, scope, baseDir }: ScopedEntry<PackageEntry>,
	{ context, diagnostics }: { context: DiscoveryContext; diagnostics: Diagnostic[] },
): LocatedPackage[] {
	const { source, ...filter } = typeof entry === "string" ? { source: entry } : entry;
	if (isRemoteSource(source)) {
		const message = `package "${source}" is not installed; only local packages are loaded`;
		diagnostics.push({ severity: "warning", message, owner: source });
		return [];
	}
	const root = resolvePath(source, { base: baseDir, home: context.folders.home });
	if (context.files.kindOf(root) !== undefined) {
		return [{ source, scope, root, identity: context.files.realPath(root), filter }];
	}
	diagnostics.push({ severity: "warning", message: `package "${source}" does not exist`, path: root, owner: source });
	return [];
}

function withoutShadowed(located: readonly LocatedPackage[]): LocatedPackage[] {
	const seen = new Set<string>();
	return located.filter(({ identity }) => {
		const isNew = !seen.has(identity);
		seen.add(identity);
		return isNew;
	});
}
