import type { Environment } from "../platform/brand.ts";

/** How a credential or header value is written in a file or by an extension (V02). */
export type ConfigValue =
	| { readonly type: "command"; readonly command: string }
	| { readonly type: "text"; readonly parts: readonly ConfigValuePart[] };

export type ConfigValuePart = { readonly text: string } | { readonly variable: string };

/** Runs a command line and gives its standard output; rejects when the command fails. */
export type CommandRunner = (command: string, signal: AbortSignal) => Promise<string>;

export interface ValueSources {
	readonly env: Environment;
	readonly runCommand: CommandRunner;
}

export type ResolvedValue =
	| { readonly ok: true; readonly value: string }
	| { readonly ok: false; readonly problem: string };

/** `$$` and `$!` escape; `${NAME}` and `$NAME` are variables; any other dollar sign is itself. */
const SPECIAL = /\$(?:([$!])|\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** A leading `!` makes the rest a command; otherwise text with variables in it. */
export function parseConfigValue(source: string): ConfigValue {
	if (source.startsWith("!")) return { type: "command", command: source.slice(1).trim() };
	const parts: ConfigValuePart[] = [];
	let end = 0;
	let literal = "";
	for (const match of source.matchAll(SPECIAL)) {
		literal += source.slice(end, match.index);
		end = match.index + match[0].length;
		const variable = match[2] ?? match[3];
		if (variable === undefined) literal += match[1];
		else {
			if (literal !== "") parts.push({ text: literal });
			literal = "";
			parts.push({ variable });
		}
	}
	literal += source.slice(end);
	if (literal !== "") parts.push({ text: literal });
	return { type: "text", parts };
}

/** The value, or why there is none: a variable that is not set, a command that failed or printed nothing. */
export async function resolveConfigValue(
	source: string,
	sources: ValueSources,
	signal: AbortSignal,
): Promise<ResolvedValue> {
	const parsed = parseConfigValue(source);
	if (parsed.type === "command") return runForValue(parsed.command, sources.runCommand, signal);
	const missing = findMissingVariables(parsed, sources.env);
	if (missing.length > 0) return { ok: false, problem: `environment variable ${missing.join(", ")} is not set` };
	return { ok: true, value: parsed.parts.map((part) => textOf(part, sources.env)).join("") };
}

/** True when the value needs no variable that is missing. A command counts: only running it tells more. */
export function canResolveConfigValue(source: string, env: Environment): boolean {
	const parsed = parseConfigValue(source);
	if (parsed.type === "command") return parsed.command !== "";
	return parsed.parts.length > 0 && findMissingVariables(parsed, env).length === 0;
}

/** Runs each command once; what failed stays failed until the program starts again. */
export function cacheCommands(runCommand: CommandRunner): CommandRunner {
	const outputs = new Map<string, Promise<string>>();
	return (command, signal) => {
		const known = outputs.get(command);
		if (known !== undefined) return known;
		const output = runCommand(command, signal);
		outputs.set(command, output);
		// Who gave up waiting says nothing about the command: the next caller may run it again.
		output.catch(() => signal.aborted && outputs.delete(command));
		return output;
	};
}

async function runForValue(command: string, runCommand: CommandRunner, signal: AbortSignal): Promise<ResolvedValue> {
	if (command === "") return { ok: false, problem: "the command after ! is empty" };
	try {
		const value = (await runCommand(command, signal)).trim();
		return value === "" ? { ok: false, problem: `command printed nothing: ${command}` } : { ok: true, value };
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		return { ok: false, problem: `command failed: ${command} (${reason.split("\n", 1)[0]})` };
	}
}

function findMissingVariables(value: Extract<ConfigValue, { type: "text" }>, env: Environment): string[] {
	const names = value.parts.flatMap((part) => ("variable" in part ? [part.variable] : []));
	return [...new Set(names)].filter((name) => (env[name] ?? "") === "");
}

function textOf(part: ConfigValuePart, env: Environment): string {
	return "text" in part ? part.text : (env[part.variable] ?? "");
}
