import { sep } from "node:path";

const MARKER: string = `${sep}node_modules${sep}`;

/** The folder of the npm package a file lies in; undefined for files outside node_modules. */
export function packageRoot(path: string): string | undefined {
	const start = path.lastIndexOf(MARKER);
	if (start < 0) return undefined;
	const name = start + MARKER.length;
	let end = path.indexOf(sep, name);
	if (path.charAt(name) === "@" && end >= 0) end = path.indexOf(sep, end + 1);
	return end < 0 ? undefined : path.slice(0, end);
}

/**
 * Tells an extension's own code from the npm packages it uses. An extension that was itself installed by npm lies in
 * node_modules too: the packages of the entries are no dependencies.
 */
export class PackagePlaces {
	readonly #entryPackages: Set<string> = new Set();

	addEntry(path: string): void {
		const root = packageRoot(path);
		if (root !== undefined) this.#entryPackages.add(root);
	}

	isDependency(path: string): boolean {
		const root = packageRoot(path);
		return root !== undefined && !this.#entryPackages.has(root);
	}
}
