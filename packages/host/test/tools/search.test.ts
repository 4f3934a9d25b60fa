import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { findRipgrep } from "../../src/platform/ripgrep.ts";
import { createSearch } from "../../src/platform/search/local-search.ts";
import { createPlainEngine, plainEngine } from "../../src/platform/search/plain-engine.ts";
import { createRipgrepEngine } from "../../src/platform/search/ripgrep-engine.ts";
import { createFindTool } from "../../src/tools/find/find-tool.ts";
import { createLsTool } from "../../src/tools/ls/ls-tool.ts";
import { describeSearch } from "./describe-search.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { textOf } from "./tool-outcome.ts";

describeSearch(
	"with ripgrep",
	createSearch(async () => createRipgrepEngine((await findRipgrep())!)),
);

describeSearch(
	"without ripgrep",
	createSearch(async () => plainEngine),
);

test("a pattern that would be tried without end is given up with advice", async () => {
	const folder = scratchFolder();
	folder.write("x.txt", `${"x".repeat(60)}\n`);
	const search = createSearch(async () => createPlainEngine(20));
	await expect(search.grep({ pattern: "^(x+x+)+y$", path: folder.path, limit: 1 }, undefined)).rejects.toThrow(
		'Invalid search pattern "^(x+x+)+y$": it takes too long in x.txt; a simpler one may do',
	);
});

test("find asks operations for one more than it shows and makes paths relative", async () => {
	const asked: unknown[] = [];
	const operations = {
		exists: () => true,
		glob: (...call: unknown[]) => {
			asked.push(call);
			return ["src/a.ts", "/remote/src/b.ts", "/remote/docs/"];
		},
	};
	const tool = createFindTool("/remote", { operations });
	expect([await textOf(tool.execute("call", { pattern: "*", limit: 3 })), asked]).toEqual([
		"src/a.ts\nsrc/b.ts\ndocs/",
		[["*", "/remote", { ignore: ["**/node_modules/**", "**/.git/**"], limit: 4 }]],
	]);
});

test("an aborted listing throws the reason of the abort", async () => {
	const signal = AbortSignal.abort(new Error("stopped"));
	expect(await textOf(createLsTool(scratchFolder().path).execute("call", {}, signal))).toBe("throws: stopped");
});

test("ls sorts without regard to case, marks folders, and shows dotfiles and broken links", async () => {
	const folder = scratchFolder();
	for (const name of ["a", "B", ".dot", "_u", "sub/x"]) folder.write(name, "");
	symlinkSync("sub", `${folder.path}/link`);
	symlinkSync("/no/such", `${folder.path}/broken`);
	const tool = createLsTool(folder.path);
	expect(await textOf(tool.execute("call", {}))).toBe("_u\n.dot\na\nB\nbroken\nlink/\nsub/");
	expect(await tool.execute("call", { limit: 2 })).toEqual({
		content: [{ type: "text", text: "_u\n.dot\n\n[2 entries limit reached. Use limit=4 for more]" }],
		details: { entryLimitReached: 2 },
	});
});

test("ls says what it cannot list", async () => {
	const folder = scratchFolder();
	folder.write("z.log", "");
	mkdirSync(`${folder.path}/empty`);
	const tool = createLsTool(folder.path);
	const ls = (path: string): Promise<string> => textOf(tool.execute("call", { path }));
	expect([await ls("empty"), await ls("nope"), await ls("z.log")]).toEqual([
		"(empty directory)",
		`throws: Path not found: ${folder.path}/nope`,
		`throws: Cannot list ${folder.path}/z.log: it is not a directory`,
	]);
});
