import type { ThemeColor, ThemePalette } from "./palette.ts";

/** Attributes of one piece of text. */
export interface ThemeStyle {
	fg?: ThemeColor;
	bg?: ThemeColor;
	bold?: boolean;
	italic?: boolean;
	underline?: boolean;
	strikethrough?: boolean;
}

export type ThemeAppearance = "dark" | "light";

export interface ThemeDefinition {
	name: string;
	appearance: ThemeAppearance;
	palette: ThemePalette;
	/** False writes no escape sequences at all: print and JSON modes, pipes. */
	colors: boolean;
	sourcePath?: string;
}

/** Styles text for the terminal (Y05). A value handed to whoever draws; there is no global theme. */
export class Theme {
	readonly #definition: ThemeDefinition;

	constructor(definition: ThemeDefinition) {
		this.#definition = definition;
	}

	get name(): string {
		return this.#definition.name;
	}

	get appearance(): ThemeAppearance {
		return this.#definition.appearance;
	}

	get colors(): ThemePalette {
		return this.#definition.palette;
	}

	get sourcePath(): string | undefined {
		return this.#definition.sourcePath;
	}

	fg(color: ThemeColor, text: string): string {
		return this.#wrap(text, this.getFgAnsi(color), "\u001b[39m");
	}

	bg(color: ThemeColor, text: string): string {
		return this.#wrap(text, this.getBgAnsi(color), "\u001b[49m");
	}

	bold(text: string): string {
		return this.#attribute(text, 1, 22);
	}

	italic(text: string): string {
		return this.#attribute(text, 3, 23);
	}

	underline(text: string): string {
		return this.#attribute(text, 4, 24);
	}

	inverse(text: string): string {
		return this.#attribute(text, 7, 27);
	}

	strikethrough(text: string): string {
		return this.#attribute(text, 9, 29);
	}

	style(text: string, style: ThemeStyle): string {
		let styled = text;
		if (style.bold) styled = this.bold(styled);
		if (style.italic) styled = this.italic(styled);
		if (style.underline) styled = this.underline(styled);
		if (style.strikethrough) styled = this.strikethrough(styled);
		if (style.fg) styled = this.fg(style.fg, styled);
		return style.bg ? this.bg(style.bg, styled) : styled;
	}

	/** The sequence that switches the colour on; empty where colours are off (AD13). */
	getFgAnsi(color: ThemeColor): string {
		return this.#sequence(38, color);
	}

	getBgAnsi(color: ThemeColor): string {
		return this.#sequence(48, color);
	}

	#sequence(selector: 38 | 48, color: ThemeColor): string {
		const rgb = this.#definition.palette[color];
		if (!this.#definition.colors || rgb === undefined) return "";
		return `\u001b[${selector};2;${rgb[0]};${rgb[1]};${rgb[2]}m`;
	}

	#attribute(text: string, on: number, off: number): string {
		return this.#definition.colors ? this.#wrap(text, `\u001b[${on}m`, `\u001b[${off}m`) : text;
	}

	#wrap(text: string, on: string, off: string): string {
		return on === "" ? text : `${on}${text}${off}`;
	}
}
