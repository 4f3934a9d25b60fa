import { isRecord } from "../base/is-record.ts";
import { parseColor } from "./color.ts";
import { SYSTEM_THEME_NAME } from "./system-theme.ts";
import type { TerminalColorMode } from "./terminal-color.ts";
import { Theme, type ThemeAppearance, type ThemeColorValue, type ThemeOptions } from "./theme.ts";
import { FALLBACK_TOKENS, isThemeToken, THEME_TOKENS, type ThemeToken } from "./tokens.ts";

const EXPORT_KEYS = ["pageBg", "cardBg", "infoBg"] as const;

/** Backgrounds of HTML exports. */
export type ThemeExport = Readonly<Partial<Record<(typeof EXPORT_KEYS)[number], ThemeColorValue>>>;

/** A theme file without its variables: every colour stands for itself, and those left out are filled in. */
export interface ThemeDefinition {
	readonly name: string;
	readonly appearance?: ThemeAppearance;
	readonly colors: Readonly<Record<ThemeToken, ThemeColorValue>>;
	readonly export: ThemeExport;
}

export type ThemeReading =
	/** The remarks tell what is wrong and changes no colour of the terminal; such a theme can be used. */
	| { readonly ok: true; readonly definition: ThemeDefinition; readonly remarks: readonly string[] }
	/** Everything that is wrong, each with the path of its key. */
	| { readonly ok: false; readonly problems: readonly string[] };

