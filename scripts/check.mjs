// Everything that can be said about the code without running the product. One line per step; its output on failure only.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Longest first, so that the steps fill both cores to the end. */
const STEPS = [
	{ name: "unused code", tool: "knip/bin/knip.js", args: ["--no-progress", "--no-config-hints"] },
	{ name: "architecture", tool: "vitest/vitest.mjs", args: ["run", "test/architecture"] },
	{ name: "lint", tool: "oxlint/bin/oxlint", args: ["--type-aware", "--deny-warnings"] },
	{ name: "types", tool: "typescript/bin/tsc", args: ["-p", "tsconfig.json"] },
	{ name: "examples", tool: "typescript/bin/tsc", args: ["-p", "examples/tsconfig.json"] },
	{ name: "format", tool: "oxfmt/bin/oxfmt", args: ["--check"] },
];

function run({ tool, args }) {
	const started = performance.now();
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [`node_modules/${tool}`, ...args], {
			cwd: ROOT,
			stdio: ["ignore", "pipe", "pipe"],
		});
		let output = "";
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8");
			stream.on("data", (text) => (output += text));
		}
		child.on("error", (error) => resolve({ passed: false, output: `${error}\n`, seconds: 0 }));
		child.on("close", (code) => {
			resolve({ passed: code === 0, output, seconds: (performance.now() - started) / 1000 });
		});
	});
}

async function work(queue, failed) {
	for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
		const { passed, output, seconds } = await run(step);
		process.stdout.write(`${passed ? "ok  " : "FAIL"}  ${step.name.padEnd(12)}  ${seconds.toFixed(1)} s\n`);
		if (passed) continue;
		process.stdout.write(output.endsWith("\n") ? output : `${output}\n`);
		failed.push(step.name);
	}
}

const queue = [...STEPS];
const failed = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, () => work(queue, failed)));
process.exitCode = failed.length > 0 ? 1 : 0;
