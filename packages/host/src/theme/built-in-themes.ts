import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createSystemTheme, SYSTEM_THEME_NAME } from "./system-theme.ts";
import type { TerminalColorMode } from "./terminal-color.ts";
import type { Theme } from "./theme.ts";
import { createTheme, readThemeDefinition, type ThemeDefinition } from "./theme-definition.ts";

/** Those of the package that are files, so that users can copy them. */
const FILES = ["dark", "light"] as const;

/** The themes Tau brings along. A file is read when somebody asks for its theme, once. */
export class BuiltInThemes {
	readonly #folder: string;
	readonly #mode: TerminalColorMode;
	readonly #made: Map<string, Theme> = new Map();

	constructor(folder: string, mode: TerminalColorMode) {
		this.#folder = folder;
		this.#mode = mode;
	}

	list(): { name: string; path: string | undefined }[] {
		return [{ name: SYSTEM_THEME_NAME, path: undefined }, ...FILES.map((name) => ({ name, path: this.#pathOf(name) }))];
	}

	get(name: string): Theme | undefined {
		const known = this.#made.get(name);
		if (known) return known;
		const theme = this.#make(name);
		if (theme) this.#made.set(name, theme);
		return theme;
	}

	#make(name: string): Theme | undefined {
		if (name === SYSTEM_THEME_NAME) return createSystemTheme(this.#mode);
		const file = FILES.find((known) => known === name);
		return file && createTheme(this.#read(this.#pathOf(file)), this.#mode, { sourcePath: this.#pathOf(file) });
	}

	#pathOf(name: string): string {
		return join(this.#folder, `${name}.json`);
	}

	#read(path: string): ThemeDefinition {
		const reading = readThemeDefinition(readFileSync(path, "utf8"));
		if (!reading.ok) throw new Error(`${path}: ${reading.problems.join("; ")}; install the package again`);
		return reading.definition;
	}
}
