/** One place per attribute that can be on at the same time as the others; the value is the SGR code that set it. */
const SLOTS = {
	bold: 0,
	dim: 1,
	italic: 2,
	underline: 3,
	blink: 4,
	inverse: 5,
	hidden: 6,
	strikethrough: 7,
	foreground: 8,
	background: 9,
	overline: 10,
	underlineColor: 11,
} as const;

const SETS: Readonly<Record<string, number>> = {
	1: SLOTS.bold,
	2: SLOTS.dim,
	3: SLOTS.italic,
	4: SLOTS.underline,
	5: SLOTS.blink,
	6: SLOTS.blink,
	7: SLOTS.inverse,
	8: SLOTS.hidden,
	9: SLOTS.strikethrough,
	21: SLOTS.underline,
	38: SLOTS.foreground,
	48: SLOTS.background,
	53: SLOTS.overline,
	58: SLOTS.underlineColor,
};

const CLEARS: Readonly<Record<string, readonly number[]>> = {
	22: [SLOTS.bold, SLOTS.dim],
	23: [SLOTS.italic],
	24: [SLOTS.underline],
	25: [SLOTS.blink],
	27: [SLOTS.inverse],
	28: [SLOTS.hidden],
	29: [SLOTS.strikethrough],
	39: [SLOTS.foreground],
	49: [SLOTS.background],
	55: [SLOTS.overline],
	59: [SLOTS.underlineColor],
};

/** Attributes drawn on blank cells too: they end with a wrapped line, or the padding after it would be underlined. */
const LINE_END_CODES: readonly (readonly [slot: number, code: string])[] = [
	[SLOTS.underline, "24"],
	[SLOTS.strikethrough, "29"],
	[SLOTS.overline, "55"],
];

const SGR = /^\x1b\[([\d;:]*)m$/;
const LINK = /^\x1b\]8;([^;]*);([\s\S]*?)(\x07|\x1b\\)$/;

/** Whether the sequence sets or clears a style or link; all others (cursor marks, titles …) are events, not state. */
export function isStyleSequence(sequence: string): boolean {
	return SGR.test(sequence) || LINK.test(sequence);
}

/** Follows the colours, attributes and link that are on while a text is read. */
export class StyleTracker {
	readonly #codes: (string | undefined)[] = [];
	#link: { open: string; close: string; url: string } | undefined;

	/** Takes one terminal sequence into account; sequences without effect on style are ignored. */
	apply(sequence: string): void {
		const sgr = SGR.exec(sequence);
		if (sgr !== null) this.#applySgr(sgr[1] ?? "");
		else this.#applyLink(sequence);
	}

	/** Any colour or attribute is on (a link alone does not count). */
	get hasStyle(): boolean {
		return this.#codes.some((code) => code !== undefined);
	}

	/** Address of the link that is open. */
	get link(): string | undefined {
		return this.#link?.url;
	}

	/** The sequences that bring a fresh line into this state. */
	open(): string {
		const codes = this.#codes.filter((code) => code !== undefined).join(";");
		return (codes === "" ? "" : `\x1b[${codes}m`) + (this.#link?.open ?? "");
	}

	/** What must end with the line although the text goes on in the next one: lines drawn through blanks, and links. */
	closeLine(): string {
		const codes = LINE_END_CODES.filter(([slot]) => this.#codes[slot] !== undefined).map(([, code]) => code);
		return (codes.length === 0 ? "" : `\x1b[${codes.join(";")}m`) + this.closeLink();
	}

	/** Ends an open link, in the way it was begun. */
	closeLink(): string {
		return this.#link?.close ?? "";
	}

	#applyLink(sequence: string): void {
		const link = LINK.exec(sequence);
		if (link === null) return;
		const [, , url = "", terminator = "\x07"] = link;
		this.#link = url === "" ? undefined : { open: sequence, close: `\x1b]8;;${terminator}`, url };
	}

	#applySgr(parameters: string): void {
		const codes = parameters.split(";");
		for (let index = 0; index < codes.length;) {
			const length = colorLength(codes, index);
			this.#applyCode(codes.slice(index, index + length).join(";"), codes[index] ?? "");
			index += length;
		}
	}

	#applyCode(whole: string, first: string): void {
		const [name = "", variant] = first.split(":");
		if (name === "" || Number(name) === 0) this.#codes.length = 0;
		else if (CLEARS[name] !== undefined || (name === "4" && variant === "0"))
			this.#clear(CLEARS[name] ?? [SLOTS.underline]);
		else this.#set(whole, name);
	}

	#clear(slots: readonly number[]): void {
		for (const slot of slots) this.#codes[slot] = undefined;
	}

	#set(whole: string, name: string): void {
		const slot = SETS[name] ?? basicColorSlot(Number(name));
		if (slot !== undefined) this.#codes[slot] = whole;
	}
}

/** How many semicolon fields belong together: `38;5;n` and `38;2;r;g;b` (also 48 and 58) are one colour. */
function colorLength(codes: readonly string[], index: number): number {
	const code = codes[index];
	if (code !== "38" && code !== "48" && code !== "58") return 1;
	if (codes[index + 1] === "5") return 3;
	return codes[index + 1] === "2" ? 5 : 1;
}

function basicColorSlot(code: number): number | undefined {
	if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) return SLOTS.foreground;
	if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) return SLOTS.background;
	return undefined;
}
