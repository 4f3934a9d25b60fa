import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { execCommand } from "../../src/platform/exec-command.ts";
import { ensureShim, prependToPath, withProgramShim } from "../../src/platform/program-shim.ts";

let folder: string;
const before = process.env["PI_CODING_AGENT_DIR"];

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), "tau shim's ")));
	process.env["PI_CODING_AGENT_DIR"] = folder;
});

afterEach(() => {
	if (before === undefined) delete process.env["PI_CODING_AGENT_DIR"];
	else process.env["PI_CODING_AGENT_DIR"] = before;
	rmSync(folder, { recursive: true, force: true });
});

test("a child process that starts pi by name gets this program on this Node", async () => {
	const dir = join(folder, "bin");
	const script = join(folder, "show.js");
	const shim = { dir, node: process.execPath, script, names: ["pi", "tau"], platform: "linux" as const };
	writeFileSync(script, "console.log(process.version, ...process.argv.slice(2))");
	expect([ensureShim(shim), ensureShim(shim), readdirSync(dir)]).toEqual([true, true, ["pi", "tau"]]);

	const run = `PATH='${dir.replaceAll("'", "'\\''")}':$PATH; pi "a b" '$c'; tau`;
	const { stdout } = await execCommand("sh", ["-c", run]);

	expect(stdout).toBe(`${process.version} a b $c\n${process.version}\n`);
	expect([statSync(dir).mode & 0o777, statSync(join(dir, "pi")).mode & 0o111]).toEqual([0o700, 0o111]);
});

test("programs that the host starts find the folder first and their own PATH behind it", async () => {
	const { stdout } = await execCommand("sh", ["-c", 'command -v pi; echo "$PATH"']);
	const [found, path] = stdout.trim().split("\n");
	const [first, ...rest] = path!.split(delimiter);

	expect([found, rest]).toEqual([join(first!, "pi"), (process.env["PATH"] ?? "").split(delimiter)]);
	expect(first!.startsWith(join(folder, "cache", "bin"))).toBe(true);
});

test("the PATH of a nested run has the folder once", () => {
	expect(prependToPath({ Path: ["/a", "/shim", "/b"].join(delimiter), X: "1" }, "/shim")).toEqual({
		Path: ["/shim", "/a", "/b"].join(delimiter),
		X: "1",
	});
});

test("on Windows there is a file for cmd, too", () => {
	const dir = join(folder, "win");
	ensureShim({ dir, node: "C:\\node.exe", script: "C:\\tau.js", names: ["pi"], platform: "win32" });
	expect(readdirSync(dir)).toEqual(["pi", "pi.cmd"]);
});

test("where the folder cannot be made the process starts with the environment as it is", () => {
	process.env["PI_CODING_AGENT_DIR"] = "/dev/null/nowhere";
	const env = { PATH: "/usr/bin" };
	expect(withProgramShim(env)).toBe(env);
});
