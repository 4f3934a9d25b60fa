import type { Brand } from "../platform/brand.ts";
import { FLAGS, type FlagGroup, type FlagRow } from "./flag-table.ts";

/** An option that a loaded extension registered. */
export interface ExtensionFlagRow {
	readonly name: string;
	readonly type: "boolean" | "string";
	readonly description?: string | undefined;
	readonly default?: boolean | string | undefined;
	/** The extension, where it says nothing else about the option. */
	readonly owner?: string | undefined;
}

export interface HelpOptions {
	readonly brand: Brand;
	readonly extensionFlags: readonly ExtensionFlagRow[];
	/** Cells of the terminal. */
	readonly width: number;
}

const GROUPS: readonly FlagGroup[] = ["Output", "Model", "Session", "Tools", "Resources", "Prompt and process"];

/** The whole help text, with the options of extensions (O06). */
export function formatHelp({ brand, extensionFlags, width }: HelpOptions): string {
	const sections = GROUPS.map((group): HelpSection => {
		const rows = FLAGS.filter((row) => row.group === group);
		return { title: `${group} options`, rows: rows.map((row) => [spell(row), row.help]) };
	});
	const ofExtensions: HelpSection = { title: "Options of extensions", rows: extensionFlags.map(describeExtensionFlag) };
	const environment: HelpSection = { title: "Environment", rows: describeEnvironment(brand) };
	return [
		`${brand.title}: a coding agent for the terminal`,
		"",
		`Usage: ${brand.name} [options] [--] [@files...] [messages...]`,
		"",
		"Messages are prompts, answered one after the other. Files and what is piped in go before the first one.",
		...[...sections, ofExtensions, environment].flatMap((section) => formatSection(section, width)),
		"",
	].join("\n");
}

interface HelpSection {
	readonly title: string;
	readonly rows: readonly (readonly [string, string])[];
}

/** Options longer than this stand on a line of their own. */
const MAX_LEFT = 34;
/** Narrower than this, text is not wrapped: the terminal does it no worse. */
const MIN_RIGHT = 30;

function formatSection({ title, rows }: HelpSection, width: number): string[] {
	if (rows.length === 0) return [];
	const left = Math.min(MAX_LEFT, Math.max(...rows.map(([option]) => option.length)));
	const indent = " ".repeat(left + 4);
	const lines = rows.flatMap(([option, help]) => {
		const [first = "", ...rest] = wrapWords(help, Math.max(MIN_RIGHT, width - indent.length));
		const isLong = option.length > left;
		const head = isLong ? [`  ${option}`, indent + first] : [`  ${option.padEnd(left)}  ${first}`];
		return [...head, ...rest.map((line) => indent + line)].map((line) => line.trimEnd());
	});
	return ["", `${title}:`, ...lines];
}

function spell({ short, name, value }: FlagRow): string {
	const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
	return value === undefined ? names : `${names} ${value}`;
}

function describeExtensionFlag(flag: ExtensionFlagRow): [string, string] {
	const words = [flag.description?.replace(/\s+/g, " ").trim() ?? ""];
	if (flag.default !== undefined) words.push(`(default: ${flag.default})`);
	if (words.join("") === "" && flag.owner !== undefined) words.push(`from ${flag.owner}`);
	const option = flag.type === "boolean" ? `--${flag.name}` : `--${flag.name} <text>`;
	return [option, words.filter((word) => word !== "").join(" ")];
}

/** Suffixes of the variables users set most; the prefix is the brand's. */
function describeEnvironment(brand: Brand): [string, string][] {
	const prefix = brand.envPrefixes.at(-1) ?? "PI";
	return [
		[`${prefix}_CODING_AGENT_DIR`, `Folder of settings, models and sessions (default: ~/${brand.configDir}/agent)`],
		[`${prefix}_CODING_AGENT_SESSION_DIR`, "Folder of sessions"],
		[`${prefix}_OFFLINE`, "1 is the same as --offline"],
		["<PROVIDER>_API_KEY", "API key of a provider, such as ANTHROPIC_API_KEY or OPENAI_API_KEY"],
	];
}

function wrapWords(text: string, width: number): string[] {
	const lines: string[] = [];
	for (const word of text.split(" ")) {
		const line = lines.at(-1);
		if (line === undefined || line.length + 1 + word.length > width) lines.push(word);
		else lines[lines.length - 1] = `${line} ${word}`;
	}
	return lines;
}
