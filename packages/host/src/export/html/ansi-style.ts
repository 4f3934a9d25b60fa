/** The style of terminal text at one point, changed by SGR sequences. */
export class AnsiStyle {
	#foreground: string | undefined;
	#background: string | undefined;
	readonly #attributes = new Set<Attribute>();

	/** Takes the parameters of one SGR sequence into account. */
	apply(parameters: string): void {
		const codes = parameters.split(/[;:]/).map((code) => (code === "" ? 0 : Number(code)));
		for (let at = 0; at < codes.length;) at += this.#applyAt(codes, at);
	}

	/** As declarations of a style sheet; empty where nothing is set. */
	declarations(): string {
		const inverse = this.#attributes.has("inverse");
		const [color, background] = inverse
			? [this.#background ?? "var(--page)", this.#foreground ?? "var(--text)"]
			: [this.#foreground, this.#background];
		const parts = [
			...(color === undefined ? [] : [`color:${color}`]),
			...(background === undefined ? [] : [`background:${background}`]),
			...Array.from(this.#attributes, (attribute) => DECLARATIONS[attribute]),
		];
		const lines = LINES.filter((attribute) => this.#attributes.has(attribute));
		if (lines.length > 0) parts.push(`text-decoration:${lines.map((line) => LINE_NAMES[line]).join(" ")}`);
		return parts.filter((part) => part !== "").join(";");
	}

	/** Returns how many codes it took. */
	#applyAt(codes: readonly number[], at: number): number {
		const code = codes[at] ?? 0;
		if (code === 38 || code === 48) {
			const { color, length } = readColor(codes, at + 1);
			if (code === 38) this.#foreground = color;
			else this.#background = color;
			return length + 1;
		}
		if (code === 0) this.#reset();
		else if (code === 39) this.#foreground = undefined;
		else if (code === 49) this.#background = undefined;
		else if (SETS[code] !== undefined) this.#attributes.add(SETS[code]);
		else if (CLEARS[code] !== undefined) for (const attribute of CLEARS[code]) this.#attributes.delete(attribute);
		else this.#applyBasic(code);
		return 1;
	}

	#applyBasic(code: number): void {
		if (code >= 30 && code <= 37) this.#foreground = basic(code - 30);
		else if (code >= 90 && code <= 97) this.#foreground = basic(code - 82);
		else if (code >= 40 && code <= 47) this.#background = basic(code - 40);
		else if (code >= 100 && code <= 107) this.#background = basic(code - 92);
	}

	#reset(): void {
		this.#foreground = undefined;
		this.#background = undefined;
		this.#attributes.clear();
	}
}

type Attribute = "bold" | "dim" | "italic" | "underline" | "inverse" | "strikethrough" | "overline";

const SETS: Readonly<Record<number, Attribute>> = {
	1: "bold",
	2: "dim",
	3: "italic",
	4: "underline",
	7: "inverse",
	9: "strikethrough",
	21: "underline",
	53: "overline",
};

const CLEARS: Readonly<Record<number, readonly Attribute[]>> = {
	22: ["bold", "dim"],
	23: ["italic"],
	24: ["underline"],
	27: ["inverse"],
	29: ["strikethrough"],
	55: ["overline"],
};

const DECLARATIONS: Readonly<Record<Attribute, string>> = {
	bold: "font-weight:bold",
	dim: "opacity:.7",
	italic: "font-style:italic",
	underline: "",
	inverse: "",
	strikethrough: "",
	overline: "",
};

const LINES = ["underline", "strikethrough", "overline"] as const;
const LINE_NAMES = { underline: "underline", strikethrough: "line-through", overline: "overline" } as const;

/** What follows 38 and 48: `5;n`, `2;r;g;b`. */
function readColor(codes: readonly number[], at: number): { color: string | undefined; length: number } {
	if (codes[at] === 5) return { color: indexed(codes[at + 1] ?? 0), length: 2 };
	if (codes[at] !== 2) return { color: undefined, length: 0 };
	const parts = codes.slice(at + 1, at + 4);
	return { color: parts.length === 3 ? rgb(parts) : undefined, length: 4 };
}

/** The page gives the 16 colours values for its light and its dark appearance. */
function basic(index: number): string {
	return `var(--ansi${index})`;
}

const CUBE_LEVELS = [0, 95, 135, 175, 215, 255] as const;

/** The 256 colours of xterm: 16 basic ones, a cube of six levels, 24 greys. */
function indexed(index: number): string | undefined {
	if (!(index >= 0 && index <= 255)) return undefined;
	if (index < 16) return basic(index);
	if (index >= 232) return rgb([8, 8, 8].map((start) => start + (index - 232) * 10));
	const cube = index - 16;
	return rgb([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map((level) => CUBE_LEVELS[level] ?? 0));
}

function rgb(parts: readonly number[]): string {
	const hex = parts.map((part) => (Number.isInteger(part) ? Math.min(255, part) : 0).toString(16).padStart(2, "0"));
	return `#${hex.join("")}`;
}
