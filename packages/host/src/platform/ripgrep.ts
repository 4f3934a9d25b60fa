import { findOnPath, isFile } from "./find-on-path.ts";

let located: Promise<string | undefined> | undefined;

/**
 * The search program: the one that was installed with the host, else `rg` on PATH, else nothing. Looked up once. Always
 * give it a path to search: with a pipe as stdin and no path it searches stdin.
 */
export function findRipgrep(): Promise<string | undefined> {
	located ??= locate();
	return located;
}

async function locate(): Promise<string | undefined> {
	const bundled = await import("@vscode/ripgrep").then(
		(module) => module.rgPath,
		// The package throws on a platform it has no binary for.
		() => undefined,
	);
	if (bundled !== undefined && isFile(bundled)) return bundled;
	return findOnPath(process.platform === "win32" ? ["rg.exe"] : ["rg"]);
}
