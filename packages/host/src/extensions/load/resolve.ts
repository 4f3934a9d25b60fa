import { statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FileLookup, type FoundFile } from "./file-lookup.ts";
import { type Manifest, ManifestCache } from "./manifest.ts";
import { type Conditions, IMPORT_CONDITIONS, REQUIRE_CONDITIONS, matchTarget } from "./package-exports.ts";

export type Resolution =
	| { readonly type: "host"; readonly specifier: string }
	| { readonly type: "builtin"; readonly specifier: string }
	/** Something only Node's own loader understands, such as `data:`. */
	| { readonly type: "url"; readonly url: string }
	/** `query` keeps instances apart that an author told apart (`./x.ts?2`). */
	| { readonly type: "file"; readonly file: FoundFile; readonly query: string };

const PACKAGE: RegExp = /^((?:@[^/]+\/)?[^/@.#][^/]*)(\/.*)?$/;
const URL_SCHEME: RegExp = /^[a-z][a-z0-9+.-]+:/i;

/** Says what an import means. Looks at the disk anew for files; what it remembers of folders lasts one generation. */
export class Resolver {
	readonly manifests: ManifestCache = new ManifestCache();
	readonly #files: FileLookup = new FileLookup(this.manifests);
	readonly #packages: Map<string, string> = new Map();
	readonly #isHostModule: (specifier: string) => boolean;

	constructor(isHostModule: (specifier: string) => boolean) {
		this.#isHostModule = isHostModule;
	}

	/** `importer` is the real path of the importing file; undefined means that there is nothing of that name. */
	resolve(specifier: string, importer: string, conditions: Conditions): Resolution | undefined {
		if (this.#isHostModule(specifier)) return { type: "host", specifier };
		if (isBuiltin(specifier)) return { type: "builtin", specifier };
		// A module that this version of Node does not have yet.
		if (specifier.startsWith("node:")) return undefined;
		if (/^\.\.?(?:\/|$)/.test(specifier)) return this.#path(specifier, dirname(importer));
		if (specifier.startsWith("file:")) return this.#fileUrl(specifier);
		if (isAbsolute(specifier)) return this.#path(specifier, "");
		if (URL_SCHEME.test(specifier)) return { type: "url", url: specifier };
		if (specifier.startsWith("#")) return this.#private(specifier, importer, conditions);
		return this.#bare(specifier, importer, conditions);
	}

	/** An entry file, by any absolute path. */
	entry(path: string): FoundFile | undefined {
		return this.#files.find(path);
	}

	/**
	 * Authors write paths, Node reads relative specifiers as URLs: a file that exists under the literal name wins, then
	 * the name is taken as a URL with query and escapes.
	 */
	#path(specifier: string, directory: string): Resolution | undefined {
		const literal = this.#found(join(directory, specifier));
		if (literal !== undefined || !/[?#%]/.test(specifier)) return literal;
		const [, path = "", query = ""] = /^([^?#]*)(.*)$/s.exec(specifier) ?? [];
		return this.#found(join(directory, path), query) ?? this.#found(join(directory, unescapePath(path)), query);
	}

	#fileUrl(specifier: string): Resolution | undefined {
		if (!URL.canParse(specifier)) return undefined;
		const url = new URL(specifier);
		return this.#found(fileURLToPath(url), url.search + url.hash);
	}

	#found(path: string, query: string = ""): Resolution | undefined {
		const file = this.#files.find(path);
		return file === undefined ? undefined : { type: "file", file, query };
	}

	#private(specifier: string, importer: string, conditions: Conditions): Resolution | undefined {
		const manifest = this.manifests.nearest(importer);
		if (manifest === undefined) return undefined;
		const target = matchEither(manifest.imports, specifier, conditions);
		if (target === undefined || target.startsWith("#")) return undefined;
		if (target.startsWith("./")) return this.#found(join(manifest.directory, target));
		return this.resolve(target, join(manifest.directory, "package.json"), conditions);
	}

	#bare(specifier: string, importer: string, conditions: Conditions): Resolution | undefined {
		const [, name = "", rest = ""] = PACKAGE.exec(specifier) ?? [];
		if (name === "") return undefined;
		const own = this.manifests.nearest(importer);
		if (own?.name === name && own.exports !== undefined) return this.#inPackage(own, rest, conditions);
		const directory = this.#packageDirectory(name, dirname(importer));
		if (directory === undefined) return undefined;
		const manifest = this.manifests.read(directory);
		if (manifest?.exports !== undefined && manifest.exports !== null)
			return this.#inPackage(manifest, rest, conditions);
		return this.#found(directory + (rest || "/"));
	}

	#inPackage(manifest: Manifest, rest: string, conditions: Conditions): Resolution | undefined {
		const target = matchEither(manifest.exports, `.${rest}`, conditions);
		return target?.startsWith("./") ? this.#found(join(manifest.directory, target)) : undefined;
	}

	/** The folder of an installed package, from the REAL place of the importer upwards. */
	#packageDirectory(name: string, from: string): string | undefined {
		const key = `${name}\0${from}`;
		const known = this.#packages.get(key);
		if (known !== undefined) return known;
		for (let directory = from; ; directory = dirname(directory)) {
			const candidate = join(directory, "node_modules", name);
			if (!directory.endsWith("node_modules") && isDirectory(candidate)) {
				this.#packages.set(key, candidate);
				return candidate;
			}
			if (directory === dirname(directory)) return undefined;
		}
	}
}

/**
 * Packages that offer a subpath to `require` only are imported all the same, and the other way round: Node's refusal
 * protects nobody here.
 */
function matchEither(field: unknown, key: string, conditions: Conditions): string | undefined {
	const other = conditions === IMPORT_CONDITIONS ? REQUIRE_CONDITIONS : IMPORT_CONDITIONS;
	return matchTarget(field, key, conditions) ?? matchTarget(field, key, other);
}

function isDirectory(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function unescapePath(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		// A percent sign that starts no escape stands for itself.
		return path;
	}
}
