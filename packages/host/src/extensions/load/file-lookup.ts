import { type Stats, lstatSync, realpathSync, statSync } from "node:fs";
import { extname, join, sep } from "node:path";
import { type FileSignature, signatureOf } from "./file-signature.ts";
import type { ManifestCache } from "./manifest.ts";

/** A file that exists, under its real path. */
export interface FoundFile {
	readonly path: string;
	readonly signature: FileSignature;
}

const EXTENSIONS: readonly string[] = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".node"];
/** What a TypeScript author may mean by the extension of the output. */
const SOURCES: Readonly<Record<string, readonly string[]>> = {
	".js": [".ts", ".tsx"],
	".jsx": [".tsx"],
	".mjs": [".mts"],
	".cjs": [".cts"],
};

/** Finds files as TypeScript and bundlers do: with the extension left out or that of the output, or as a folder. */
export class FileLookup {
	readonly #manifests: ManifestCache;
	/** Both with the separator at the end. */
	readonly #realDirectories: Map<string, string> = new Map();

	constructor(manifests: ManifestCache) {
		this.#manifests = manifests;
	}

	/** The file meant by an absolute path without symlinks resolved. A file wins over a folder of the same name. */
	find(path: string): FoundFile | undefined {
		if (path.endsWith(sep) || path.endsWith("/")) return this.#inDirectory(path);
		const look = lookAt(path);
		if (look?.stats.isFile()) return this.#found(path, look);
		return this.#asSource(path) ?? this.#withExtension(path) ?? (look && this.#inDirectory(path));
	}

	#asSource(path: string): FoundFile | undefined {
		const extension = extname(path);
		const stem = path.slice(0, path.length - extension.length);
		return this.#firstOf((SOURCES[extension] ?? []).map((source) => stem + source));
	}

	#withExtension(path: string): FoundFile | undefined {
		return this.#firstOf(EXTENSIONS.map((extension) => path + extension));
	}

	#inDirectory(path: string): FoundFile | undefined {
		const main = this.#manifests.read(path.replace(/[\\/]+$/, "") || sep)?.main;
		const target = main === undefined ? undefined : join(path, main);
		if (target !== undefined && target !== path) {
			const found = this.find(target);
			if (found !== undefined) return found;
		}
		return this.#withExtension(join(path, "index"));
	}

	#firstOf(paths: readonly string[]): FoundFile | undefined {
		for (const path of paths) {
			const look = lookAt(path);
			if (look?.stats.isFile()) return this.#found(path, look);
		}
		return undefined;
	}

	/** One look-up of the real path per folder, not per file. */
	#found(path: string, { stats, isLink }: Look): FoundFile {
		const signature = signatureOf(stats);
		if (isLink) return { path: realpathSync.native(path), signature };
		// By hand: the functions of node:path go through every letter, and this is asked for every file at every start.
		const start = Math.max(path.lastIndexOf(sep), path.lastIndexOf("/")) + 1;
		const directory = path.slice(0, start);
		let real = this.#realDirectories.get(directory);
		if (real === undefined) {
			real = realpathSync.native(directory);
			if (!real.endsWith(sep)) real += sep;
			this.#realDirectories.set(directory, real);
		}
		return { path: real + path.slice(start), signature };
	}
}

/** What stands under a path: the state of the target, and whether the path itself is a symlink. */
interface Look {
	readonly stats: Stats;
	readonly isLink: boolean;
}

function lookAt(path: string): Look | undefined {
	try {
		const own = lstatSync(path, { throwIfNoEntry: false });
		if (!own?.isSymbolicLink()) return own && { stats: own, isLink: false };
		const target = statSync(path, { throwIfNoEntry: false });
		return target && { stats: target, isLink: true };
	} catch {
		// A name too long, a file used as a folder, a folder we may not read: nothing can be loaded from there.
		return undefined;
	}
}
