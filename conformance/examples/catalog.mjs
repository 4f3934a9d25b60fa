// The peer's example extensions: what there is, and a copy with its packages for those that need some.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const CONFORMANCE = fileURLToPath(new URL("..", import.meta.url));
const EXAMPLES = join(CONFORMANCE, "node_modules/@earendil-works/pi-coding-agent/examples/extensions");
const SCRATCH = join(CONFORMANCE, ".scratch/examples");

/** Names of all examples: files without their ending, and folders with an index.ts. */
export function exampleNames() {
	if (!existsSync(EXAMPLES)) return [];
	const entries = readdirSync(EXAMPLES, { withFileTypes: true });
	const files = entries
		.filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
		.map(({ name }) => name.slice(0, -3));
	const folders = entries.filter((entry) => entry.isDirectory() && existsSync(join(EXAMPLES, entry.name, "index.ts")));
	return [...files, ...folders.map(({ name }) => name)].sort();
}

/**
 * Where the example lies, as `-e` takes it: the file, or the folder when its manifest says what it holds. The peer takes
 * a folder without a manifest for a package when it has a folder of prompts, and then loads no index.ts.
 */
export function examplePath(name) {
	const places = [`${name}.ts`, join(name, "package.json"), join(name, "index.ts")];
	const place = places.find((one) => existsSync(join(EXAMPLES, one)));
	if (place === undefined) throw new Error(`There is no example ${name}`);
	return join(EXAMPLES, place.endsWith("package.json") ? name : place);
}

/** Packages the example's manifest asks for, as name@version. */
export function exampleDependencies(name) {
	const manifest = join(EXAMPLES, name, "package.json");
	if (!existsSync(manifest)) return [];
	const { dependencies = {} } = JSON.parse(readFileSync(manifest, "utf8"));
	return Object.entries(dependencies).map(([dependency, version]) => `${dependency}@${version}`);
}

/**
 * The example's path, or that of a copy in which its packages are installed. Gives `{ path }` or `{ missing }` with what
 * npm said when the registry does not serve them. The copy is made once and kept in a folder Git does not see.
 */
export function prepareExample(name) {
	if (exampleDependencies(name).length === 0) return { path: examplePath(name) };
	const copy = join(SCRATCH, name);
	if (existsSync(copy)) return { path: copy };
	const draft = join(SCRATCH, `${name}.${process.pid}`);
	mkdirSync(SCRATCH, { recursive: true });
	cpSync(examplePath(name), draft, { recursive: true });
	const flags = ["--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--no-package-lock"];
	const npm = spawnSync("npm", ["install", ...flags], { cwd: draft, encoding: "utf8" });
	if (npm.status === 0) renameSync(draft, copy);
	else rmSync(draft, { recursive: true, force: true });
	return npm.status === 0 ? { path: copy } : { missing: firstError(npm.stderr) };
}

function firstError(text = "") {
	const lines = text.split("\n").filter((line) => /^npm (error|ERR!)/.test(line));
	return lines[0]?.replace(/^npm (error|ERR!) /, "") ?? "npm did not start";
}
