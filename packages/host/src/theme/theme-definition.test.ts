import { expect, test } from "vitest";
import { createTheme, readThemeDefinition } from "./theme-definition.ts";
import { FALLBACK_TOKENS, THEME_TOKENS } from "./tokens.ts";

const REQUIRED = THEME_TOKENS.filter((token) => !FALLBACK_TOKENS.has(token));

function file(change: Record<string, unknown> = {}, colors: Record<string, unknown> = {}): string {
	const all = Object.fromEntries(REQUIRED.map((token) => [token, "#123456"]));
	return JSON.stringify({ name: "mine", colors: { ...all, ...colors }, ...change });
}

function problemsOf(text: string): readonly string[] {
	const reading = readThemeDefinition(text);
	return reading.ok ? [] : reading.problems;
}

test("variables are followed, and what may be left out takes its neighbour's colour (R06, Y04)", () => {
	const text = file(
		{
			vars: { base: "okhsl(250 60% 55%)", primary: "base", none: "" },
			appearance: "light",
			export: { pageBg: "primary" },
		},
		{ accent: "primary", muted: 39, text: "none", thinkingXhigh: "primary", searchMatchText: "#fff" },
	);
	const reading = readThemeDefinition(text);
	if (!reading.ok) throw new Error(reading.problems.join("; "));
	const { colors, ...rest } = reading.definition;
	const { accent, muted, scrollbarTrack, scrollbarThumb, searchMatchBg, searchMatchText, thinkingMax } = colors;

	expect([accent, muted, scrollbarTrack, scrollbarThumb, searchMatchBg, searchMatchText, thinkingMax]).toEqual([
		"okhsl(250 60% 55%)",
		39,
		39,
		"",
		"#123456",
		"#fff",
		"okhsl(250 60% 55%)",
	]);
	expect([rest, Object.keys(colors).length]).toEqual([
		{ name: "mine", appearance: "light", export: { pageBg: "okhsl(250 60% 55%)" } },
		56,
	]);
});

test("a theme keeps its name, its place and its colours", () => {
	const reading = readThemeDefinition(file({ appearance: "light" }, { accent: "#0af" }));
	if (!reading.ok) throw new Error(reading.problems.join("; "));
	const theme = createTheme(reading.definition, "truecolor", { sourcePath: "/themes/mine.json" });
	expect([
		theme.name,
		theme.sourcePath,
		theme.appearance,
		theme.fg("accent", "x"),
		theme.bg("selectedBg", "x"),
	]).toEqual([
		"mine",
		"/themes/mine.json",
		"light",
		"\u001b[38;2;0;170;255mx\u001b[39m",
		"\u001b[48;2;18;52;86mx\u001b[49m",
	]);
});

test("everything that is wrong is told at once, each with its key (R06, Y04)", () => {
	const text = file(
		{
			extra: 1,
			$schema: 7,
			name: "a/b",
			appearance: "dusk",
			vars: { a: "b", b: "c", c: "a", d: "a", lost: "nowhere", broken: "#12", before: "wide", wide: 300 },
			export: { pageBg: 300, frame: "#fff" },
		},
		{ accent: undefined, zzz: "#fff", mdHr: 300, dim: "missing", text: null, muted: "a", border: "broken" },
	);
	expect(problemsOf(text)).toEqual([
		"extra: no such field",
		"$schema: must be a string",
		'name: "a/b" must not contain "/"',
		'appearance: must be "dark" or "light"',
		"colors.zzz: no such colour",
		"colors.accent: is missing",
		'vars.broken: "#12" is not written like "#0af" or "#00aaff"',
		"vars.a: leads back to itself (a → b → c → a)",
		'colors.dim: there is no variable "missing"',
		"colors.text: must be a string or a number",
		"colors.mdHr: 300 is not a whole number from 0 to 255",
		"vars.wide: 300 is not a whole number from 0 to 255",
		"export.frame: no such colour",
		"export.pageBg: 300 is not a whole number from 0 to 255",
		'vars.lost: there is no variable "nowhere"',
	]);
});

test("every colour the schema requires is missed by name (Y04)", () => {
	const problems = problemsOf('{"name":"x","colors":{}}').map((problem) =>
		problem.replace(/^colors\.(\w+): .+$/, "$1"),
	);
	expect(problems.toSorted().join(" ")).toBe(
		"accent bashMode border borderAccent borderMuted customMessageBg customMessageLabel customMessageText dim error " +
			"mdCode mdCodeBlock mdCodeBlockBorder mdHeading mdHr mdLink mdLinkUrl mdListBullet mdQuote mdQuoteBorder muted " +
			"selectedBg success syntaxComment syntaxFunction syntaxKeyword syntaxNumber syntaxOperator syntaxPunctuation " +
			"syntaxString syntaxType syntaxVariable text thinkingHigh thinkingLow thinkingMedium thinkingMinimal thinkingOff " +
			"thinkingText thinkingXhigh toolDiffAdded toolDiffContext toolDiffRemoved toolErrorBg toolOutput toolPendingBg " +
			"toolSuccessBg toolTitle userMessageBg userMessageText warning",
	);
});

test.each<[string, string[]]>([
	["[]", ["a theme is an object"]],
	["{}", ["name: is missing", "colors: is missing"]],
	['{"name":"","colors":[]}', ["name: must not be empty", "colors: must be an object"]],
	[file({ name: "system" }), ['name: "system" is reserved']],
	[file({ name: 3, vars: [] }), ["vars: must be an object", "name: must be a string"]],
	// Names that every object has are no variables and no colours.
	[
		file({}, { accent: "constructor", toString: "#fff" }),
		["colors.toString: no such colour", 'colors.accent: there is no variable "constructor"'],
	],
])("%.40s is no theme", (text, problems) => {
	expect(problemsOf(text)).toEqual(problems);
});

test("variables that nothing uses and colours of exports do no harm when they lead nowhere, and are told (R06)", () => {
	const vars = { lost: "nowhere", a: "b", b: "a", fine: "#fff" };
	const reading = readThemeDefinition(file({ vars, export: { pageBg: "gone", cardBg: "fine" } }, { accent: "fine" }));
	expect(reading.ok && [reading.definition.export, reading.definition.colors.accent, reading.remarks]).toEqual([
		{ cardBg: "#fff" },
		"#fff",
		[
			'vars.lost: there is no variable "nowhere"',
			"vars.a: leads back to itself (a → b → a)",
			'export.pageBg: there is no variable "gone"',
		],
	]);
});

test("text that is no JSON says so, and a byte order mark does no harm", () => {
	expect(problemsOf('{"name": ')).toEqual([expect.stringMatching(/^not valid JSON: /)]);
	expect(problemsOf(`\uFEFF${file()}`)).toEqual([]);
});
