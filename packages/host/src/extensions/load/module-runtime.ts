import { dirname } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { BuiltinModules } from "./builtin-modules.ts";
import { evaluateInOrder } from "./evaluation-order.ts";
import { findImport } from "./failure-place.ts";
import { readSource } from "./file-signature.ts";
import { moduleIsAsynchronous, moduleNotFound } from "./load-error.ts";
import { type GraphEnvironment, ModuleGraph } from "./module-graph.ts";
import { type Dependency, type ModuleInstance, type ModuleLinker, reachable } from "./module-instance.ts";
import { type ModuleScope, fillJson, runModule } from "./module-run.ts";
import { IMPORT_CONDITIONS, REQUIRE_CONDITIONS } from "./package-exports.ts";
import type { Resolution } from "./resolve.ts";
import { createRequireFunction } from "./require-function.ts";
import { TransformerNeeded, loadTransformer, loadTransformerNow } from "./transformer.ts";

/** Evaluates linked modules and answers what they ask for while they run: import(), require, import.meta. */
export class ModuleRuntime {
	readonly #environment: GraphEnvironment;
	#graph: ModuleGraph;

	constructor(environment: Omit<GraphEnvironment, "builtins">) {
		const builtins = new BuiltinModules((base) => {
			const path = typeof base === "string" && !base.startsWith("file:") ? base : fileURLToPath(base);
			return this.#requireFrom(path, () => this.#graph);
		});
		this.#environment = { ...environment, builtins };
		this.#graph = new ModuleGraph(this.#environment);
	}

	/** Ends the current generation of modules. */
	invalidate(): void {
		this.#graph = this.#graph.next();
	}

	async loadEntry(path: string): Promise<ModuleInstance> {
		const graph = this.#graph;
		const instance = await linkWaiting(() => graph.entry(path));
		await this.#complete(instance, new Set());
		return instance;
	}

	async #complete(module: Dependency, unfinished: ReadonlySet<Dependency>): Promise<void> {
		let modules = reachable(module);
		const pending = prepare(module, modules);
		if (pending !== undefined) {
			await pending;
			modules = reachable(module);
		}
		if (isAwaited(modules)) await evaluateInOrder(module, unfinished, this.#run);
		else this.#run(module);
	}

	/** Runs a module and, through its own code, what it imports: the order and the hoisting of ES modules. */
	readonly #run = (module: Dependency): unknown => {
		if (module.isForeign) return module.evaluate();
		if (module.state === "failed") throw module.error;
		if (module.state !== "linked") return undefined;
		module.state = "running";
		try {
			const result =
				module.record.compiled.format === "json" ? fillJson(module) : runModule(module, this.#scope(module));
			if (result instanceof Promise) return result;
			module.state = "done";
			return undefined;
		} catch (error) {
			module.state = "failed";
			module.error = error;
			throw error;
		}
	};

