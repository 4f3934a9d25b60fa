import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";

const VITEST = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
const REPORTER = fileURLToPath(new URL("reporter.ts", import.meta.url));

const folders: string[] = [];

afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs the given test files in a folder of their own and returns the last line of the output. */
function lastLineOf(files: Readonly<Record<string, string>>): { line: string | undefined; failed: boolean } {
	const folder = mkdtempSync(join(tmpdir(), "tau-reporter-"));
	folders.push(folder);
	const config = `import { CountingReporter } from ${JSON.stringify(REPORTER)};
		export default { test: { globals: true, reporters: ["default", new CountingReporter()] } };`;
	for (const [name, text] of Object.entries({ ...files, "vitest.config.mjs": config })) {
		writeFileSync(join(folder, name), text);
	}
	const run = spawnSync(process.execPath, [VITEST, "run", "--root", folder], { encoding: "utf8" });
	return { line: run.stdout.trimEnd().split("\n").at(-1), failed: run.status !== 0 };
}

test("the last line counts what passed, failed and was skipped, in all files", () => {
	const files = {
		"a.test.js": `test("one", () => {}); test("two", () => {}); test.skip("three", () => {}); test.todo("four");`,
		"b.test.js": `describe("b", () => { test("one", () => { throw new Error("no"); }); test("two", () => {}); });`,
	};

	expect(lastLineOf(files)).toEqual({ line: "3 passed, 1 failed, 2 skipped", failed: true });
});

test("a file that cannot be loaded and an error outside of tests count as failed", () => {
	const files = {
		"a.test.js": `import "./missing.js"; test("never", () => {});`,
		"b.test.js": `test("one", async () => { Promise.reject(new Error("late")); await new Promise(setImmediate); });`,
	};

	expect(lastLineOf(files)).toEqual({ line: "1 passed, 2 failed, 0 skipped", failed: true });
});

test("a green run counts no failure", () => {
	expect(lastLineOf({ "a.test.js": `test("one", () => {});` })).toEqual({
		line: "1 passed, 0 failed, 0 skipped",
		failed: false,
	});
});
