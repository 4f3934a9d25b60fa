import { expect, expectTypeOf, test } from "vitest";
import { formatDiagnostic } from "../base/diagnostic.ts";
import type { Settings } from "./schema.ts";
import { mergeSettings, type EffectiveSettings } from "./settings.ts";

type Values = Record<string, unknown>;

function merge(
	user: Values,
	project: Values = {},
	projectTrusted: "trusted" | "untrusted" = "trusted",
): EffectiveSettings {
	return mergeSettings({
		user: { file: { path: "/u/settings.json", values: user, diagnostics: [] }, baseDir: "/u" },
		project: { file: { path: "/p/settings.json", values: project, diagnostics: [] }, baseDir: "/p" },
		projectTrusted: projectTrusted === "trusted",
	});
}

test("scalars of the project override, objects merge, and unknown keys are kept", () => {
	const user = { theme: "a", retry: { maxRetries: 1, enabled: false }, custom: { a: 1, b: 2 } };
	const project = { theme: "b", retry: { maxRetries: 9, provider: { timeoutMs: 5 } }, custom: { b: 3 } };
	expect(merge(user, project).configured).toEqual({
		theme: "b",
		retry: { maxRetries: 9, enabled: false, provider: { timeoutMs: 5 } },
		custom: { a: 1, b: 3 },
	});
});

test("defaults fill in what nobody set", () => {
	const { settings } = merge({ retry: { maxRetries: 1 } });
	expect([settings.retry, settings.steeringMode, settings.defaultModel]).toEqual([
		{
			maxRetries: 1,
			enabled: true,
			baseDelayMs: 2000,
			maxAgentDelayMs: 60000,
			provider: { maxRetries: 0, maxRetryDelayMs: 60000 },
		},
		"one-at-a-time",
		undefined,
	]);
});

test("resource lists combine, project first, each entry with its own folder", () => {
	const effective = merge({ skills: ["u"], packages: ["npm:x"] }, { skills: ["./p"], packages: [{ source: "./y" }] });
	expect([effective.resources.skills, effective.packages, effective.settings.skills]).toEqual([
		[
			{ entry: "./p", scope: "project", baseDir: "/p" },
			{ entry: "u", scope: "user", baseDir: "/u" },
		],
		[
			{ entry: { source: "./y" }, scope: "project", baseDir: "/p" },
			{ entry: "npm:x", scope: "user", baseDir: "/u" },
		],
		["./p", "u"],
	]);
});

test("an untrusted project changes nothing, its session directory included", () => {
	const effective = merge({ theme: "a" }, { theme: "b", skills: ["s"], sessionDir: "here" }, "untrusted");
	expect([effective.configured, effective.resources.skills]).toEqual([{ theme: "a" }, []]);
});

test.each(["defaultProjectTrust", "httpProxy", "selfUpdateCommand", "cacheWarming"])(
	"%s of a project file is ignored with a diagnostic",
	(key) => {
		const values: Values = {
			defaultProjectTrust: "always",
			httpProxy: "x",
			selfUpdateCommand: ["x"],
			cacheWarming: "off",
		};
		const effective = merge({}, { [key]: values[key] });
		expect([effective.configured, effective.diagnostics.map(formatDiagnostic)]).toEqual([
			{},
			[`/p/settings.json: setting "${key}" is ignored: it belongs in the user's settings`],
		]);
	},
);

test.each([
	[{ steeringMode: "some" }, 'setting "steeringMode" is ignored: expected "all" or "one-at-a-time"'],
	[{ retry: { maxRetries: "3" } }, 'setting "retry.maxRetries" is ignored: expected a number of at least 0'],
	[{ editorPaddingX: 9 }, 'setting "editorPaddingX" is ignored: expected a whole number from 0 to 3'],
	[{ quietStartup: "footer" }, 'setting "quietStartup" is ignored: expected true or false or "header"'],
	[{ extensions: "x" }, 'setting "extensions" is ignored: expected a list of strings'],
	[{ packages: [{}] }, 'setting "packages" is ignored: expected a list of sources or of objects with a source'],
	[
		{ modelThinkingLevels: { "a/b": "huge" } },
		'setting "modelThinkingLevels" is ignored: expected an object of thinking levels',
	],
	[
		{ compaction: { reserveTokens: -1 } },
		'setting "compaction.reserveTokens" is ignored: expected a whole number of at least 0',
	],
	[{ retry: 5 }, 'setting "retry" is ignored: expected an object'],
	[{ retry: { provider: [] } }, 'setting "retry.provider" is ignored: expected an object'],
])("an impossible value is reported and the default holds: %j", (user, line) => {
	const effective = merge(user);
	expect([effective.diagnostics.map((d) => d.message), effective.settings]).toEqual([[line], merge({}).settings]);
});

test("an impossible project value leaves the user's value in place", () => {
	expect(merge({ theme: "mine" }, { theme: 7 }).settings.theme).toBe("mine");
});

test.each([
	[{ queueMode: "all" }, { steeringMode: "all" }],
	[{ queueMode: "all", steeringMode: "one-at-a-time" }, { steeringMode: "one-at-a-time" }],
	[{ websockets: true }, { transport: "websocket" }],
	[{ retry: { maxDelayMs: 9 } }, { retry: { provider: { maxRetryDelayMs: 9 } } }],
	[{ skills: { enableSkillCommands: false, customDirectories: ["d"] } }, { enableSkillCommands: false, skills: ["d"] }],
])("an older name is read as today's: %j", (old, today) => {
	expect(merge(old).configured).toEqual(today);
});

test.each([
	[
		["a", "b"],
		["+c", "-a"],
		["a", "b", "+c", "-a"],
	],
	[["a", "b"], ["c"], ["c"]],
	[["a"], [], []],
	[undefined, ["+c"], ["+c"]],
	[["+x"], undefined, ["+x"]],
])("defaultTools %j and a project's %j make %j", (user, project, merged) => {
	const asValues = (list: string[] | undefined) => (list === undefined ? {} : { defaultTools: list });
	expect(merge(asValues(user), asValues(project)).configured.defaultTools).toEqual(merged);
});

test("a key called __proto__ reaches no prototype", () => {
	merge({}, JSON.parse('{"__proto__": {"polluted": true}, "a": {"__proto__": {"polluted": true}}}') as Values);
	expect(({} as Values)["polluted"]).toBeUndefined();
});

test("the type of the settings follows from the rows", () => {
	expectTypeOf<NonNullable<Settings["retry"]>["maxRetries"]>().toEqualTypeOf<number | undefined>();
	expectTypeOf<Settings["quietStartup"]>().toEqualTypeOf<boolean | "header" | undefined>();
	expectTypeOf<Settings["outputPad"]>().toEqualTypeOf<0 | 1 | undefined>();
	expectTypeOf<Settings["anything"]>().toEqualTypeOf<unknown>();
});
