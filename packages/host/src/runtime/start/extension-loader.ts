import { join } from "node:path";
import type { ModuleLoader } from "../../extensions/load/module-loader.ts";

/** The module loader of a process: made at the first file, kept over reloads and replaced sessions. */
export class ExtensionLoader {
	readonly #options: { agentDir: string; hostVersion: string };
	#loader: Promise<ModuleLoader> | undefined;

	constructor(options: { agentDir: string; hostVersion: string }) {
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
