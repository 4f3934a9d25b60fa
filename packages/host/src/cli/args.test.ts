import { expect, test } from "vitest";
import { parseArgs, type ParseOptions } from "./args.ts";
import type { CliArgs } from "./cli-args.ts";

const NOTHING = parseArgs([]).args;

function parse(line: string, options: ParseOptions = { extensionFlags: new Map() }) {
	return parseArgs(line === "" ? [] : line.split(" "), options);
}

/** Only what differs from an empty command line. */
function changes(args: CliArgs): Partial<CliArgs> {
	const differs = ([key, value]: [string, unknown]) =>
		JSON.stringify(value) !== JSON.stringify(NOTHING[key as keyof CliArgs]) || (value instanceof Map && value.size > 0);
	return Object.fromEntries(Object.entries(args).filter(differs));
}

test.each<[string, Partial<CliArgs>]>([
	["", {}],
	["-p hi there", { print: true, messages: ["hi", "there"] }],
	["--mode json --print hi", { mode: "json", print: true, messages: ["hi"] }],
	["--model sonnet:high --provider pa", { model: "sonnet:high", provider: "pa" }],
	["--model=a/b --thinking=low", { model: "a/b", thinking: "low" }],
	["--model x --api-key k", { model: "x", apiKey: "k" }],
	["--models a,b/*,,c:low", { models: ["a", "b/*", "c:low"] }],
	["--list-models", { listModels: true }],
	["--list-models son", { listModels: "son" }],
	["--list-models --offline", { listModels: true, offline: true }],
	["-c", { continueSession: true }],
	["-r", { resume: true }],
	["--session abc", { session: "abc" }],
	["--session-id a.b_c-1", { sessionId: "a.b_c-1" }],
	["--fork x --session-id y", { fork: "x", sessionId: "y" }],
	["--session-dir d --no-session -n work", { sessionDir: "d", noSession: true, name: "work" }],
	["-t read,mcp__* -xt write", { tools: ["read", "mcp__*"], excludeTools: ["write"] }],
	["--tools -write", { tools: ["-write"] }],
	["--tools +codemode,-write", { tools: ["+codemode", "-write"] }],
	["--tools=", { tools: [] }],
	["-nbt -nt", { noBuiltinTools: true, noTools: true }],
	["-e a.ts -e builtin:mcp -ne --no-mcp", { extensions: ["a.ts", "builtin:mcp"], noExtensions: true, noMcp: true }],
	[
		"--skill s -ns --prompt-template t -np",
		{ skills: ["s"], noSkills: true, promptTemplates: ["t"], noPromptTemplates: true },
	],
	[
		"--theme t --use-theme a/b --no-themes -nc",
		{ themes: ["t"], useTheme: "a/b", noThemes: true, noContextFiles: true },
	],
	[
		"--system-prompt s --append-system-prompt a --append-system-prompt b",
		{ systemPrompt: "s", appendSystemPrompt: ["a", "b"] },
	],
	["--system-prompt=", { systemPrompt: "" }],
	["--tui-mode regular --verbose --offline", { tuiMode: "regular", verbose: true, offline: true }],
	["-a", { projectTrust: true }],
	["-na", { projectTrust: false }],
	["--strict-extensions", { strictExtensions: true }],
	["-h -v", { help: true, version: true }],
	["--export in.jsonl", { exportInput: "in.jsonl" }],
	["--export in.jsonl out.html", { exportInput: "in.jsonl", exportOutput: "out.html" }],
	["@a.txt hi @~/b.png", { files: ["a.txt", "~/b.png"], messages: ["hi"] }],
	["-p -- --model -x @a", { print: true, messages: ["--model", "-x", "@a"] }],
	["--model a --model b", { model: "b" }],
])("%j is read", (line, expected) => {
	const { args, diagnostics } = parse(line);
	expect([changes(args), diagnostics]).toEqual([expected, []]);
});

