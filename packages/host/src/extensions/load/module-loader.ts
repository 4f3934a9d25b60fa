import { evaluationFailed } from "./failure-place.ts";
import { type HostModules, HostRegistry } from "./host-registry.ts";
import { type ModuleInstance, reachable } from "./module-instance.ts";
import { ModuleRuntime } from "./module-runtime.ts";
import { PackFile } from "./pack-file.ts";
import { packKey, packPath } from "./pack-key.ts";
import { PackagePlaces } from "./package-place.ts";
import { RecordStore } from "./record-store.ts";

export type { HostModules } from "./host-registry.ts";

export interface ModuleLoaderOptions {
	/** The modules extensions share with the host; passed in, because nothing here may import the host. */
	readonly hostModules: HostModules;
	/** Specifier to file, for `import.meta.resolve` and `require.resolve` of host modules. */
	readonly hostFiles?: Readonly<Record<string, string>>;
	/** Where compiled extensions are kept between starts; the real name also tells Node versions and flags apart. */
	readonly packFile?: string | undefined;
	readonly hostVersion: string;
}

export interface LoadedModule {
	readonly namespace: Record<string, unknown>;
	/** Absolute real paths of every file that was loaded by the loader itself for this entry. */
	readonly files: readonly string[];
}

/** Loads extension code: TypeScript and JavaScript, ES modules and CommonJS, without a build step. */
export interface ModuleLoader {
	/**
	 * Loads one entry file by its absolute path. The same entry gives the same modules until `invalidate`. Rejects with
	 * a ModuleLoadError that carries file, line and column as far as they are known.
	 */
	load(entryPath: string): Promise<LoadedModule>;
	/**
	 * Makes the next load start with fresh module instances; unchanged files are not compiled again. Modules of npm
	 * packages keep their instance unless their file or one below it was edited.
	 */
	invalidate(): void;
	/** Writes the pack if something changed. Never throws; a pack that cannot be written is only slower to start. */
	savePack(): Promise<void>;
}

export function createModuleLoader(options: ModuleLoaderOptions): ModuleLoader {
	const { hostModules, packFile, hostVersion } = options;
	const hosts = new HostRegistry(hostModules, options.hostFiles);
	const pack =
		packFile === undefined
			? undefined
			: new PackFile(packPath(packFile), packKey(hostVersion, Object.keys(hostModules)));
	const records = new RecordStore(pack, hosts.has);
	const runtime = new ModuleRuntime({ records, hosts, places: new PackagePlaces(), natives: new Map() });
	return {
		async load(entryPath) {
			try {
				const entry = await runtime.loadEntry(entryPath);
				return { namespace: entry.namespace("extension") as Record<string, unknown>, files: ownFiles(entry) };
			} catch (error) {
				throw evaluationFailed(error, entryPath, (path) => records.has(path));
			}
		},
		invalidate: () => runtime.invalidate(),
		async savePack() {
			try {
				await records.save();
			} catch {
				// A folder that is full or not ours: the next start compiles again, which is all that is lost.
			}
		},
	};
}

function ownFiles(entry: ModuleInstance): string[] {
	const paths = new Set<string>();
	for (const module of reachable(entry)) if (!module.isForeign) paths.add(module.record.path);
	return [...paths];
}
