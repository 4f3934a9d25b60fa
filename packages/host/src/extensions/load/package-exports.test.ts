import { expect, test } from "vitest";
import { IMPORT_CONDITIONS, REQUIRE_CONDITIONS, matchTarget } from "./package-exports.ts";

test("a bare target stands for the package itself only", () => {
	expect([".", "./x"].map((key) => matchTarget("./main.js", key, IMPORT_CONDITIONS))).toEqual(["./main.js", undefined]);
});

test("conditions are tried in the order of the manifest, nested and in lists", () => {
	const field = { node: { browser: "./no.js", require: "./r.cjs" }, import: ["./i.js"], default: "./d.js" };
	expect([IMPORT_CONDITIONS, REQUIRE_CONDITIONS].map((conditions) => matchTarget(field, ".", conditions))).toEqual([
		"./i.js",
		"./r.cjs",
	]);
});

test("the longest pattern wins, exact keys before patterns, and null closes", () => {
	const field = {
		"./a": "./exact.js",
		"./*": "./all/*.js",
		"./lib/*": "./lib/*/*.js",
		"./lib/private/*": null,
		"./*.css": "./css/*.css",
	};
	const keys = ["./a", "./b", "./lib/x", "./lib/private/x", "./x.css"];
	expect(keys.map((key) => matchTarget(field, key, IMPORT_CONDITIONS))).toEqual([
		"./exact.js",
		"./all/b.js",
		"./lib/x/x.js",
		undefined,
		"./all/x.css.js",
	]);
});
