import { expect, test } from "vitest";
import { createEntryFilter, parseEntry } from "./entry-filter.ts";

test.each([
	["./a", { kind: "plain", pattern: "a" }],
	["!./ext/x.ts", { kind: "exclude", pattern: "ext/x.ts" }],
	["-././a", { kind: "drop", pattern: "a" }],
	["+a", { kind: "include", pattern: "a" }],
	["../a", { kind: "plain", pattern: "../a" }],
	["~/a", { kind: "plain", pattern: "~/a" }],
])("%s is read as %j", (entry, parsed) => {
	expect(parseEntry(entry)).toEqual(parsed);
});

const FILES = ["/b/ext/a.ts", "/b/ext/b.ts", "/b/ext/dir/index.ts", "/other/a.ts"];

test.each([
	[[], FILES],
	[["!a.ts"], ["/b/ext/b.ts", "/b/ext/dir/index.ts"]],
	[["!ext/a.ts"], ["/b/ext/b.ts", "/b/ext/dir/index.ts", "/other/a.ts"]],
	[["!./ext/a.ts"], ["/b/ext/b.ts", "/b/ext/dir/index.ts", "/other/a.ts"]],
	[["!ext/*"], ["/b/ext/dir/index.ts", "/other/a.ts"]],
	[["!ext/**"], ["/other/a.ts"]],
	[
		["!ext/**", "+ext/b.ts"],
		["/b/ext/b.ts", "/other/a.ts"],
	],
	[
		["-ext/b.ts", "+ext/b.ts"],
		["/b/ext/a.ts", "/b/ext/dir/index.ts", "/other/a.ts"],
	],
	[["-a.ts"], FILES],
	[["-ext/dir"], ["/b/ext/a.ts", "/b/ext/b.ts", "/other/a.ts"]],
	[["-/other/a.ts"], ["/b/ext/a.ts", "/b/ext/b.ts", "/b/ext/dir/index.ts"]],
	[["-~/a.ts"], ["/b/ext/a.ts", "/b/ext/b.ts", "/b/ext/dir/index.ts"]],
	[["-../other/a.ts"], ["/b/ext/a.ts", "/b/ext/b.ts", "/b/ext/dir/index.ts"]],
])("entries %j leave %j", async (entries, left) => {
	const filter = await createEntryFilter(entries, { baseDir: "/b", home: "/other" });
	expect(FILES.filter((path) => filter.allows(path, true))).toEqual(left);
});

test("plain entries select where the default is no", async () => {
	const filter = await createEntryFilter(["ext/*.ts", "!b.ts"], { baseDir: "/b", home: "/h" });
	expect(FILES.filter((path) => filter.allows(path, false))).toEqual(["/b/ext/a.ts"]);
});
