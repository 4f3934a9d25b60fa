// Builds dist of every package: JavaScript by esbuild, declarations by tsc, both at once. Runs in `prepare`.
import { spawn } from "node:child_process";
import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle, staticGraph } from "./bundle.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGES = ["ai", "agent", "tui", "host"];
/** Programs of the host beside its public doors: the command, and what it starts as threads. */
const HOST_ENTRIES = { cli: "src/cli/main.ts", "image-worker": "src/platform/images/image-worker.mjs" };

function folderOf(name) {
	return join(ROOT, "packages", name);
}

function bundleAll() {
	const built = PACKAGES.map(async (name) => {
		const entries = name === "host" ? HOST_ENTRIES : {};
		return { name, ...(await bundle({ folder: folderOf(name), entries })) };
	});
	return Promise.all(built);
}

/** One compilation for all packages; the declarations are then moved to where each manifest promises them. */
async function declareAll() {
	const all = join(folderOf("host"), "dist/types-all");
	rmSync(all, { recursive: true, force: true });
	await compile(["-p", "tsconfig.build.json", "--outDir", all]);
	for (const name of PACKAGES) {
		const target = join(folderOf(name), "dist/types");
		rmSync(target, { recursive: true, force: true });
		renameSync(join(all, name, "src"), target);
	}
	rmSync(all, { recursive: true, force: true });
}

function compile(args) {
	return new Promise((resolve, reject) => {
		const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
		const child = spawn(process.execPath, [tsc, ...args], { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"] });
		child.on("error", reject);
		child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`tsc ended with ${code}`))));
	});
}

function report(built, seconds) {
	const size = (bytes) => `${Math.ceil(bytes / 1024)} KB`;
	const host = built.find(({ name }) => name === "host");
	const start = staticGraph(host.metafile, "dist/cli.js");
	const startSize = size(start.reduce((sum, { bytes }) => sum + bytes, 0));
	const sizes = built.map(({ name, bytes }) => `${name} ${size(bytes)}`).join(", ");
	return `built ${sizes}; cli.js starts with ${start.length} files, ${startSize}; ${seconds.toFixed(1)} s`;
}

const started = performance.now();
try {
	const [built] = await Promise.all([bundleAll(), declareAll()]);
	process.stdout.write(`${report(built, (performance.now() - started) / 1000)}\n`);
} catch (error) {
	process.stderr.write(`build failed: ${error instanceof Error ? error.message : error}\n`);
	process.exitCode = 1;
}
