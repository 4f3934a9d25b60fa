import { join } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { isRecord } from "../base/is-record.ts";
import { createEntryFilter, isGlob, parseEntry } from "./entry-filter.ts";
import { findFilesBelow } from "./find-files.ts";
import type { ResourceFiles } from "./resource-files.ts";

export type ResourceKind = "extensions" | "skills" | "prompts" | "themes";

export type PackageManifest = Readonly<Partial<Record<ResourceKind, readonly string[]>>>;

export interface ManifestReader {
	readonly files: ResourceFiles;
	/** Keys of package.json, strongest first (`pi`, `grip`). */
	readonly manifestKeys: readonly string[];
	readonly report: (diagnostic: Diagnostic) => void;
}

/** What a folder's package.json says about resources; undefined where it says nothing. */
export function readManifest(folder: string, reader: ManifestReader): PackageManifest | undefined {
	const path = join(folder, "package.json");
	const text = reader.files.readText(path);
	if (text === undefined) return undefined;
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch (error) {
		// The folder may still work without its manifest, so this is a diagnostic and not the end.
		const reason = error instanceof Error ? error.message : String(error);
		reader.report({ severity: "warning", message: `not valid JSON, so it is ignored: ${reason}`, path });
		return undefined;
	}
	for (const key of reader.manifestKeys) {
		const manifest = isRecord(parsed) ? parsed[key] : undefined;
		if (isRecord(manifest)) return keepLists(manifest);
	}
	return undefined;
}

const RESOURCE_KINDS: readonly ResourceKind[] = ["extensions", "skills", "prompts", "themes"];

function keepLists(manifest: Record<string, unknown>): PackageManifest {
	const lists = RESOURCE_KINDS.flatMap((kind) => {
		const list = manifest[kind];
		return Array.isArray(list) ? [[kind, list.filter((entry) => typeof entry === "string")] as const] : [];
	});
	return Object.fromEntries(lists);
}

/**
 * The files and folders that manifest entries name, in their order; globs are looked up below the folder. Entries that
 * name nothing are reported.
 */
export async function expandManifestEntries(
	{ folder, entries }: { folder: string; entries: readonly string[] },
	reader: ManifestReader,
): Promise<string[]> {
	const restrictions = entries.filter((entry) => parseEntry(entry).kind !== "plain");
	const filter = await createEntryFilter(restrictions, { baseDir: folder, home: folder });
	const found = new Set<string>();
	for (const entry of entries) {
		const { kind, pattern } = parseEntry(entry);
		if (kind === "exclude" || kind === "drop") continue;
		const paths = await lookUp({ folder, pattern }, reader.files);
		if (paths.length === 0) reportMissing({ folder, entry }, reader);
		for (const path of paths.filter((path) => filter.allows(path, true))) found.add(path);
	}
	return [...found];
}

async function lookUp(
	{ folder, pattern }: { folder: string; pattern: string },
	files: ResourceFiles,
): Promise<string[]> {
	const exact = join(folder, pattern);
	if (files.kindOf(exact) !== undefined) return [exact];
	if (!isGlob(pattern)) return [];
	const filter = await createEntryFilter([pattern], { baseDir: folder, home: folder });
	return findFilesBelow(folder, files).filter((path) => filter.allows(path, false));
}

function reportMissing({ folder, entry }: { folder: string; entry: string }, reader: ManifestReader): void {
	const message = `the manifest names "${entry}", which does not exist`;
	reader.report({ severity: "warning", message, path: join(folder, "package.json") });
}
