import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createAppDirs } from "./app-dirs.ts";
import { createBrand, type Brand } from "./brand.ts";

interface Manifest {
	readonly name?: string;
	readonly version: string;
	readonly piConfig?: unknown;
	readonly [field: string]: unknown;
}

// Two levels up from this file when run from source, one from the bundle in dist/.
const MANIFEST_PLACES = ["../../package.json", "../package.json"];

/** The host's own manifest, next to the code that runs, and its path. */
function readManifest(): { file: string; manifest: Manifest } {
	for (const place of MANIFEST_PLACES) {
		const file = fileURLToPath(new URL(place, import.meta.url));
		try {
			const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
			if (manifest.name !== undefined && manifest.version !== undefined) return { file, manifest };
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		}
	}
	throw new Error("The host's package.json is missing; install the package again");
}

const { file: manifestFile, manifest } = readManifest();

/** The host's own manifest, as it stands on the disk. */
export const HOST_MANIFEST: Readonly<Record<string, unknown>> = manifest;

/** Where the manifest is, the module that is the host's public door in the code that runs, and the models and themes it knows. */
export const HOST_FILES: {
	readonly manifest: string;
	readonly entry: string;
	readonly models: string;
	readonly themes: string;
} = {
	manifest: manifestFile,
	models: join(dirname(manifestFile), "data/models.jsonl"),
	themes: join(dirname(manifestFile), "data/themes"),
	entry: join(dirname(manifestFile), import.meta.url.endsWith(".ts") ? "src/index.ts" : "dist/index.js"),
};

/** The documentation: beside the bundle in a package, at the root of a checkout. */
const DOCS_PLACES = ["./docs/", "../docs/", "../../../../docs/"];

/** The folder of the host's own documentation, where it is shipped. */
export function findDocsDir(): string | undefined {
	return DOCS_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((folder) =>
		existsSync(folder),
	);
}

/** Name, folders and variables of this distribution (AD19). */
export const BRAND: Brand = createBrand(manifest.piConfig);

export const VERSION: string = manifest.version;

/** The folder of project configuration; use it instead of a literal (C04). */
export const CONFIG_DIR_NAME: string = BRAND.configDir;

/** The user's folder of settings, models, sessions and extensions. */
export function getAgentDir(): string {
	return createAppDirs({ env: process.env, home: homedir(), cwd: process.cwd() }, BRAND).agentDir;
}
