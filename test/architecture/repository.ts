import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { HOUSE } from "./house.ts";
import { type MaskedSource, maskSource } from "./mask-source.ts";
import { type ImportArrow, readImports } from "./read-imports.ts";

/** A source file as the rules see it; `path` is relative to the repository and uses slashes. */
export interface SourceFile extends MaskedSource {
	readonly path: string;
	readonly text: string;
	readonly imports: readonly ImportArrow[];
}

/** The parts of a package.json that the rules read. */
export interface Manifest {
	readonly name?: string;
	readonly exports?: Readonly<Record<string, unknown>>;
	readonly dependencies?: Readonly<Record<string, string>>;
	readonly devDependencies?: Readonly<Record<string, string>>;
	readonly peerDependencies?: Readonly<Record<string, string>>;
	readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Everything the rules judge, so that a small bad house can be built in memory. */
export interface Repository {
	readonly files: readonly SourceFile[];
	/** Keys are `.` for the root and the folders that hold a package.json. */
	readonly manifests: Readonly<Record<string, Manifest>>;
	/** The text of ARCHITECTURE.md; nothing when there is no such file. */
	readonly map: string | undefined;
	readonly exists: (path: string) => boolean;
}

const ROOTS: readonly string[] = ["packages", "test", "examples", "scripts", "bench", "conformance"];
const SKIPPED: ReadonlySet<string> = new Set([
	"node_modules",
	"dist",
	"coverage",
	"fixtures",
	"recordings",
	".scratch",
]);

/** Builds a source file from its text. */
export function sourceFile(path: string, text: string): SourceFile {
	const masked = maskSource(text);
	return { path, text, ...masked, imports: readImports(text, masked.code) };
}

/** Reads the repository at `root`. Folders named `fixtures` hold foreign code on purpose and are not read. */
export function readRepository(root: string): Repository {
	const paths = [...ROOTS.flatMap((folder) => sourcePaths(root, folder)), ...topLevelSources(root)];
	const owners = [".", "conformance", ...Object.keys(HOUSE).map((folder) => `packages/${folder}`)];
	return {
		files: paths.map((path) => sourceFile(path, readFileSync(join(root, path), "utf8"))),
		manifests: Object.fromEntries(owners.map((owner) => [owner, readManifest(join(root, owner, "package.json"))])),
		map: readText(join(root, "ARCHITECTURE.md")),
		exists: (path) => existsSync(join(root, path)),
	};
}

function sourcePaths(root: string, folder: string): string[] {
	if (!existsSync(join(root, folder))) return [];
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourcePaths(root, path);
		return isSource(entry.name) ? [path] : [];
	});
}

function topLevelSources(root: string): string[] {
	return readdirSync(root).filter(isSource);
}

function isSource(name: string): boolean {
	return /\.(?:ts|mjs|js)$/.test(name);
}

function readManifest(path: string): Manifest {
	return JSON.parse(readText(path) ?? "{}") as Manifest;
}

function readText(path: string): string | undefined {
	return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
