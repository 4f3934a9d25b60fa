import { pathToFileURL } from "node:url";
import { CommonJsNamespaces, type ImporterKind, createNamespace } from "./interop.ts";
import type { ModuleRecord } from "./module-record.ts";
import type { Conditions } from "./package-exports.ts";
import type { Resolution } from "./resolve.ts";

/** A module that is not evaluated by the loader: of the host, of Node, or of an npm package left to Node. */
export interface ForeignModule {
	readonly isForeign: true;
	/** To be awaited before the namespace is used; undefined when there is nothing to wait for. */
	prepare(): Promise<unknown> | undefined;
	/** Runs it, if it runs synchronously and did not yet. */
	evaluate(): void;
	namespace(kind: ImporterKind): object;
	/** What `require` answers for it. */
	required(): unknown;
}

/** What a module asks for while it runs. */
export interface ModuleLinker {
	resolve(specifier: string, importer: string, conditions: Conditions): Resolution | undefined;
	/** The module meant, with all it imports linked but nothing run; undefined when there is none of that name. */
	link(specifier: string, importer: string, conditions: Conditions): Dependency | undefined;
	/** Modules that are being evaluated. */
	unfinished(): Set<Dependency>;
}

export type Dependency = ForeignModule | ModuleInstance;

export type ModuleState = "linked" | "running" | "done" | "failed";

/** The `module` object of CommonJS code. */
export interface CommonJsModule {
	exports: unknown;
	readonly id: string;
	readonly filename: string;
	readonly path: string;
	readonly children: unknown[];
	readonly paths: readonly string[];
	loaded: boolean;
	require?: NodeJS.Require;
}

export interface ModuleOrigin {
	readonly query: string;
	readonly importerKind: ImporterKind;
	/** Of the generation it belongs to. */
	readonly linker: ModuleLinker;
}

/** One live copy of a module. Its record may be shared with the copies of other generations. */
export class ModuleInstance {
	readonly isForeign = false;
	readonly key: string;
	readonly record: ModuleRecord;
	readonly #query: string;
	readonly importerKind: ImporterKind;
	/** In the order of the record's imports. */
	readonly dependencies: Dependency[] = [];
	/** What its `require` calls with literal names will probably ask for: compiled and awaited ahead, never run. */
	readonly foreseen: Dependency[] = [];
	/** Loaded by `require` while it ran. */
	readonly required: Set<Dependency> = new Set();
	/** What ES module code exports; live getters. */
	readonly exports: Record<string, unknown> = createNamespace();
	/** Set where the exports are those of CommonJS code or JSON. */
	readonly commonJs: CommonJsNamespaces | undefined;
	linker: ModuleLinker;
	state: ModuleState = "linked";
	module: CommonJsModule | undefined;
	/** Set while and after an evaluation that has to wait. */
	pending: Promise<void> | undefined;
	error: unknown;

	constructor(record: ModuleRecord, origin: ModuleOrigin) {
		const { query, importerKind, linker } = origin;
		this.linker = linker;
		this.key = record.path + query;
		this.record = record;
		this.#query = query;
		this.importerKind = importerKind;
		const { format, flags } = record.compiled;
		this.commonJs = format !== "module" || flags.assignsExports ? new CommonJsNamespaces() : undefined;
	}

	get url(): string {
		return pathToFileURL(this.record.path).href + this.#query;
	}

	namespace(kind: ImporterKind): object {
		return this.commonJs?.get(kind) ?? this.exports;
	}
}

/** Every module reached by static imports and by what `require` has loaded so far; with `foreseen` also what it may. */
export function reachable(entry: Dependency, options: { foreseen?: boolean } = {}): Set<Dependency> {
	const found = new Set<Dependency>([entry]);
	for (const module of found) {
		if (module.isForeign) continue;
		for (const dependency of module.dependencies) found.add(dependency);
		for (const dependency of module.required) found.add(dependency);
		if (options.foreseen) for (const dependency of module.foreseen) found.add(dependency);
	}
	return found;
}
