import { statSync } from "node:fs";
import { extname } from "node:path";
import type { BuiltinModules } from "./builtin-modules.ts";
import { findImport } from "./failure-place.ts";
import type { FoundFile } from "./file-lookup.ts";
import { readSource, signatureOf } from "./file-signature.ts";
import type { HostRegistry } from "./host-registry.ts";
import { ModuleLoadError, entryNotFound, moduleNotFound } from "./load-error.ts";
import { type Dependency, type ForeignModule, ModuleInstance, type ModuleLinker } from "./module-instance.ts";
import type { CommonJsPolicy, ModuleRecord } from "./module-record.ts";
import { NativeCommonJs, NativeModule } from "./native-modules.ts";
import { type Conditions, IMPORT_CONDITIONS, REQUIRE_CONDITIONS } from "./package-exports.ts";
import { type PackagePlaces, packageRoot } from "./package-place.ts";
import type { RecordStore } from "./record-store.ts";
import { type Resolution, Resolver } from "./resolve.ts";

/** What outlives a generation of modules. */
export interface GraphEnvironment {
	readonly records: RecordStore;
	readonly hosts: HostRegistry;
	readonly builtins: BuiltinModules;
	readonly places: PackagePlaces;
	readonly natives: Map<string, NativeCommonJs | NativeModule>;
}

/**
 * The live modules of one generation. Linking is synchronous and runs nothing: it either succeeds as a whole or leaves
 * no trace, so loads that overlap cannot see each other's half-built modules.
 */
export class ModuleGraph implements ModuleLinker {
	readonly #environment: GraphEnvironment;
	readonly #resolver: Resolver;
	readonly #hostPackages: ReadonlySet<string>;
	readonly #instances: Map<string, ModuleInstance> = new Map();
	/** Instances made since the outermost call to link, in order. */
	readonly #created: ModuleInstance[] = [];
	#previous: ModuleGraph | undefined;

	constructor(environment: GraphEnvironment, previous?: ModuleGraph) {
		this.#environment = environment;
		this.#resolver = new Resolver(environment.hosts.has);
		this.#hostPackages = environment.hosts.packageNames();
		this.#previous = previous;
	}

	/** The generation that follows; one that was never used is still good. */
	next(): ModuleGraph {
		return this.#instances.size === 0 && this.#previous !== undefined ? this : new ModuleGraph(this.#environment, this);
	}