	#scope(instance: ModuleInstance): ModuleScope {
		const { record } = instance;
		const { flags } = record.compiled;
		return {
			factory: this.#environment.records.compileScript(record).runInThisContext() as ModuleScope["factory"],
			require: flags.usesRequire ? this.#requireFrom(record.path, () => instance.linker, instance) : undefined,
			importMeta: flags.usesMeta ? this.#importMeta(instance) : undefined,
			dynamicImport: (specifier) => this.#import(String(specifier), instance),
			run: this.#run,
		};
	}

	#importMeta(instance: ModuleInstance): object {
		const { path } = instance.record;
		return Object.assign(Object.create(null) as object, {
			dirname: dirname(path),
			filename: path,
			main: false,
			resolve: (specifier: unknown) => this.#resolveUrl(String(specifier), path, instance.linker),
			url: instance.url,
		});
	}

	async #import(specifier: string, importer: ModuleInstance): Promise<object> {
		const { record, linker, importerKind } = importer;
		const module = await linkWaiting(() => linker.link(specifier, record.path, IMPORT_CONDITIONS));
		if (module === undefined) throw notFound(specifier, record.path);
		// A module that is itself still being evaluated must not wait for those that wait for it.
		const isLate = importer.state === "done" || importer.state === "failed";
		await this.#complete(module, isLate ? new Set() : linker.unfinished());
		return module.namespace(importerKind);
	}

	#requireFrom(path: string, linker: () => ModuleLinker, parent?: ModuleInstance): NodeJS.Require {
		return createRequireFunction(path, {
			load: (specifier, native) => this.#require(specifier, path, { linker: linker(), parent, native }),
			resolve: (specifier) => {
				const resolution = linker().resolve(specifier, path, REQUIRE_CONDITIONS);
				return resolution && this.#resolvedPath(resolution, path);
			},
		});
	}

	#require(specifier: string, importer: string, request: RequireRequest): unknown {
		const { linker, parent } = request;
		const module = linkNow(() => linker.link(specifier, importer, REQUIRE_CONDITIONS));
		if (module === undefined) return request.native()(specifier);
		parent?.required.add(module);
		if (module.isForeign) return module.required();
		if (isAwaited(reachable(module))) throw moduleIsAsynchronous(module.record.path);
		this.#run(module);
		return module.module === undefined ? module.exports : module.module.exports;
	}

	#resolvedPath(resolution: Resolution, importer: string): string | undefined {
		if (resolution.type === "file") return resolution.file.path;
		if (resolution.type === "host") return this.#environment.hosts.file(resolution.specifier, importer);
		return resolution.type === "builtin" ? resolution.specifier : undefined;
	}

	#resolveUrl(specifier: string, importer: string, linker: ModuleLinker): string {
		const resolution = linker.resolve(specifier, importer, IMPORT_CONDITIONS);
		if (resolution === undefined) throw notFound(specifier, importer);
		if (resolution.type === "builtin") return specifier.startsWith("node:") ? specifier : `node:${specifier}`;
		if (resolution.type === "url") return resolution.url;
		const query = resolution.type === "file" ? resolution.query : "";
		return pathToFileURL(this.#resolvedPath(resolution, importer) ?? "").href + query;
	}
}

interface RequireRequest {
	readonly linker: ModuleLinker;
	readonly parent: ModuleInstance | undefined;
	readonly native: () => NodeJS.Require;
}

async function linkWaiting<T>(link: () => T): Promise<T> {
	try {
		return link();
	} catch (error) {
		if (!(error instanceof TransformerNeeded)) throw error;
	}
	await loadTransformer();
	return link();
}

function linkNow<T>(link: () => T): T {
	try {
		return link();
	} catch (error) {
		if (!(error instanceof TransformerNeeded)) throw error;
	}
	loadTransformerNow();
	return link();
}

/**
 * Makes what is not run by the loader ready: all that is imported, then what may be required. Undefined where all is
 * ready, which nobody should wait for.
 */
function prepare(entry: Dependency, certain: ReadonlySet<Dependency>): Promise<unknown> | undefined {
	const waits = prepareEach(certain);
	if (waits.length === 0) return prepareForeseen(entry, certain);
	return Promise.all(waits).then(() => prepareForeseen(entry, certain));
}

function prepareForeseen(entry: Dependency, certain: ReadonlySet<Dependency>): Promise<unknown> | undefined {
	const possible = reachable(entry, { foreseen: true });
	if (possible.size === certain.size) return undefined;
	const waits = prepareEach([...possible].filter((module) => !certain.has(module)));
	// Whoever requires one of these meets its failure then.
	return waits.length === 0 ? undefined : Promise.allSettled(waits);
}

function prepareEach(modules: Iterable<Dependency>): Promise<unknown>[] {
	const waits: Promise<unknown>[] = [];
	for (const module of modules) {
		const wait = module.isForeign ? module.prepare() : undefined;
		if (wait !== undefined) waits.push(wait);
	}
	return waits;
}

/** Whether one of them has top-level await that is not over. */
function isAwaited(modules: Iterable<Dependency>): boolean {
	for (const module of modules) {
		if (!module.isForeign && module.record.compiled.flags.asynchronous && module.state !== "done") return true;
	}
	return false;
}

function notFound(specifier: string, importer: string): Error {
	return moduleNotFound(specifier, { file: importer, ...findImport(readSource(importer), specifier) });
}
