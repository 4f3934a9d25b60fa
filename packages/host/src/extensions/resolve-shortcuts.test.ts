import { expect, test } from "vitest";
import type { ExtensionRecord } from "./extension-record.ts";
import { resolveShortcuts } from "./resolve-shortcuts.ts";

const record = (path: string, ...keys: string[]): ExtensionRecord =>
	({ path, shortcuts: new Map(keys.map((key) => [key, { description: path, handler: () => {} }])) }) as never;

const BINDINGS = new Map([
	["app.interrupt", ["escape"]],
	["app.clear", ["ctrl+c"]],
	["app.clipboard.pasteImage", ["ctrl+v"]],
]);

test("the last shortcut on a key wins, reserved keys are refused, others are taken over, each with a warning (L18, API13)", () => {
	const records = [record("a.ts", "f5", "Ctrl+C"), record("b.ts", "F5", "ctrl+v", "shift+ctrl+x")];

	const { shortcuts, warnings } = resolveShortcuts(records, BINDINGS);

	expect([shortcuts.map(({ key, options }) => [key, options.description]), warnings]).toEqual([
		[
			["F5", "b.ts"],
			["ctrl+v", "b.ts"],
			["shift+ctrl+x", "b.ts"],
		],
		[
			"a.ts: the shortcut Ctrl+C is left out, its key belongs to app.clear",
			"b.ts: the shortcut F5 takes the place of a.ts's",
			"b.ts: the shortcut ctrl+v takes the key of app.clipboard.pasteImage",
		],
	]);
});
