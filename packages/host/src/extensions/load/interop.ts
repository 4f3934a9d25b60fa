/** Who imports: an extension's own code sees CommonJS as bundlers and jiti show it, an npm package as Node does. */
export type ImporterKind = "extension" | "package";

/** What namespaces inherit from: they describe themselves like real ones and have no other inherited members. */
const NAMESPACE_PROTOTYPE: object = Object.freeze(
	Object.create(null, { [Symbol.toStringTag]: { value: "Module" } }) as object,
);

export function createNamespace(): Record<string, unknown> {
	return Object.create(NAMESPACE_PROTOTYPE) as Record<string, unknown>;
}

export function defineLive(namespace: object, name: string, get: () => unknown): void {
	Object.defineProperty(namespace, name, { enumerable: true, configurable: true, get });
}

/**
 * The namespaces through which a CommonJS module's exports are imported. Names are copied as live getters, so that
 * `import { foo }` works even where Node's static scan sees nothing. The objects exist before the module ran (import
 * cycles hold them) and are filled afterwards.
 */
export class CommonJsNamespaces {
	readonly #namespaces: Map<ImporterKind, Record<string, unknown>> = new Map();
	#filled: { readonly exports: unknown } | undefined;

	get(kind: ImporterKind): object {
		let namespace = this.#namespaces.get(kind);
		if (namespace === undefined) {
			namespace = createNamespace();
			this.#namespaces.set(kind, namespace);
			if (this.#filled !== undefined) fillNamespace(namespace, kind, this.#filled.exports);
		}
		return namespace;
	}

	fill(exports: unknown): void {
		this.#filled = { exports };
		for (const [kind, namespace] of this.#namespaces) fillNamespace(namespace, kind, exports);
	}
}

function fillNamespace(namespace: Record<string, unknown>, kind: ImporterKind, exports: unknown): void {
	const isCompiled = kind === "extension" && hasOwn(exports, "__esModule") && hasOwn(exports, "default");
	for (const name of memberNames(exports)) {
		if (name !== "default") defineLive(namespace, name, () => (exports as Record<string, unknown>)[name]);
	}
	defineLive(namespace, "default", () => (isCompiled ? (exports as { default: unknown }).default : exports));
}

function hasOwn(value: unknown, name: string): boolean {
	return isObject(value) && Object.hasOwn(value, name);
}

function isObject(value: unknown): value is object {
	return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** Own names and, for an instance of a class, those of its class; not what every object or function has. */
function memberNames(exports: unknown): Set<string> {
	const names = new Set<string>();
	if (!isObject(exports)) return names;
	for (let at: unknown = exports; isObject(at); at = Object.getPrototypeOf(at)) {
		if (at === Object.prototype || at === Function.prototype || at === Array.prototype) break;
		for (const name of Object.getOwnPropertyNames(at)) {
			if (name !== "constructor" || at === exports) names.add(name);
		}
	}
	if (typeof exports === "function")
		for (const name of ["length", "name", "prototype", "arguments", "caller"]) names.delete(name);
	return names;
}
