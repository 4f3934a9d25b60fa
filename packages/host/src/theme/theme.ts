import { type Color, colorToRgb, parseColor } from "./color.ts";
import { type RgbColor, rgbToOklab } from "./color-spaces.ts";
import { backgroundAnsi, foregroundAnsi, type TerminalColorMode } from "./terminal-color.ts";
import { isThemeBg, isThemeColor, THEME_TOKENS, type ThemeBg, type ThemeColor, type ThemeToken } from "./tokens.ts";

/** Attributes of one piece of text. Tokens count in their own place only; `theme.colors` has them for the other one. */
export interface ThemeStyle {
	fg?: ThemeColor | Color;
	bg?: ThemeBg | Color;
	bold?: boolean;
	dim?: boolean;
	italic?: boolean;
	underline?: boolean;
	inverse?: boolean;
	strikethrough?: boolean;
}

/** The background a theme is made for. */
export type ThemeAppearance = "dark" | "light";

/** `#rrggbb`, `oklch(…)`, `okhsl(…)`, an index of the palette, or `""` for the terminal's default. */
export type ThemeColorValue = string | number;

/** Where a theme came from, as extensions see it (API08). */
export interface ThemeSource {
	path: string;
	source: string;
	scope: "user" | "project" | "temporary";
	origin: "package" | "top-level";
	baseDir?: string;
}

export interface ThemeOptions {
	name?: string;
	/** The file. */
	sourcePath?: string;
	sourceInfo?: ThemeSource;
	/** By default what the colours look like. */
	appearance?: ThemeAppearance;
	/** Text tokens that are also drawn faint. */
	dim?: readonly ThemeColor[];
	/** False writes no escape sequences at all: modes without a terminal. */
	escapes?: boolean;
}

type Values = Readonly<Partial<Record<ThemeToken, ThemeColorValue>>>;

const FAINT = 2;
const DEFAULT_FOREGROUND = "\u001b[39m";
const DEFAULT_BACKGROUND = "\u001b[49m";

/** In the order in which they are switched on. */
const ATTRIBUTES = [
	["bold", 1, 22],
	["dim", FAINT, 22],
	["italic", 3, 23],
	["underline", 4, 24],
	["inverse", 7, 27],
	["strikethrough", 9, 29],
] as const;

/**
 * Styles text for the terminal (Y05). A value handed to whoever draws; there is no global theme. A token that does not
 * exist, or not in this place, throws.
 */
export class Theme {
	readonly name?: string;
	readonly sourcePath?: string;
	sourceInfo?: ThemeSource;
	readonly #values: Values;
	readonly #mode: TerminalColorMode;
	readonly #options: ThemeOptions;
	readonly #sequences: Map<ThemeToken, string> = new Map();
	#colors: Readonly<Record<ThemeToken, Color>> | undefined;
	#appearance: ThemeAppearance | undefined;

	// oxlint-disable-next-line max-params -- the published signature
	constructor(
		fgColors: Readonly<Partial<Record<ThemeColor, ThemeColorValue>>>,
		bgColors: Readonly<Partial<Record<ThemeBg, ThemeColorValue>>>,
		mode: TerminalColorMode,
		options: ThemeOptions = {},
	) {
		this.#values = { ...fgColors, ...bgColors };
		this.#mode = mode;
		this.#options = options;
		if (options.name !== undefined) this.name = options.name;
		if (options.sourcePath !== undefined) this.sourcePath = options.sourcePath;
		if (options.sourceInfo !== undefined) this.sourceInfo = options.sourceInfo;
	}

