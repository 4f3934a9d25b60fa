import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostModulePending } from "./load-error.ts";
import type { ForeignModule } from "./module-instance.ts";

/** Specifier to thunk giving the namespace that the host itself runs. */
export interface HostModules {
	readonly [specifier: string]: () => Promise<object> | object;
}

/** The modules of the host that extensions share with it: never a second copy, whatever node_modules holds. */
export class HostRegistry {
	readonly #thunks: HostModules;
	readonly #files: Readonly<Record<string, string>>;
	/** By thunk: several names (older scopes) stand for one module, which is asked for once. */
	readonly #modules: Map<HostModules[string], HostModule> = new Map();
	readonly #byFile: Map<string, string> = new Map();

	constructor(thunks: HostModules, files: Readonly<Record<string, string>> = {}) {
		this.#thunks = thunks;
		this.#files = files;
		for (const [specifier, file] of Object.entries(files)) this.#byFile.set(file, specifier);
	}

	readonly has = (specifier: string): boolean => Object.hasOwn(this.#thunks, specifier);

	/** Names of the packages, without sub-paths. */
	packageNames(): Set<string> {
		return new Set(Object.keys(this.#thunks).map((name) => name.split("/", name.startsWith("@") ? 2 : 1).join("/")));
	}

	module(specifier: string): HostModule {
		const thunk = this.#thunks[specifier] ?? (() => ({}));
		let module = this.#modules.get(thunk);
		if (module === undefined) {
			module = new HostModule(specifier, thunk);
			this.#modules.set(thunk, module);
		}
		return module;
	}

	/**
	 * A file to answer `import.meta.resolve` and `require.resolve` with: the table's, else what is installed for the
	 * importer, else the host's own entry, since extensions look from there for the host's manifest and program.
	 */
	file(specifier: string, importer: string): string {
		const file = this.#files[specifier] ?? installedFile(specifier, importer) ?? hostEntry();
		this.#byFile.set(file, specifier);
		return file;
	}

	/** The specifier that `file` was given out for, so that what is resolved first and imported then is the host's. */
	specifierOf(file: string): string | undefined {
		return this.#byFile.get(file);
	}
}

export class HostModule implements ForeignModule {
	readonly isForeign = true;
	readonly #specifier: string;
	readonly #thunk: () => Promise<object> | object;
	#namespace: object | undefined;
	#pending: Promise<object> | undefined;

	constructor(specifier: string, thunk: () => Promise<object> | object) {
		this.#specifier = specifier;
		this.#thunk = thunk;
	}

	prepare(): Promise<unknown> | undefined {
		if (this.#namespace !== undefined) return undefined;
		if (this.#pending !== undefined) return this.#pending;
		const answer = this.#thunk();
		if (!(answer instanceof Promise)) {
			this.#namespace = answer;
			return undefined;
		}
		this.#pending = answer.then(
			(namespace) => (this.#namespace = namespace),
			(error: unknown) => {
				this.#pending = undefined;
				throw error;
			},
		);
		return this.#pending;
	}

	evaluate(): void {}

	namespace(): object {
		void this.prepare();
		if (this.#namespace === undefined) throw hostModulePending(this.#specifier);
		return this.#namespace;
	}

	required(): unknown {
		return this.namespace();
	}
}

function installedFile(specifier: string, importer: string): string | undefined {
	try {
		return createRequire(importer).resolve(specifier);
	} catch {
		// The usual case: the host serves the module and nothing is installed.
		return undefined;
	}
}

/** `dist/index.js` beside the manifest of the package that this file is part of, from source as from the bundle. */
function hostEntry(): string {
	const start = import.meta.url === undefined ? (process.argv[1] ?? "/") : fileURLToPath(import.meta.url);
	for (let directory = dirname(start); directory !== dirname(directory); directory = dirname(directory)) {
		try {
			readFileSync(join(directory, "package.json"));
			return join(directory, "dist", "index.js");
		} catch {
			// Not the package's root yet.
		}
	}
	return start;
}
