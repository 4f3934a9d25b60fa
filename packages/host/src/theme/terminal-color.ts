import type { RgbColor } from "./color-spaces.ts";
import { type Color, colorToRgb, paletteColor } from "./color.ts";

/** How many colours a terminal can be told. */
export type TerminalColorMode = "256color" | "truecolor";

/** The sequence that makes text have this colour from here on. */
export function foregroundAnsi(color: Color, mode: TerminalColorMode): string {
	return `\u001b[38;${parameters(color, mode)}m`;
}

export function backgroundAnsi(color: Color, mode: TerminalColorMode): string {
	return `\u001b[48;${parameters(color, mode)}m`;
}

function parameters(color: Color, mode: TerminalColorMode): string {
	if (color.kind === "indexed") return `5;${color.index}`;
	const rgb = colorToRgb(color);
	return mode === "truecolor" ? `2;${rgb.r};${rgb.g};${rgb.b}` : `5;${nearestIndex(rgb)}`;
}

/** The first sixteen are left out: what a terminal shows for them is the user's choice. */
const FIRST_FIXED = 16;

/** The entry of the fixed palette that is nearest by squared distance. */
export function nearestIndex(wanted: RgbColor): number {
	let nearest = FIRST_FIXED;
	let shortest = Number.POSITIVE_INFINITY;
	for (let index = FIRST_FIXED; index < 256; index++) {
		const offered = paletteColor(index);
		const distance = (offered.r - wanted.r) ** 2 + (offered.g - wanted.g) ** 2 + (offered.b - wanted.b) ** 2;
		if (distance < shortest) [nearest, shortest] = [index, distance];
	}
	return nearest;
}

interface ColorModeFacts {
	/** `terminal.trueColor`; goes before the environment. */
	readonly setting?: boolean | "auto" | undefined;
	readonly env: Readonly<Record<string, string | undefined>>;
}

const TRUE_COLOR_PROGRAMS: ReadonlySet<string> = new Set(["iTerm.app", "WezTerm", "ghostty", "vscode"]);

/** Truecolor where somebody said so or the terminal is known for it. */
export function detectColorMode({ setting, env }: ColorModeFacts): TerminalColorMode {
	const said = typeof setting === "boolean" ? setting : saidByVariable(env["PI_TRUE_COLOR"]);
	return (said ?? isTrueColorTerminal(env)) ? "truecolor" : "256color";
}

function saidByVariable(value: string | undefined): boolean | undefined {
	if (value === "1") return true;
	return value === "0" ? false : undefined;
}

function isTrueColorTerminal(env: ColorModeFacts["env"]): boolean {
	if (/^(?:truecolor|24bit)$/i.test(env["COLORTERM"] ?? "")) return true;
	if (/-direct$|kitty|ghostty|alacritty/.test(env["TERM"] ?? "")) return true;
	return env["WT_SESSION"] !== undefined || TRUE_COLOR_PROGRAMS.has(env["TERM_PROGRAM"] ?? "");
}
