import { join } from "node:path";
import type { ModuleLoader } from "../../extensions/load/module-loader.ts";

export interface ExtensionLoaderOptions {
	readonly agentDir: string;
	readonly hostVersion: string;
	/** Called before the first file of an extension is read. */
	readonly beforeFirst?: () => void;
}

/** The module loader of a process: made at the first file, kept over reloads and replaced sessions. */
export class ExtensionLoader {
	readonly #options: ExtensionLoaderOptions;
	#loader: Promise<ModuleLoader> | undefined;

	constructor(options: ExtensionLoaderOptions) {
		this.#options = options;
	}

	get(): Promise<ModuleLoader> {
		return (this.#loader ??= this.#create());
	}

	/** Files are looked at again, so that edits count (R07). */
	async invalidate(): Promise<void> {
		(await this.#loader)?.invalidate();
	}

	/** Keeps what was compiled for the next start; to be called when nobody waits. */
	async save(): Promise<void> {
		await (await this.#loader)?.savePack();
	}

	async #create(): Promise<ModuleLoader> {
		this.#options.beforeFirst?.();
		const [{ createModuleLoader }, { createHostFiles, createHostModules }] = await Promise.all([
			import("../../extensions/load/module-loader.ts"),
			import("../../extensions/load/host-modules.ts"),
		]);
		const { agentDir, hostVersion } = this.#options;
		const packFile = join(agentDir, "cache", "extensions.pack");
		return createModuleLoader({
			hostModules: createHostModules(),
			hostFiles: createHostFiles(),
			packFile,
			hostVersion,
		});
	}
}
