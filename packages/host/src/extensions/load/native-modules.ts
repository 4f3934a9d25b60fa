import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { contentHash } from "./content-hash.ts";
import { type FileSignature, isRacy, readSource, sameSignature, signatureOf } from "./file-signature.ts";
import { CommonJsNamespaces, type ImporterKind } from "./interop.ts";
import { moduleIsAsynchronous } from "./load-error.ts";
import type { ForeignModule } from "./module-instance.ts";

/** Only absolute paths are asked for, so the base does not matter; the working folder may be gone. */
const nativeRequire: NodeJS.Require = createRequire(process.execPath);

/** A file of natively loaded CommonJS as it was when it was loaded. */
interface LoadedFile {
	readonly signature: FileSignature;
	/** Only of files so young that the signature proves nothing. */
	readonly hash: string | undefined;
}

/** CommonJS of an npm package, loaded by Node: fast, shared with other native code, and kept across reloads. */
export class NativeCommonJs implements ForeignModule {
	readonly isForeign = true;
	readonly #path: string;
	readonly #namespaces: CommonJsNamespaces = new CommonJsNamespaces();
	readonly #files: Map<string, LoadedFile> = new Map();
	#isLoaded = false;
	#exports: unknown;

	constructor(path: string) {
		this.#path = path;
	}

	prepare(): undefined {}

	evaluate(): void {
		if (this.#isLoaded) return;
		this.#exports = nativeRequire(this.#path);
		this.#isLoaded = true;
		this.#namespaces.fill(this.#exports);
		for (const path of filesBelow(this.#path)) this.#files.set(path, stateOf(path));
	}

	namespace(kind: ImporterKind): object {
		return this.#namespaces.get(kind);
	}

	required(): unknown {
		this.evaluate();
		return this.#exports;
	}

	/** Whether it or a file below it was edited since it was loaded; if so, Node is made to forget what is outdated. */
	forgetIfChanged(): boolean {
		const changed = new Set([...this.#files].filter(([path, state]) => isChanged(path, state)).map(([path]) => path));
		if (changed.size === 0) return false;
		for (const path of this.#files.keys()) {
			if (filesBelow(path).some((below) => changed.has(below))) changed.add(path);
		}
		for (const path of changed) delete nativeRequire.cache[path];
		return true;
	}
}

/** The file and all that it has required, as Node remembers it. */
function filesBelow(path: string): string[] {
	const found = new Set<string>([path]);
	for (const file of found) for (const child of nativeRequire.cache[file]?.children ?? []) found.add(child.filename);
	return [...found];
}

function stateOf(path: string): LoadedFile {
	const signature = signatureOf(statSync(path));
	return { signature, hash: isRacy(signature, Date.now()) ? contentHash(readSource(path)) : undefined };
}

function isChanged(path: string, state: LoadedFile): boolean {
	const stats = statSync(path, { throwIfNoEntry: false });
	if (stats === undefined || !sameSignature(signatureOf(stats), state.signature)) return true;
	return state.hash !== undefined && contentHash(readSource(path)) !== state.hash;
}

/** How often a file was edited after Node had imported it. Node's cache of ES modules is the process's, and so is this. */
const versions: Map<string, number> = new Map();

/** What only Node's own loader can import: other URLs, and ES modules of npm that the loader cannot take apart. */
export class NativeModule implements ForeignModule {
	readonly isForeign = true;
	readonly #url: string;
	readonly #path: string | undefined;
	#loaded: LoadedFile | undefined;
	#pending: Promise<object> | undefined;
	#namespace: object | undefined;

	private constructor(url: string, path: string | undefined) {
		this.#url = url;
		this.#path = path;
	}

	static ofUrl(url: string): NativeModule {
		return new NativeModule(url, undefined);
	}

	/** Node reads an edited file again only under another URL. */
	static ofFile(path: string): NativeModule {
		const version = versions.get(path);
		return new NativeModule(pathToFileURL(path).href + (version === undefined ? "" : `?v=${version}`), path);
	}

	prepare(): Promise<unknown> | undefined {
		if (this.#namespace !== undefined) return undefined;
		if (this.#path !== undefined) this.#loaded ??= stateOf(this.#path);
		this.#pending ??= import(/* @vite-ignore */ this.#url).then((namespace: object) => (this.#namespace = namespace));
		return this.#pending;
	}

	evaluate(): void {}

	namespace(): object {
		if (this.#namespace === undefined) throw moduleIsAsynchronous(this.#url);
		return this.#namespace;
	}

	required(): unknown {
		return this.namespace();
	}

	/** Whether its file was edited since it was imported, or could not be. Edits deeper down stay unseen. */
	forgetIfChanged(): boolean {
		if (this.#path === undefined || this.#loaded === undefined) return false;
		if (this.#namespace !== undefined && !isChanged(this.#path, this.#loaded)) return false;
		versions.set(this.#path, (versions.get(this.#path) ?? 0) + 1);
		return true;
	}
}