/** Reads the text of a theme file by the published schema, strictly: what is not in the schema is a mistake (Y04). */
export function readThemeDefinition(text: string): ThemeReading {
	let parsed: unknown;
	try {
		parsed = JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (error) {
		return { ok: false, problems: [`not valid JSON: ${error instanceof Error ? error.message : String(error)}`] };
	}
	if (!isRecord(parsed)) return { ok: false, problems: ["a theme is an object"] };
	const reader = new DefinitionReader(parsed);
	const definition = reader.read();
	const { problems, remarks } = reader;
	return problems.length === 0 ? { ok: true, definition, remarks } : { ok: false, problems: [...problems, ...remarks] };
}

/** The theme of a definition, for a terminal with so many colours. */
export function createTheme(definition: ThemeDefinition, mode: TerminalColorMode, place: ThemeOptions = {}): Theme {
	const { name, appearance, colors } = definition;
	return new Theme(colors, {}, mode, { name, ...(appearance && { appearance }), ...place });
}

const FIELDS: ReadonlySet<string> = new Set(["$schema", "name", "appearance", "vars", "colors", "export"]);

/** Goes on after a mistake, so that the author sees all of them at once. */
class DefinitionReader {
	readonly problems: string[] = [];
	readonly remarks: string[] = [];
	readonly #file: Readonly<Record<string, unknown>>;
	readonly #vars: Readonly<Record<string, unknown>>;
	/** Variables by name, once they are known to lead to a colour or to nothing. */
	readonly #resolved: Map<string, ThemeColorValue | undefined> = new Map();
	/** Where it goes that a colour leads nowhere; what breaks the schema is always a problem. */
	#told: string[] = this.problems;

	constructor(file: Readonly<Record<string, unknown>>) {
		this.#file = file;
		this.#vars = this.#section("vars");
	}

	read(): ThemeDefinition {
		for (const key of Object.keys(this.#file)) if (!FIELDS.has(key)) this.problems.push(`${key}: no such field`);
		this.#checkString("$schema");
		const name = this.#name();
		const appearance = this.#appearance();
		const colors = this.#colors();
		for (const variable of Object.keys(this.#vars)) this.#aside(() => this.#variable(variable, []));
		return { name, ...(appearance && { appearance }), colors, export: this.#export() };
	}

	/** Reads a colour that the terminal does without: leading nowhere does not make the theme invalid. */
	#aside<T>(read: () => T): T {
		this.#told = this.remarks;
		const result = read();
		this.#told = this.problems;
		return result;
	}

	#section(key: "vars" | "colors" | "export"): Readonly<Record<string, unknown>> {
		const value = this.#file[key];
		if (isRecord(value)) return value;
		if (value !== undefined) this.problems.push(`${key}: must be an object`);
		return {};
	}

	#checkString(key: string): string | undefined {
		const value = this.#file[key];
		if (value === undefined || typeof value === "string") return value;
		this.problems.push(`${key}: must be a string`);
		return undefined;
	}

	#name(): string {
		const name = this.#checkString("name") ?? "";
		if (this.#file["name"] === undefined) this.problems.push("name: is missing");
		else if (this.#file["name"] === "") this.problems.push("name: must not be empty");
		if (name.includes("/")) this.problems.push(`name: "${name}" must not contain "/"`);
		if (name === SYSTEM_THEME_NAME) this.problems.push(`name: "${name}" is reserved`);
		return name;
	}

	#appearance(): ThemeAppearance | undefined {
		const { appearance } = this.#file;
		if (appearance === "dark" || appearance === "light") return appearance;
		if (appearance !== undefined) this.problems.push('appearance: must be "dark" or "light"');
		return undefined;
	}

	#colors(): Record<ThemeToken, ThemeColorValue> {
		const given = this.#section("colors");
		if (this.#file["colors"] === undefined) this.problems.push("colors: is missing");
		for (const key of Object.keys(given)) if (!isThemeToken(key)) this.problems.push(`colors.${key}: no such colour`);
		const colors: Partial<Record<ThemeToken, ThemeColorValue>> = {};
		for (const token of THEME_TOKENS) {
			const value = given[token];
			if (value !== undefined) colors[token] = this.#color(value, `colors.${token}`) ?? "";
			else if (!FALLBACK_TOKENS.has(token) && isRecord(this.#file["colors"]))
				this.problems.push(`colors.${token}: is missing`);
		}
		for (const [token, fallback] of FALLBACK_TOKENS) colors[token] ??= colors[fallback] ?? "";
		return colors as Record<ThemeToken, ThemeColorValue>;
	}

	#export(): ThemeExport {
		const given = this.#section("export");
		const known: readonly string[] = EXPORT_KEYS;
		for (const key of Object.keys(given)) if (!known.includes(key)) this.problems.push(`export.${key}: no such colour`);
		const colors: Partial<Record<(typeof EXPORT_KEYS)[number], ThemeColorValue>> = {};
		for (const key of EXPORT_KEYS) {
			if (given[key] === undefined) continue;
			const value = this.#aside(() => this.#color(given[key], `export.${key}`));
			if (value !== undefined) colors[key] = value;
		}
		return colors;
	}

	/** The value without variables; undefined, and a problem, where there is none. */
	#color(value: unknown, place: string, path: readonly string[] = []): ThemeColorValue | undefined {
		if (value === "") return value;
		if (typeof value !== "string" && typeof value !== "number") {
			this.problems.push(`${place}: must be a string or a number`);
			return undefined;
		}
		const reading = parseColor(value);
		if (reading.ok) return value;
		if (reading.problem === undefined && Object.hasOwn(this.#vars, value)) return this.#variable(String(value), path);
		const told = typeof value === "number" ? this.problems : this.#told;
		told.push(`${place}: ${reading.problem ?? `there is no variable "${value}"`}`);
		return undefined;
	}

	/** Problems of a variable are told once, with the variable and not with everything that uses it. */
	#variable(name: string, path: readonly string[]): ThemeColorValue | undefined {
		if (this.#resolved.has(name)) return this.#resolved.get(name);
		if (path.includes(name)) {
			const circle = [...path.slice(path.indexOf(name)), name];
			this.#told.push(`vars.${name}: leads back to itself (${circle.join(" → ")})`);
			for (const member of circle) this.#resolved.set(member, undefined);
			return undefined;
		}
		const value = this.#color(this.#vars[name], `vars.${name}`, [...path, name]);
		if (!this.#resolved.has(name)) this.#resolved.set(name, value);
		return value;
	}
}
