import { readFileSync, readdirSync, rmSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { lazyCommonjs } from "./lazy-commonjs.mjs";

/** CommonJS dependencies call `require` for Node's own modules; an ES module has none. */
const REQUIRE_FOR_COMMONJS = [
	'import { createRequire as __createRequire } from "node:module";',
	"const require = __createRequire(import.meta.url);",
].join("\n");

/**
 * Bundles the package in `folder` into `<folder>/dist`: the doors of its exports map and further entries. What the manifest lists under `dependencies` is installed
 * beside the bundle and stays outside; workspaces and pure JavaScript among `devDependencies` become part of it.
 *
 * The entries and everything they import share chunks, so a module exists once however it is reached: a lazy import
 * of the package's own name lands on the modules that are already running.
 */
export async function bundle({ folder, entries = {} }) {
	const dist = join(folder, "dist");
	const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	const { metafile } = await build({
		absWorkingDir: folder,
		entryPoints: { ...publicEntries(manifest), ...entries },
		outdir: "dist",
		bundle: true,
		splitting: true,
		format: "esm",
		platform: "node",
		target: "node20",
		conditions: ["source"],
		// `main` of some packages is a UMD file, whose inner requires no bundler can follow.
		mainFields: ["module", "main"],
		external: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
		plugins: [lazyCommonjs],
		banner: { js: REQUIRE_FOR_COMMONJS },
		// The other names that only CommonJS has.
		define: { __filename: "import.meta.filename", __dirname: "import.meta.dirname" },
		chunkNames: "chunks/[name]-[hash]",
		metafile: true,
		logLevel: "silent",
	});
	const outputs = Object.keys(metafile.outputs).map((path) => resolve(folder, path));
	removeStale(dist, new Set(outputs));
	return { metafile, bytes: Object.values(metafile.outputs).reduce((sum, { bytes }) => sum + bytes, 0) };
}

/** The doors of the exports map: where each is built and the source it is built from. */
function publicEntries({ exports }) {
	const doors = Object.values(exports).filter(({ source }) => source !== undefined);
	return Object.fromEntries(doors.map((door) => [door.default.replace(/^\.\/dist\/|\.js$/g, ""), door.source]));
}

/** New files are written before old ones go, so that a program that starts meanwhile finds a whole bundle. */
function removeStale(dist, current) {
	for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		const isDeclaration = relative(dist, path).startsWith("types");
		if (entry.isFile() && !isDeclaration && !current.has(path)) rmSync(path);
	}
}

/** The files Node reads before the first line of an entry runs: the entry and all it imports statically. */
export function staticGraph(metafile, entry) {
	const seen = new Set([entry]);
	for (const path of seen) {
		for (const { path: target, kind, external } of metafile.outputs[path].imports) {
			if (kind === "import-statement" && !external) seen.add(target);
		}
	}
	return Array.from(seen, (path) => ({ path, folder: dirname(path), bytes: metafile.outputs[path].bytes }));
}
