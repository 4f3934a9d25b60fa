// Type-checks the peer's example extensions, unmodified, against Tau's public types. Usage:
// node conformance/type-check.mjs [part of a name]
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { exampleNames } from "./examples/catalog.mjs";
import { isMain } from "./examples/is-main.mjs";
import { EXPECTED_TYPE_FAILURES } from "./expected-type-failures.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const EXAMPLES = join(ROOT, "conformance/node_modules/@earendil-works/pi-coding-agent/examples/extensions");
const SCRATCH = join(ROOT, "conformance/.scratch/types");
const typesOf = (name) => join(ROOT, "packages", name, "dist/types/index.d.ts");

/** Where the names that examples import from lead. */
const PATHS = {
	"@earendil-works/pi-coding-agent": [typesOf("host")],
	"@earendil-works/pi-agent-core": [typesOf("agent")],
	"@earendil-works/pi-ai": [typesOf("ai")],
	"@earendil-works/pi-ai/compat": [typesOf("ai")],
	"@earendil-works/pi-tui": [typesOf("tui")],
};

const OPTIONS = {
	strict: true,
	noEmit: true,
	target: "es2023",
	lib: ["es2023"],
	module: "nodenext",
	moduleResolution: "nodenext",
	skipLibCheck: true,
	allowImportingTsExtensions: true,
	resolveJsonModule: true,
	types: ["node"],
	typeRoots: [join(ROOT, "node_modules/@types")],
	paths: PATHS,
};

/** The compiler's complaints by example; examples without any are left out. */
export function typeErrors() {
	rmSync(SCRATCH, { recursive: true, force: true });
	mkdirSync(SCRATCH, { recursive: true });
	cpSync(EXAMPLES, SCRATCH, { recursive: true });
	writeFileSync(join(SCRATCH, "package.json"), '{"type":"module"}');
	writeFileSync(join(SCRATCH, "tsconfig.json"), JSON.stringify({ compilerOptions: OPTIONS, include: ["**/*.ts"] }));
	const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
	const { stdout } = spawnSync(process.execPath, [tsc, "-p", SCRATCH, "--pretty", "false"], {
		cwd: SCRATCH,
		encoding: "utf8",
		maxBuffer: 64 * 1024 * 1024,
	});
	const found = {};
	for (const line of stdout.split("\n")) {
		const [, file, complaint] = /^([^\s(]+)\(\d+,\d+\): error (.*)$/.exec(line) ?? [];
		if (file === undefined) {
			if (line.startsWith("error")) throw new Error(line);
			continue;
		}
		const name = relative(SCRATCH, join(SCRATCH, file)).split("/")[0].replace(/\.ts$/, "");
		(found[name] ??= []).push(complaint);
	}
	return found;
}

/** What is not as expected: complaints nobody expects, and reasons that no longer hold. */
export function unexpectedTypeErrors(found = typeErrors()) {
	return exampleNames().flatMap((name) => {
		const complaints = found[name];
		if ((complaints === undefined) === (EXPECTED_TYPE_FAILURES[name] === undefined)) return [];
		return [complaints ? `${name}: ${complaints.join("\n  ")}` : `${name} passes, although a reason is given`];
	});
}

if (isMain(import.meta.url)) {
	const filter = process.argv[2] ?? "";
	const found = typeErrors();
	for (const [name, complaints] of Object.entries(found).filter(([name]) => name.includes(filter)))
		console.log(
			`${name}${EXPECTED_TYPE_FAILURES[name] ? ` (${EXPECTED_TYPE_FAILURES[name]})` : ""}:\n  ${complaints.join("\n  ")}`,
		);
	const names = exampleNames();
	console.log(`${names.length} examples, ${names.filter((name) => found[name] === undefined).length} pass`);
	process.exitCode = unexpectedTypeErrors(found).length > 0 ? 1 : 0;
}
