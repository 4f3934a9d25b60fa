import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import {
	type ModuleLoader,
	type ModuleLoaderOptions,
	createModuleLoader,
} from "../../src/extensions/load/module-loader.ts";

/** A temporary folder with the files of a test, and a loader with a small host. */
export interface Project {
	readonly root: string;
	path(name: string): string;
	write(files: Readonly<Record<string, string>>): void;
	/** Replaces a file by other text of the same size and puts its modification time back. */
	editUnnoticed(name: string, text: string): void;
	createLoader(options?: Partial<ModuleLoaderOptions>): ModuleLoader;
	/** The default export of an entry, loaded by the project's own loader. */
	run(entry?: string): Promise<unknown>;
	readonly loader: ModuleLoader;
}

export class HostText {
	readonly kind: string = "text";
}

export const hostModules: ModuleLoaderOptions["hostModules"] = {
	"@earendil-works/pi-tui": async () => ({ Text: HostText, width: 80 }),
	"@mariozechner/pi-tui": () => ({ Text: HostText, width: 80 }),
	typebox: async () => ({ Type: { String: () => ({ type: "string" }) }, default: "typebox itself" }),
};

/** The modification time of every file: only the change time and the content tell of an edit. */
const WRITTEN: Date = new Date("2026-01-01T00:00:00Z");

export function createProject(files: Readonly<Record<string, string>>): Project {
	const root = realpathSync(mkdtempSync(join(tmpdir(), "tau loader-")));
	onTestFinished(() => rmSync(root, { recursive: true, force: true }));
	const path = (name: string): string => join(root, name);
	const write: Project["write"] = (written) => {
		for (const [name, text] of Object.entries(written)) {
			mkdirSync(dirname(path(name)), { recursive: true });
			writeFileSync(path(name), text);
			utimesSync(path(name), WRITTEN, WRITTEN);
		}
	};
	write(files);
	const createLoader: Project["createLoader"] = (options) =>
		createModuleLoader({ hostModules, hostVersion: "1.0.0", ...options });
	const loader = createLoader();
	return {
		root,
		path,
		write,
		loader,
		createLoader,
		editUnnoticed(name, text) {
			if (Buffer.byteLength(text) !== statSync(path(name)).size)
				throw new Error(`the edit of ${name} must keep its size`);
			write({ [name]: text });
		},
		run: async (entry = "index.ts") => (await loader.load(path(entry))).namespace["default"],
	};
}
