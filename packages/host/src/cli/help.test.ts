import { expect, test } from "vitest";
import { createBrand } from "../platform/brand.ts";
import { FLAGS } from "./flag-table.ts";
import { formatHelp, type ExtensionFlagRow } from "./help.ts";

const BRAND = createBrand({ name: "tau", configDir: ".pi" });

function help(brand = BRAND, extensionFlags: ExtensionFlagRow[] = [], width = 100): string {
	return formatHelp({ brand, extensionFlags, width });
}

test("help names every option, short and long", () => {
	const text = help();
	const missing = FLAGS.filter(
		({ name, short }) => !text.includes(short === undefined ? `  --${name}` : `  -${short}, --${name}`),
	);
	expect(missing).toEqual([]);
});

test("no two options share a name", () => {
	const names = FLAGS.flatMap(({ name, short }) => (short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]));
	expect(new Set(names).size).toBe(names.length);
});

test("options of extensions are listed with their defaults", () => {
	const text = help(BRAND, [
		{ name: "plan", type: "boolean", description: "Starts in\nplan mode" },
		{ name: "depth", type: "string", default: "3", owner: "/x.ts" },
		{ name: "bare", type: "boolean", owner: "/y.ts" },
	]);
	expect(text.slice(text.indexOf("Options of extensions:"), text.indexOf("\n\nEnvironment"))).toBe(
		[
			"Options of extensions:",
			"  --plan          Starts in plan mode",
			"  --depth <text>  (default: 3)",
			"  --bare          from /y.ts",
		].join("\n"),
	);
});

test("without extensions there is no section for them, and the brand names command and folder", () => {
	const text = help(createBrand({ name: "other", configDir: ".other" }));
	expect([
		text.includes("Options of extensions"),
		text.includes("Usage: other [options]"),
		text.includes("~/.other/agent"),
	]).toEqual([false, true, true]);
});

test.each([60, 80, 120])("lines fit into %d cells", (width) => {
	const long = help(BRAND, [], width)
		.split("\n")
		.filter((line) => line.length > Math.max(width, 70));
	expect(long.filter((line) => !line.includes("Messages are prompts"))).toEqual([]);
});
