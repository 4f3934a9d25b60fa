import { dirname } from "node:path";
import { decoratorSupport } from "./decorator-support.ts";
import { type ImporterKind, defineLive } from "./interop.ts";
import { moduleSyntaxInvalid } from "./load-error.ts";
import type { CommonJsModule, Dependency, ModuleInstance } from "./module-instance.ts";
import { positionAt } from "./failure-place.ts";

/** What a module's code is given besides its imports. */
export interface ModuleScope {
	/** The record's code as a function. */
	readonly factory: (...values: unknown[]) => unknown;
	readonly require: NodeJS.Require | undefined;
	readonly importMeta: object | undefined;
	readonly dynamicImport: (specifier: unknown, options?: unknown) => Promise<object>;
	/** Runs one of the module's imports, unless it ran. */
	readonly run: (dependency: Dependency) => void;
}

/** Runs the code of a module whose imports can be run; a promise for one with top-level await. */
export function runModule(instance: ModuleInstance, scope: ModuleScope): unknown {
	if (instance.record.compiled.format === "commonjs") return runCommonJs(instance, scope);
	const { path, compiled } = instance.record;
	const module = compiled.flags.assignsExports ? createModule(path, scope.require) : undefined;
	const initial = module?.exports;
	defineStars(instance, knownNames);
	const start = scope.factory(
		(getters: readonly (() => unknown)[]) => defineExports(instance, getters),
		instance.dependencies.map((dependency) => dependency.namespace(instance.importerKind)),
		() => {
			instance.dependencies.forEach(scope.run);
			defineStars(instance, definedNames);
		},
		scope.dynamicImport,
		scope.importMeta,
		scope.require,
		path,
		dirname(path),
		decoratorSupport,
		module,
		initial,
	) as () => unknown;
	const result = start();
	if (module !== undefined && (module.exports !== initial || Object.keys(module.exports as object).length > 0)) {
		instance.module = module;
		instance.commonJs?.fill(module.exports);
	}
	return result;
}

/** JSON has no code: its instance is complete once its text is parsed. */
export function fillJson(instance: ModuleInstance): void {
	const { path, compiled } = instance.record;
	try {
		const module = createModule(path, undefined);
		module.exports = JSON.parse(compiled.code);
		instance.module = module;
		instance.commonJs?.fill(module.exports);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		const offset = /position (\d+)/.exec(message)?.[1];
		const place = offset === undefined ? {} : positionAt(compiled.code, Number(offset));
		throw moduleSyntaxInvalid(message, { file: path, ...place }, error);
	}
}

function runCommonJs(instance: ModuleInstance, scope: ModuleScope): void {
	const { path } = instance.record;
	const module = createModule(path, scope.require);
	// Seen by modules that require this one while it runs.
	instance.module = module;
	const { exports } = module;
	scope.factory.call(
		exports,
		exports,
		scope.require,
		module,
		path,
		dirname(path),
		scope.dynamicImport,
		scope.importMeta,
		decoratorSupport,
	);
	module.loaded = true;
	instance.commonJs?.fill(module.exports);
}

function createModule(path: string, require: NodeJS.Require | undefined): CommonJsModule {
	const paths = require?.resolve.paths("x") ?? [];
	return {
		exports: {},
		id: path,
		filename: path,
		path: dirname(path),
		children: [],
		paths,
		loaded: false,
		...(require === undefined ? {} : { require }),
	};
}

function defineExports(instance: ModuleInstance, getters: readonly (() => unknown)[]): void {
	for (const [index, name] of instance.record.compiled.exports.entries()) {
		const get = getters[index];
		if (get !== undefined) defineLive(instance.exports, name, get);
	}
}

/** `export *`: own names win, then the first module that has the name; the default is not passed on. */
function defineStars(
	instance: ModuleInstance,
	namesOf: (dependency: Dependency, kind: ImporterKind) => Iterable<string>,
): void {
	const { exports, importerKind, record, dependencies } = instance;
	for (const index of record.compiled.stars) {
		const dependency = dependencies[index];
		if (dependency === undefined) continue;
		const source = dependency.namespace(importerKind) as Record<string, unknown>;
		for (const name of namesOf(dependency, importerKind)) {
			if (name === "default" || Object.hasOwn(exports, name) || record.compiled.exports.includes(name)) continue;
			defineLive(exports, name, () => source[name]);
		}
	}
}

/** The names that are certain before a module runs, for those that import it in a cycle. */
function knownNames(dependency: Dependency): Iterable<string> {
	const names = new Set<string>();
	const seen = new Set<Dependency>([dependency]);
	for (const module of seen) {
		if (module.isForeign) continue;
		for (const name of module.record.compiled.exports) names.add(name);
		for (const index of module.record.compiled.stars) {
			const next = module.dependencies[index];
			if (next !== undefined) seen.add(next);
		}
	}
	return names;
}

function definedNames(dependency: Dependency, kind: ImporterKind): Iterable<string> {
	return Object.keys(dependency.namespace(kind));
}
