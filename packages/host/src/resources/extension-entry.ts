import { join, sep } from "node:path";
import { isVisible } from "./find-files.ts";
import { expandManifestEntries, readManifest, type ManifestReader } from "./package-manifest.ts";

/** Files that a folder scan takes for extensions: sources, never declarations (D03, B46). */
export function isExtensionFile(name: string): boolean {
	return /\.[tj]s$/.test(name) && !name.endsWith(".d.ts");
}

/** Folders on the way here, so that a manifest that names its own parent comes to an end. */
export type Trail = ReadonlySet<string>;

/**
 * The entry files of one extension folder: its manifest, else `index.ts`, else `index.js` (D04). A manifest that names
 * nothing that exists counts as none (TRAP11).
 */
export async function resolveExtensionFolder(
	folder: string,
	reader: ManifestReader,
	trail: Trail = new Set(),
): Promise<string[]> {
	if (trail.has(folder)) return findIndex(folder, reader);
	const entries = readManifest(folder, reader)?.extensions ?? [];
	const named = await expandManifestEntries({ folder, entries }, reader);
	const here = new Set([...trail, folder]);
	const resolved = await Promise.all(named.map((path) => resolveExtensionPath(path, reader, here)));
	const found = resolved.flat();
	return found.length > 0 ? found : findIndex(folder, reader);
}

/** A file is itself; a folder is an extension folder, or else a folder of extensions. */
export async function resolveExtensionPath(
	path: string,
	reader: ManifestReader,
	trail: Trail = new Set(),
): Promise<string[]> {
	const kind = reader.files.kindOf(path);
	if (kind === "file") return [path];
	if (kind === undefined) return [];
	const own = await resolveExtensionFolder(path, reader, trail);
	return own.length > 0 || trail.has(path) ? own : scanExtensionFolder(path, reader, new Set([...trail, path]));
}

/** The extensions in a folder, one level deep and sorted by name (D03). */
export async function scanExtensionFolder(
	folder: string,
	reader: ManifestReader,
	trail: Trail = new Set(),
): Promise<string[]> {
	const found: string[] = [];
	const prefix = join(folder, sep);
	for (const entry of reader.files.list(folder).filter(isVisible)) {
		const path = prefix + entry.name;
		if (entry.kind === "directory") found.push(...(await resolveExtensionFolder(path, reader, trail)));
		else if (isExtensionFile(entry.name)) found.push(path);
	}
	return found;
}

function findIndex(folder: string, { files }: ManifestReader): string[] {
	const index = ["index.ts", "index.js"]
		.map((name) => join(folder, name))
		.find((path) => files.kindOf(path) === "file");
	return index === undefined ? [] : [index];
}
