import type { Script } from "node:vm";
import type { Fingerprint } from "./content-hash.ts";
import type { FileSignature } from "./file-signature.ts";

/**
 * - `module`: runs with ES module rules
 * - `commonjs`: runs with a live `module.exports`
 * - `json`: `code` is the text itself
 * - `native`: CommonJS of an npm package, left to Node; `code` is empty
 */
export type ModuleFormat = "module" | "commonjs" | "json" | "native";

/** A source file made ready to run: what the pack stores, apart from the V8 cache. */
export interface CompiledModule {
	readonly format: ModuleFormat;
	/** The text of a function expression, see wrap-module. */
	readonly code: string;
	/** Static imports in source order; the code refers to them by index. */
	readonly imports: readonly string[];
	readonly exports: readonly string[];
	/** Indexes of the imports that `export *` passes on. */
	readonly stars: readonly number[];
	/** Literal arguments of calls that may turn out to be `require`: relative files and host modules. */
	readonly requires: readonly string[];
	readonly flags: ModuleFlags;
}

export interface ModuleFlags {
	/** It has top-level await. */
	readonly asynchronous: boolean;
	/** An ES module that may also assign `module.exports` (TypeScript's `export =`). */
	readonly assignsExports: boolean;
	/** What the code mentions, and therefore has to be given. */
	readonly usesRequire: boolean;
	readonly usesMeta: boolean;
}

/** A compiled file together with the state of the file it was made from. Shared by all instances of the module. */
export interface ModuleRecord {
	readonly path: string;
	readonly compiled: CompiledModule;
	/** Of the file's content. */
	readonly fingerprint: Fingerprint;
	signature: FileSignature;
	/** When the content was last known to be that of the fingerprint, in milliseconds. */
	readAt: number;
	/** V8's code cache from the pack, until the script is compiled. */
	cachedData?: Uint8Array | undefined;
	script?: Script | undefined;
}

/** Whether CommonJS in this file is evaluated here or by Node. */
export type CommonJsPolicy = "own" | "native";
