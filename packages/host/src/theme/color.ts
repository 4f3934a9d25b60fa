import { oklchToRgb, okhslToRgb, type RgbColor } from "./color-spaces.ts";

/** A colour of the terminal's palette. */
export interface IndexedColor {
	readonly kind: "indexed";
	readonly index: number;
}

export interface RgbColorValue extends Readonly<RgbColor> {
	readonly kind: "rgb";
}

export interface OklchColorValue {
	readonly kind: "oklch";
	readonly l: number;
	readonly c: number;
	readonly h: number;
}

/** A concrete colour, in the published shape. */
export type Color = IndexedColor | RgbColorValue | OklchColorValue;

export type ColorReading =
	| { readonly ok: true; readonly color: Color }
	/** `undefined` where the text has no form of a colour at all: it may be the name of a variable. */
	| { readonly ok: false; readonly problem: string | undefined };

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const OKLCH = /^oklch\(\s*(\d*\.?\d+)(%?)\s+(-?\d*\.?\d+)\s+(-?\d*\.?\d+)(?:deg)?\s*\)$/i;
const OKHSL = /^okhsl\(\s*(-?\d*\.?\d+)(?:deg)?\s+(\d*\.?\d+)(%?)\s+(\d*\.?\d+)(%?)\s*\)$/i;

/** Reads every form of a colour that needs nothing else: not a variable and not the terminal's default (Y04). */
export function parseColor(value: string | number): ColorReading {
	if (typeof value === "number") return readIndex(value);
	if (value.startsWith("#")) return readHex(value);
	const oklch = OKLCH.exec(value);
	if (oklch) return readOklch(oklch);
	const okhsl = OKHSL.exec(value);
	if (okhsl) return readOkhsl(okhsl);
	if (/^okl?(?:ch|hsl)\(/i.test(value))
		return failed(`"${value}" is not written like "oklch(62% 0.1 200)" or "okhsl(250 60% 55%)"`);
	return failed(undefined);
}

export function colorToRgb(color: Color): RgbColor {
	if (color.kind === "rgb") return { r: color.r, g: color.g, b: color.b };
	return color.kind === "oklch" ? oklchToRgb(color) : paletteColor(color.index);
}

/** `#rrggbb`. */
export function colorToHex(color: Color): string {
	const { r, g, b } = colorToRgb(color);
	return `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function failed(problem: string | undefined): ColorReading {
	return { ok: false, problem };
}

function readIndex(index: number): ColorReading {
	if (Number.isInteger(index) && index >= 0 && index <= 255) return { ok: true, color: { kind: "indexed", index } };
	return failed(`${index} is not a whole number from 0 to 255`);
}

function readHex(value: string): ColorReading {
	if (!HEX.test(value)) return failed(`"${value}" is not written like "#0af" or "#00aaff"`);
	const digits = value.length === 4 ? value.replace(/[0-9a-f]/gi, "$&$&") : value;
	const [r, g, b] = [1, 3, 5].map((start) => Number.parseInt(digits.slice(start, start + 2), 16)) as [
		number,
		number,
		number,
	];
	return { ok: true, color: { kind: "rgb", r, g, b } };
}

function readOklch([text, lightness, percent, chroma, hue]: RegExpExecArray): ColorReading {
	const l = share(lightness, percent);
	const c = Number(chroma);
	if (l > 1) return failed(`the lightness of "${text}" is above 100%`);
	if (c < 0) return failed(`the chroma of "${text}" is below 0`);
	return { ok: true, color: { kind: "oklch", l, c, h: Number(hue) } };
}

function readOkhsl([text, hue, saturation, ofSaturation, lightness, ofLightness]: RegExpExecArray): ColorReading {
	const s = share(saturation, ofSaturation);
	const l = share(lightness, ofLightness);
	if (s > 1) return failed(`the saturation of "${text}" is above 100%`);
	if (l > 1) return failed(`the lightness of "${text}" is above 100%`);
	return { ok: true, color: { kind: "rgb", ...okhslToRgb({ h: Number(hue), s, l }) } };
}

function share(digits: string | undefined, percent: string | undefined): number {
	return percent === "%" ? Number(digits) / 100 : Number(digits);
}

/** The sixteen named colours as xterm has them; a terminal may show others. */
const NAMED =
	"000000 800000 008000 808000 000080 800080 008080 c0c0c0 808080 ff0000 00ff00 ffff00 0000ff ff00ff 00ffff ffffff";

/** The steps of each channel in the 6 × 6 × 6 cube that begins at index 16. */
const CUBE_STEPS: readonly number[] = [0, 95, 135, 175, 215, 255];

/** What xterm shows for an index of its palette. */
export function paletteColor(index: number): RgbColor {
	if (index < 16) {
		const bits = Number.parseInt(NAMED.slice(index * 7, index * 7 + 6), 16);
		return { r: bits >> 16, g: (bits >> 8) & 255, b: bits & 255 };
	}
	if (index >= 232) {
		const gray = 8 + 10 * (index - 232);
		return { r: gray, g: gray, b: gray };
	}
	const step = (size: number): number => CUBE_STEPS[Math.floor((index - 16) / size) % 6] ?? 0;
	return { r: step(36), g: step(6), b: step(1) };
}