	entry(path: string): ModuleInstance {
		return this.#transact(() => {
			const file = this.#resolver.entry(path);
			if (file === undefined) throw entryNotFound(path);
			this.#environment.places.addEntry(file.path);
			const known = this.#instances.get(file.path);
			return known ?? this.#create(this.#environment.records.obtain(file, "own"), "");
		});
	}

	resolve(specifier: string, importer: string, conditions: Conditions): Resolution | undefined {
		return this.#resolver.resolve(specifier, importer, conditions);
	}

	link(specifier: string, importer: string, conditions: Conditions): Dependency | undefined {
		return this.#transact(() => this.#target(specifier, importer, conditions));
	}

	unfinished(): Set<Dependency> {
		const running = [...this.#instances.values()].filter(
			({ state, pending }) => state === "running" || (state === "linked" && pending !== undefined),
		);
		return new Set<Dependency>(running);
	}

	#transact<T>(work: () => T): T {
		this.#adoptPackages();
		try {
			return work();
		} catch (error) {
			this.#rollBack(0);
			throw error;
		} finally {
			this.#created.length = 0;
		}
	}

	#rollBack(mark: number): void {
		for (const instance of this.#created.splice(mark)) this.#instances.delete(instance.key);
	}

	#target(specifier: string, importer: string, conditions: Conditions): Dependency | undefined {
		const { hosts, builtins } = this.#environment;
		const resolution = this.resolve(specifier, importer, conditions);
		if (resolution === undefined) return undefined;
		if (resolution.type === "host") return hosts.module(resolution.specifier);
		if (resolution.type === "builtin") return builtins.module(resolution.specifier);
		if (resolution.type === "url") return this.#native(resolution.url, () => NativeModule.ofUrl(resolution.url));
		const { file, query } = resolution;
		const known = this.#known(file.path, query);
		if (known !== undefined) return known;
		const crossesIntoPackage =
			this.#environment.places.isDependency(file.path) && packageRoot(file.path) !== packageRoot(importer);
		return crossesIntoPackage ? this.#packageTarget(file, query) : this.#fileTarget(file, query);
	}

	#known(path: string, query: string): Dependency | undefined {
		const { hosts, natives } = this.#environment;
		const specifier = hosts.specifierOf(path);
		if (specifier !== undefined) return hosts.module(specifier);
		return this.#instances.get(path + query) ?? natives.get(path);
	}

	/** A package that cannot be taken apart (unknown syntax, an import that is missing) is left to Node as a whole. */
	#packageTarget(file: FoundFile, query: string): Dependency {
		const mark = this.#created.length;
		try {
			return this.#fileTarget(file, query);
		} catch (error) {
			if (!(error instanceof ModuleLoadError)) throw error;
			this.#rollBack(mark);
			return this.#native(file.path, () => NativeModule.ofFile(file.path));
		}
	}

	#fileTarget(file: FoundFile, query: string): Dependency {
		const commonJs = (): ForeignModule => this.#native(file.path, () => new NativeCommonJs(file.path));
		if (extname(file.path) === ".node") return commonJs();
		const record = this.#environment.records.obtain(file, this.#policy(file.path));
		return record.compiled.format === "native" ? commonJs() : this.#create(record, query);
	}

	/** Packages that import the host are always loaded here, so that they get the host's modules and no copies. */
	#policy(path: string): CommonJsPolicy {
		if (!this.#environment.places.isDependency(path)) return "own";
		const manifest = this.#resolver.manifests.nearest(path);
		if (manifest === undefined) return "native";
		if (manifest.type === "module" && extname(path) === ".js") return "own";
		for (const name of this.#hostPackages) if (manifest.needs.has(name)) return "own";
		return "native";
	}

	#native<M extends NativeCommonJs | NativeModule>(key: string, create: () => M): ForeignModule {
		const { natives } = this.#environment;
		let module = natives.get(key);
		if (module === undefined) {
			module = create();
			natives.set(key, module);
		}
		return module;
	}

	#create(record: ModuleRecord, query: string): ModuleInstance {
		const { path, compiled } = record;
		const importerKind = this.#environment.places.isDependency(path) ? "package" : "extension";
		const instance = new ModuleInstance(record, { query, importerKind, linker: this });
		this.#instances.set(instance.key, instance);
		this.#created.push(instance);
		for (const specifier of compiled.imports) {
			const dependency = this.#target(specifier, path, IMPORT_CONDITIONS);
			if (dependency === undefined) {
				throw moduleNotFound(specifier, { file: path, ...findImport(readSource(path), specifier) });
			}
			instance.dependencies.push(dependency);
		}
		for (const specifier of compiled.requires) this.#foresee(instance, specifier);
		return instance;
	}

	/** Whether the call happens at all, and what it answers on failure, is the module's business when it runs. */
	#foresee(instance: ModuleInstance, specifier: string): void {
		const mark = this.#created.length;
		try {
			const dependency = this.#target(specifier, instance.record.path, REQUIRE_CONDITIONS);
			if (dependency !== undefined) instance.foreseen.push(dependency);
		} catch (error) {
			if (!(error instanceof ModuleLoadError)) throw error;
			this.#rollBack(mark);
		}
	}

	/**
	 * Takes over the npm packages of the generation before: they keep their instance unless their file or one below it
	 * was edited. Extensions' own files always start anew.
	 */
	#adoptPackages(): void {
		const previous = this.#previous;
		if (previous === undefined) return;
		this.#previous = undefined;
		const { places, natives, records } = this.#environment;
		const gone = new Set<Dependency>();
		for (const [key, module] of natives) {
			if (!module.forgetIfChanged()) continue;
			natives.delete(key);
			gone.add(module);
		}
		for (const instance of previous.#instances.values()) {
			const { path } = instance.record;
			const stats = statSync(path, { throwIfNoEntry: false });
			const isKept =
				instance.state === "done" &&
				places.isDependency(path) &&
				stats !== undefined &&
				records.isCurrent(instance.record, { path, signature: signatureOf(stats) });
			if (isKept) this.#instances.set(instance.key, instance);
			else gone.add(instance);
		}
		this.#dropDependents(gone);
		for (const instance of this.#instances.values()) instance.linker = this;
	}

	#dropDependents(gone: Set<Dependency>): void {
		for (let before = -1; before !== gone.size;) {
			before = gone.size;
			for (const instance of this.#instances.values()) {
				const lost = [...instance.dependencies, ...instance.required].some((dependency) => gone.has(dependency));
				if (!lost) continue;
				gone.add(instance);
				this.#instances.delete(instance.key);
			}
		}
	}
}
