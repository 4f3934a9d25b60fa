import { basename, join } from "node:path";
import { build } from "esbuild";

/**
 * Makes one file of a program written in TypeScript, for tests that run processes of their own: those start in the time
 * Node itself needs, on every version of it.
 */
export async function bundleProgram(source: string, folder: string): Promise<string> {
	const outfile = join(folder, `${basename(source, ".ts")}.mjs`);
	await build({
		entryPoints: [source],
		outfile,
		bundle: true,
		platform: "node",
		format: "esm",
		target: "node20",
		conditions: ["source"],
		// The manifest of the host is read from beside its code, which moved.
		define: { "import.meta.url": JSON.stringify(new URL("../../src/platform/host-facts.ts", import.meta.url).href) },
		logLevel: "error",
	});
	return outfile;
}
