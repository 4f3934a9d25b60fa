import type { Diagnostic } from "../base/diagnostic.ts";
import { isThinkingLevel } from "../models/thinking-level.ts";
import { hasMixedEntries } from "../settings/tool-selection.ts";
import type { CliArgs } from "./cli-args.ts";
import type { FlagRow } from "./flag-table.ts";
import { readTokens, unknownOption, type ExtensionFlagTypes, type TokenReading } from "./read-tokens.ts";

export interface ParsedArgs {
	readonly args: CliArgs;
	/** Errors end the program; each is one line. */
	readonly diagnostics: readonly Diagnostic[];
	/** Long options that are nobody's so far, without dashes. In the second pass they are errors as well. */
	readonly unknownFlags: readonly string[];
}

export interface ParseOptions {
	/**
	 * Options of the loaded extensions. Without them this is the first pass: unknown long options are kept for later,
	 * and `messages` may still hold their values.
	 */
	readonly extensionFlags?: ExtensionFlagTypes;
}

/** Reads the command line (O06). Called twice over the same words: before and after extensions registered options. */
export function parseArgs(words: readonly string[], options: ParseOptions = {}): ParsedArgs {
	const reading = readTokens(words, options.extensionFlags ?? new Map());
	const problems: Problems = { errors: [...reading.errors], warnings: [] };
	const args = interpret(reading, problems);
	if (options.extensionFlags !== undefined) {
		problems.errors.push(...reading.unknown.map((name) => unknownOption(`--${name}`)));
	}
	problems.errors.push(...findConflicts(args, new Set(reading.flags.map(({ row }) => row.name))));
	return {
		args,
		unknownFlags: reading.unknown,
		diagnostics: [
			...problems.errors.map((message): Diagnostic => ({ severity: "error", message })),
			...problems.warnings.map((message): Diagnostic => ({ severity: "warning", message })),
		],
	};
}

interface Problems {
	readonly errors: string[];
	readonly warnings: string[];
}

/** The texts given for each option, without those that cannot be. */
type Given = ReadonlyMap<string, readonly string[]>;

function interpret(reading: TokenReading, problems: Problems): CliArgs {
	const given = collect(reading, problems);
	const isExport = given.has("export");
	return {
		...readOutputArgs(given),
		...readModelArgs(given),
		...readSessionArgs(given),
		...readToolArgs(given),
		...readResourceArgs(given),
		...readProcessArgs(given),
		...optional("exportOutput", isExport ? reading.messages[0] : undefined),
		messages: reading.messages.slice(isExport ? 1 : 0),
		files: [...reading.files],
		extensionFlags: new Map(reading.extensionFlags),
	};
}

function last(given: Given, name: string): string | undefined {
	return given.get(name)?.at(-1);
}

function all(given: Given, name: string): string[] {
	return [...(given.get(name) ?? [])];
}

function readOutputArgs(given: Given): Pick<CliArgs, "print" | "mode" | "exportInput" | "help" | "version"> {
	return {
		print: given.has("print"),
		...optional("mode", last(given, "mode") as CliArgs["mode"]),
		...optional("exportInput", last(given, "export")),
		help: given.has("help"),
		version: given.has("version"),
	};
}

type ModelArgs = Pick<CliArgs, "model" | "provider" | "apiKey" | "thinking" | "models" | "listModels">;

function readModelArgs(given: Given): ModelArgs {
	const thinking = last(given, "thinking");
	const search = last(given, "list-models");
	return {
		...optional("model", last(given, "model")),
		...optional("provider", last(given, "provider")),
		...optional("apiKey", last(given, "api-key")),
		...optional("thinking", thinking !== undefined && isThinkingLevel(thinking) ? thinking : undefined),
		models: splitList(last(given, "models")),
		...optional("listModels", search === "" ? (true as const) : search),
	};
}

type SessionArgs = Pick<
	CliArgs,
	"continueSession" | "resume" | "session" | "sessionId" | "fork" | "sessionDir" | "noSession" | "name"
>;

function readSessionArgs(given: Given): SessionArgs {
	return {
		continueSession: given.has("continue"),
		resume: given.has("resume"),
		...optional("session", last(given, "session")),
		...optional("sessionId", last(given, "session-id")),
		...optional("fork", last(given, "fork")),
		...optional("sessionDir", last(given, "session-dir")),
		noSession: given.has("no-session"),
		...optional("name", last(given, "name")?.trim()),
	};
}

function readToolArgs(given: Given): Pick<CliArgs, "tools" | "excludeTools" | "noBuiltinTools" | "noTools"> {
	return {
		...optional("tools", given.has("tools") ? splitList(last(given, "tools")) : undefined),
		excludeTools: splitList(last(given, "exclude-tools")),
		noBuiltinTools: given.has("no-builtin-tools"),
		noTools: given.has("no-tools"),
	};
}

