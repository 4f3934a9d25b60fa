import { CommonJsNamespaces, type ImporterKind } from "./interop.ts";
import type { ForeignModule } from "./module-instance.ts";

/** Makes the `require` that extension code gets from `createRequire(base)`. */
export type RequireMaker = (base: string | URL) => NodeJS.Require;

/** Node's own modules as own-loaded code imports them. */
export class BuiltinModules {
	readonly #modules: Map<string, BuiltinModule> = new Map();
	readonly #createRequire: RequireMaker;

	constructor(createRequire: RequireMaker) {
		this.#createRequire = createRequire;
	}

	module(specifier: string): BuiltinModule {
		const name = specifier.replace(/^node:/, "");
		let module = this.#modules.get(name);
		if (module === undefined) {
			const exports: unknown = process.getBuiltinModule(specifier);
			module = new BuiltinModule(
				name === "module" ? withCreateRequire(exports as object, this.#createRequire) : exports,
			);
			this.#modules.set(name, module);
		}
		return module;
	}
}

class BuiltinModule implements ForeignModule {
	readonly isForeign = true;
	readonly #exports: unknown;
	readonly #namespaces: CommonJsNamespaces = new CommonJsNamespaces();

	constructor(exports: unknown) {
		this.#exports = exports;
		this.#namespaces.fill(exports);
	}

	prepare(): undefined {}

	evaluate(): void {}

	namespace(kind: ImporterKind): object {
		return this.#namespaces.get(kind);
	}

	required(): unknown {
		return this.#exports;
	}
}

/**
 * `node:module` whose `createRequire` answers for host modules and TypeScript. The trap: only code that the loader
 * itself loads gets this one. Natively loaded packages, `process.getBuiltinModule("module")` and code in a `Worker`
 * reach Node's, which knows nothing of the host's modules.
 */
function withCreateRequire(exports: object, createRequire: RequireMaker): object {
	const patched: object = new Proxy(exports, {
		get(target, name) {
			if (name === "createRequire") return createRequire;
			if (name === "Module" || name === "default") return patched;
			return Reflect.get(target, name, target) as unknown;
		},
		set: (target, name, value) => Reflect.set(target, name, value, target),
	});
	return patched;
}