	/** As the theme declares it, otherwise what its colours look like. */
	get appearance(): ThemeAppearance {
		return (this.#appearance ??= this.#options.appearance ?? guessAppearance(this.#values));
	}

	/** A concrete colour for every token; where the terminal decides, black or white as the appearance has it. */
	get colors(): Readonly<Record<ThemeToken, Color>> {
		return (this.#colors ??= this.#concreteColors());
	}

	fg(color: ThemeColor, text: string): string {
		const on = this.getFgAnsi(color);
		if (on === "") return text;
		return `${on}${text}${this.#isFaint(color) ? "\u001b[22m" : ""}${DEFAULT_FOREGROUND}`;
	}

	bg(color: ThemeBg, text: string): string {
		const on = this.getBgAnsi(color);
		return on === "" ? text : `${on}${text}${DEFAULT_BACKGROUND}`;
	}

	bold(text: string): string {
		return this.style(text, { bold: true });
	}

	italic(text: string): string {
		return this.style(text, { italic: true });
	}

	underline(text: string): string {
		return this.style(text, { underline: true });
	}

	inverse(text: string): string {
		return this.style(text, { inverse: true });
	}

	strikethrough(text: string): string {
		return this.style(text, { strikethrough: true });
	}

	style(text: string, style: ThemeStyle): string {
		let styled = this.#options.escapes === false ? text : withAttributes(text, style);
		if (style.bg !== undefined) styled = this.#styleBackground(style.bg, styled);
		return style.fg === undefined ? styled : this.#styleForeground(style.fg, styled);
	}

	/** The sequence that switches the colour on, faintness included; empty where escapes are off (AD13). */
	getFgAnsi(color: ThemeColor): string {
		return this.#sequence(color, isThemeColor(color), () => this.#foreground(color));
	}

	getBgAnsi(color: ThemeBg): string {
		return this.#sequence(color, isThemeBg(color), () => {
			const value = this.#valueOf(color);
			return value === "" ? DEFAULT_BACKGROUND : backgroundAnsi(concrete(value), this.#mode);
		});
	}

	getColorMode(): TerminalColorMode {
		return this.#mode;
	}

	/** The editor's border at a thinking level; levels that do not exist have that of `off`. */
	getThinkingBorderColor(level: string): (text: string) => string {
		const token = `thinking${level.charAt(0).toUpperCase()}${level.slice(1)}`;
		const color = isThemeColor(token) ? token : "thinkingOff";
		return (text) => this.fg(color, text);
	}

	getBashModeBorderColor(): (text: string) => string {
		return (text) => this.fg("bashMode", text);
	}

	#sequence(token: ThemeToken, exists: boolean, make: () => string): string {
		if (!exists) throw new Error(`Unknown theme color: ${token}`);
		if (this.#options.escapes === false) return "";
		const known = this.#sequences.get(token);
		if (known !== undefined) return known;
		const sequence = make();
		this.#sequences.set(token, sequence);
		return sequence;
	}

	#foreground(color: ThemeColor): string {
		const value = this.#valueOf(color);
		const sequence = value === "" ? DEFAULT_FOREGROUND : foregroundAnsi(concrete(value), this.#mode);
		return this.#isFaint(color) ? `${sequence}\u001b[${FAINT}m` : sequence;
	}

	#styleForeground(color: ThemeColor | Color, text: string): string {
		if (typeof color === "string") return this.fg(color, text);
		if (this.#options.escapes === false) return text;
		return `${foregroundAnsi(color, this.#mode)}${text}${DEFAULT_FOREGROUND}`;
	}

	#styleBackground(color: ThemeBg | Color, text: string): string {
		if (typeof color === "string") return this.bg(color, text);
		if (this.#options.escapes === false) return text;
		return `${backgroundAnsi(color, this.#mode)}${text}${DEFAULT_BACKGROUND}`;
	}

	#isFaint(color: ThemeColor): boolean {
		return this.#options.dim?.includes(color) === true;
	}

	/** What a theme made by hand leaves out is the terminal's default. */
	#valueOf(token: ThemeToken): ThemeColorValue {
		return this.#values[token] ?? "";
	}

	#concreteColors(): Record<ThemeToken, Color> {
		const [text, behind] = this.appearance === "dark" ? [WHITE, BLACK] : [BLACK, WHITE];
		const colorOf = (token: ThemeToken): Color => {
			const value = this.#valueOf(token);
			if (isThemeBg(token)) return value === "" ? behind : concrete(value);
			const color = value === "" ? text : concrete(value);
			return this.#isFaint(token) ? halfway(color, behind) : color;
		};
		return Object.fromEntries(THEME_TOKENS.map((token) => [token, colorOf(token)])) as Record<ThemeToken, Color>;
	}
}

function withAttributes(text: string, style: ThemeStyle): string {
	let styled = text;
	for (const [name, on, off] of ATTRIBUTES.toReversed()) {
		if (!style[name]) continue;
		// Bold and faint end with the same code.
		const end = name === "dim" && style.bold ? "" : `\u001b[${off}m`;
		styled = `\u001b[${on}m${styled}${end}`;
	}
	return styled;
}

const WHITE: Color = { kind: "rgb", r: 255, g: 255, b: 255 };
const BLACK: Color = { kind: "rgb", r: 0, g: 0, b: 0 };

function concrete(value: ThemeColorValue): Color {
	const reading = parseColor(value);
	if (!reading.ok) throw new Error(`Invalid color value: ${reading.problem ?? value}`);
	return reading.color;
}

function halfway(one: Color, other: Color): Color {
	const [first, second] = [colorToRgb(one), colorToRgb(other)];
	const middle = (channel: keyof RgbColor): number => Math.round((first[channel] + second[channel]) / 2);
	return { kind: "rgb", r: middle("r"), g: middle("g"), b: middle("b") };
}

/** Dark panels, or where there are none bright texts, are of a dark theme; colours of the palette tell nothing. */
function guessAppearance(values: Values): ThemeAppearance {
	const panels = meanLightness(values, isThemeBg);
	if (panels !== undefined) return panels < 0.5 ? "dark" : "light";
	const texts = meanLightness(values, isThemeColor);
	return texts === undefined || texts >= 0.5 ? "dark" : "light";
}

function meanLightness(values: Values, counts: (token: string) => boolean): number | undefined {
	const lightnesses = Object.entries(values)
		.filter(([token, value]) => counts(token) && value !== "" && (typeof value !== "number" || value >= 16))
		.map(([, value]) => rgbToOklab(colorToRgb(concrete(value)))[0]);
	if (lightnesses.length === 0) return undefined;
	return lightnesses.reduce((sum, lightness) => sum + lightness, 0) / lightnesses.length;
}
