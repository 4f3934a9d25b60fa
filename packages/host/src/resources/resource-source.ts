/** Where a resource came from; the shape extensions see as `sourceInfo` (API08). */
export interface ResourceSource {
	/** A file, or `builtin:<name>`. */
	readonly path: string;
	/** `cli`, `local` (named in settings), `auto` (found in a folder), `builtin` or the source of a package. */
	readonly source: string;
	readonly scope: "user" | "project" | "temporary";
	readonly origin: "package" | "top-level";
	readonly baseDir?: string;
}

/** Everything but the path, for many resources of one place. */
export type ResourceOrigin = Omit<ResourceSource, "path">;

export interface Sourced {
	readonly path: string;
	readonly source: ResourceSource;
}

export function sourced(path: string, origin: ResourceOrigin): Sourced {
	return { path, source: { path, ...origin } };
}

/** Files that are the same by real path count once; the earlier one wins (D05). */
export function withoutDuplicates<Item extends Sourced>(
	items: readonly Item[],
	realPath: (path: string) => string,
): Item[] {
	const seen = new Set<string>();
	return items.filter(({ path }) => {
		const real = realPath(path);
		const isNew = !seen.has(real);
		seen.add(real);
		return isNew;
	});
}