type ResourceArgs = Pick<
	CliArgs,
	| "extensions"
	| "noExtensions"
	| "noMcp"
	| "skills"
	| "noSkills"
	| "promptTemplates"
	| "noPromptTemplates"
	| "themes"
	| "useTheme"
	| "noThemes"
	| "noContextFiles"
	| "strictExtensions"
>;

function readResourceArgs(given: Given): ResourceArgs {
	return {
		extensions: all(given, "extension"),
		noExtensions: given.has("no-extensions"),
		noMcp: given.has("no-mcp"),
		skills: all(given, "skill"),
		noSkills: given.has("no-skills"),
		promptTemplates: all(given, "prompt-template"),
		noPromptTemplates: given.has("no-prompt-templates"),
		themes: all(given, "theme"),
		...optional("useTheme", last(given, "use-theme")),
		noThemes: given.has("no-themes"),
		noContextFiles: given.has("no-context-files"),
		strictExtensions: given.has("strict-extensions"),
	};
}

type ProcessArgs = Pick<
	CliArgs,
	"systemPrompt" | "appendSystemPrompt" | "tuiMode" | "verbose" | "projectTrust" | "offline"
>;

function readProcessArgs(given: Given): ProcessArgs {
	const refused = given.has("no-approve") ? false : undefined;
	return {
		...optional("systemPrompt", last(given, "system-prompt")),
		appendSystemPrompt: all(given, "append-system-prompt"),
		...optional("tuiMode", last(given, "tui-mode") as CliArgs["tuiMode"]),
		verbose: given.has("verbose"),
		...optional("projectTrust", given.has("approve") ? true : refused),
		offline: given.has("offline"),
	};
}

function collect(reading: TokenReading, problems: Problems): Given {
	const given = new Map<string, string[]>();
	for (const { row, value } of reading.flags) {
		if (value !== undefined && !isPossible(row, value, problems)) continue;
		given.set(row.name, [...(given.get(row.name) ?? []), value ?? ""]);
	}
	return given;
}

/** Texts may be empty on purpose; everything else names something. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(["system-prompt", "append-system-prompt", "tools", "exclude-tools"]);

function isPossible(row: FlagRow, value: string, problems: Problems): boolean {
	if (value.trim() === "" && !MAY_BE_EMPTY.has(row.name) && row.kind !== "optional") {
		problems.errors.push(`--${row.name} needs a value: ${row.value}`);
		return false;
	}
	if (row.choices === undefined || row.choices.includes(value)) return true;
	const message = `--${row.name} cannot be "${value}"; use ${row.choices.join(", ")}`;
	if (row.onWrongChoice === "ignore") problems.warnings.push(`${message}; it is ignored`);
	else problems.errors.push(message);
	return false;
}

const SESSION_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

interface Clash {
	readonly option: string;
	readonly others: readonly string[];
}

const CLASHES: readonly Clash[] = [
	{ option: "fork", others: ["session", "continue", "resume", "no-session"] },
	{ option: "session-id", others: ["session", "continue", "resume"] },
	{ option: "approve", others: ["no-approve"] },
];

/** Combinations that contradict themselves, one line each. */
function findConflicts(args: CliArgs, chosen: ReadonlySet<string>): string[] {
	const lines = CLASHES.flatMap(({ option, others }) => {
		const clashing = others.filter((other) => chosen.has(other)).map((other) => `--${other}`);
		if (!chosen.has(option) || clashing.length === 0) return [];
		return [`--${option} cannot be combined with ${clashing.join(", ")}`];
	});
	if (args.sessionId !== undefined && !SESSION_ID.test(args.sessionId)) {
		lines.push("--session-id may hold letters, numbers, ., _ and -, and begins and ends with a letter or number");
	}
	if (args.provider !== undefined && args.model === undefined) lines.push("--provider needs --model");
	if (args.apiKey !== undefined && args.model === undefined && args.models.length === 0) {
		lines.push("--api-key needs a model chosen by --model or --models");
	}
	if (args.tools !== undefined && hasMixedEntries(args.tools)) {
		lines.push("--tools takes either names or +name and -name entries, not both");
	}
	if (args.mode === "rpc" && args.files.length > 0) lines.push("@file arguments cannot be used in RPC mode");
	return lines;
}

function optional<Key extends keyof CliArgs, Value>(key: Key, value: Value | undefined): { [K in Key]?: Value } {
	return value === undefined ? {} : ({ [key]: value } as { [K in Key]: Value });
}

function splitList(text: string | undefined): string[] {
	return (text ?? "")
		.split(",")
		.map((part) => part.trim())
		.filter((part) => part !== "");
}
