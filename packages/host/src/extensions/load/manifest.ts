import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** The parts of a package.json that matter for loading. */
export interface Manifest {
	readonly directory: string;
	readonly name: string | undefined;
	readonly type: string | undefined;
	readonly main: string | undefined;
	readonly exports: unknown;
	readonly imports: unknown;
	/** Names of all packages it says it needs at run time. */
	readonly needs: ReadonlySet<string>;
}

const NEEDS: readonly string[] = ["dependencies", "peerDependencies", "optionalDependencies"];

/** Reads each package.json once; one generation of modules sees one state of them. */
export class ManifestCache {
	readonly #byDirectory: Map<string, Manifest | undefined> = new Map();

	/** The manifest in `directory`, if there is one. */
	read(directory: string): Manifest | undefined {
		if (this.#byDirectory.has(directory)) return this.#byDirectory.get(directory);
		const manifest = readManifest(directory);
		this.#byDirectory.set(directory, manifest);
		return manifest;
	}

	/** The manifest of the package that a file belongs to. As in Node, a node_modules folder belongs to nobody. */
	nearest(path: string): Manifest | undefined {
		for (let directory = dirname(path); basename(directory) !== "node_modules"; directory = dirname(directory)) {
			const manifest = this.read(directory);
			if (manifest !== undefined || directory === dirname(directory)) return manifest;
		}
		return undefined;
	}
}

function readManifest(directory: string): Manifest | undefined {
	let content: unknown;
	try {
		content = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
	} catch {
		// Most folders have none, and a damaged one describes nothing: the files beside it can still be loaded.
		return undefined;
	}
	if (typeof content !== "object" || content === null) return undefined;
	const fields = content as Record<string, unknown>;
	const needs = NEEDS.flatMap((field) => Object.keys(Object(fields[field]) as object));
	return {
		directory,
		name: text(fields["name"]),
		type: text(fields["type"]),
		main: text(fields["main"]),
		exports: fields["exports"],
		imports: fields["imports"],
		needs: new Set(needs),
	};
}

function text(value: unknown): string | undefined {
	return typeof value === "string" ? value : undefined;
}