test.each<[string, string[]]>([
	["--nosuch", ["unknown option: --nosuch (see --help)"]],
	["-Z", ["unknown option: -Z (see --help)"]],
	["-pn x", ["unknown option: -pn (see --help)"]],
	["- hi", ["unknown option: - (see --help)"]],
	["--no-bf", ["unknown option: --no-bf (see --help)"]],
	["--model", ["--model needs a value: <pattern>"]],
	["--model --print", ["--model needs a value: <pattern>"]],
	["--model -p", ["--model needs a value: <pattern>"]],
	["--model=", ["--model needs a value: <pattern>"]],
	["--name= hi", ["--name needs a value: <name>"]],
	["--print=false", ["--print takes no value"]],
	["--mode foo", ['--mode cannot be "foo"; use text, json, rpc']],
	["--tui-mode x", ['--tui-mode cannot be "x"; use fullscreen, regular']],
	["--fork x -c --no-session", ["--fork cannot be combined with --continue, --no-session"]],
	["--fork x --session y -r", ["--fork cannot be combined with --session, --resume"]],
	["--session-id a -c", ["--session-id cannot be combined with --continue"]],
	["--session-id a --session b -r", ["--session-id cannot be combined with --session, --resume"]],
	["-a -na", ["--approve cannot be combined with --no-approve"]],
	[
		"--session-id -bad",
		["--session-id may hold letters, numbers, ., _ and -, and begins and ends with a letter or number"],
	],
	[
		"--session-id bad!",
		["--session-id may hold letters, numbers, ., _ and -, and begins and ends with a letter or number"],
	],
	["--provider p", ["--provider needs --model"]],
	["--api-key k", ["--api-key needs a model chosen by --model or --models"]],
	["--tools +a,b", ["--tools takes either names or +name and -name entries, not both"]],
	["--mode rpc @a", ["@file arguments cannot be used in RPC mode"]],
])("%j is refused in one line", (line, messages) => {
	expect(parse(line).diagnostics).toEqual(messages.map((message) => ({ severity: "error", message })));
});

test("an unknown thinking level is ignored with a warning", () => {
	const { args, diagnostics } = parse("--thinking foo hi");
	expect([changes(args), diagnostics]).toEqual([
		{ messages: ["hi"] },
		[
			{
				severity: "warning",
				message: '--thinking cannot be "foo"; use off, minimal, low, medium, high, xhigh, max; it is ignored',
			},
		],
	]);
});

test("the first pass keeps unknown long options for later and still refuses short ones", () => {
	const { unknownFlags, diagnostics, args } = parse("--plan --depth=3 -e x.ts -Q", {});
	expect([unknownFlags, diagnostics.map(({ message }) => message), args.extensions]).toEqual([
		["plan", "depth"],
		["unknown option: -Q (see --help)"],
		["x.ts"],
	]);
});

const EXTENSION_FLAGS = new Map([
	["bf", "boolean"],
	["sf", "string"],
] as const);

test.each<[string, [string, boolean | string][], string[], string[]]>([
	["--bf hi", [["bf", true]], ["hi"], []],
	["--bf=false hi", [["bf", true]], ["hi"], []],
	["--sf v hi", [["sf", "v"]], ["hi"], []],
	["--sf=v hi", [["sf", "v"]], ["hi"], []],
	["--sf= hi", [["sf", ""]], ["hi"], []],
	["--sf=-x", [["sf", "-x"]], [], []],
	["hi --sf", [], ["hi"], ["--sf needs a value"]],
	["--sf --bf hi", [["bf", true]], ["hi"], ["--sf needs a value"]],
	["--sf -- hi", [], ["hi"], ["--sf needs a value"]],
	["--bf -- --sf", [["bf", true]], ["--sf"], []],
	["--sf a --sf b", [["sf", "b"]], [], []],
	["--other", [], [], ["unknown option: --other (see --help)"]],
])("the second pass reads %j by the types of the extensions' options (API14)", (line, flags, messages, errors) => {
	const { args, diagnostics } = parse(line, { extensionFlags: EXTENSION_FLAGS });
	expect([[...args.extensionFlags], args.messages, diagnostics.map(({ message }) => message)]).toEqual([
		flags,
		messages,
		errors,
	]);
});
