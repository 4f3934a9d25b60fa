import { statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first file of one of these names in the folders of PATH. */
export function findOnPath(names: readonly string[], env: NodeJS.ProcessEnv = process.env): string | undefined {
	// Windows spells the variable `Path` in a copied environment.
	const folders = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");
	for (const name of names) {
		const found = folders.map((folder) => join(folder, name)).find(isFile);
		if (found !== undefined) return found;
	}
	return undefined;
}

export function isFile(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
