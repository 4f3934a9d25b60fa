import { isAbsolute, relative, sep } from "node:path";
import { resolvePath } from "../platform/app-dirs.ts";

/** One entry of a resource list: a path or glob, `!glob`, `+path` or `-path` (D06). */
export interface ListEntry {
	readonly kind: "plain" | "exclude" | "include" | "drop";
	readonly pattern: string;
}

const KINDS: Readonly<Record<string, ListEntry["kind"]>> = { "!": "exclude", "+": "include", "-": "drop" };

/** A leading `./` means nothing anywhere in an entry (B51). */
export function parseEntry(entry: string): ListEntry {
	const kind = KINDS[entry.charAt(0)];
	const pattern = kind === undefined ? entry : entry.slice(1);
	return { kind: kind ?? "plain", pattern: pattern.replace(/^(?:\.[/\\])+/, "") };
}

export interface FilterBase {
	/** Patterns are relative to this folder. */
	readonly baseDir: string;
	readonly home: string;
}

export interface EntryFilter {
	/** Decides about one file; `byDefault` is the answer where no entry speaks. */
	allows(path: string, byDefault: boolean): boolean;
}

/**
 * Reads a list as a filter. `-path` beats `+path` beats `!glob` (TRAP102); plain entries select. An exact entry means
 * a file or everything in a folder; a glob without a slash also means file names.
 */
export async function createEntryFilter(entries: readonly string[], base: FilterBase): Promise<EntryFilter> {
	const parsed = entries.map(parseEntry);
	const hasGlobs = parsed.some(({ kind }) => kind === "exclude" || kind === "plain");
	const minimatch = hasGlobs ? (await import("minimatch")).minimatch : undefined;
	const matchesGlob = (path: string, pattern: string) =>
		spellings(path, base).some((text) => minimatch?.(text, toPosix(pattern), { dot: true }) ?? false);
	const has = (kind: ListEntry["kind"], path: string) =>
		parsed.some((entry) => {
			if (entry.kind !== kind) return false;
			const isExact = isAt(path, resolvePath(entry.pattern, { base: base.baseDir, home: base.home }));
			return isExact || ((kind === "exclude" || kind === "plain") && matchesGlob(path, entry.pattern));
		});
	return {
		allows(path, byDefault) {
			if (has("drop", path)) return false;
			if (has("include", path)) return true;
			if (has("exclude", path)) return false;
			return byDefault || has("plain", path);
		},
	};
}

export function isGlob(pattern: string): boolean {
	return /[*?[{]/.test(pattern);
}

export function toPosix(path: string): string {
	return sep === "\\" ? path.replaceAll("\\", "/") : path;
}

function spellings(path: string, { baseDir }: FilterBase): string[] {
	const local = toPosix(relative(baseDir, path));
	const absolute = toPosix(path);
	const name = absolute.slice(absolute.lastIndexOf("/") + 1);
	return isAbsolute(local) || local.startsWith("../") ? [absolute, name] : [local, absolute, name];
}

function isAt(path: string, target: string): boolean {
	return path === target || path.startsWith(target.endsWith(sep) ? target : target + sep);
}
