import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { fileURLToPath } from "node:url";
import { createAppDirs } from "./app-dirs.ts";
import { createBrand, type Brand } from "./brand.ts";

interface Manifest {
	version: string;
	piConfig?: unknown;
}

// Two levels up from this file when run from source, one from the bundle in dist/.
const MANIFEST_PLACES = ["../../package.json", "../package.json"];

/** The host's own manifest, next to the code that runs. */
function readManifest(): Manifest {
	for (const place of MANIFEST_PLACES) {
		try {
			const manifest = JSON.parse(readFileSync(new URL(place, import.meta.url), "utf8")) as Manifest & {
				name?: string;
			};
			if (manifest.name !== undefined && manifest.version !== undefined) return manifest;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
		}
	}
	throw new Error("The host's package.json is missing; install the package again");
}

const MANIFEST: Manifest = readManifest();

/** The documentation: beside the bundle in a package, at the root of a checkout. */
const DOCS_PLACES = ["./docs/", "../docs/", "../../../../docs/"];

/** The folder of the host's own documentation, where it is shipped. */
export function findDocsDir(): string | undefined {
	return DOCS_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((folder) =>
		existsSync(folder),
	);
}

/** Name, folders and variables of this distribution (AD19). */
export const BRAND: Brand = createBrand(MANIFEST.piConfig);

export const VERSION: string = MANIFEST.version;

/** The folder of project configuration; use it instead of a literal (C04). */
export const CONFIG_DIR_NAME: string = BRAND.configDir;

/** The user's folder of settings, models, sessions and extensions. */
export function getAgentDir(): string {
	return createAppDirs({ env: process.env, home: homedir(), cwd: process.cwd() }, BRAND).agentDir;
}
