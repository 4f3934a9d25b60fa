/** Markup that is safe to put into a page. Only {@link markup} makes it, so that no text gets into a page unescaped. */
export class Markup {
	readonly #markup: string;

	private constructor(markup: string) {
		this.#markup = markup;
	}

	static of(strings: TemplateStringsArray, values: readonly MarkupValue[]): Markup {
		const fixed = withoutIndentation(strings);
		let markup = fixed[0] ?? "";
		for (const [at, value] of values.entries()) markup += toMarkup(value) + (fixed[at + 1] ?? "");
		return new Markup(markup);
	}

	toString(): string {
		return this.#markup;
	}
}

/** Texts are escaped, markup stays, lists are joined, nothing is nothing. */
export type MarkupValue = Markup | string | number | undefined | readonly MarkupValue[];

/**
 * Markup from a template: what is written in it is markup, what is put into it is not, unless it is {@link Markup}. Line
 * breaks of the template, with the blanks around them, are not part of the page.
 */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
	return Markup.of(strings, values);
}

const fixedParts = new WeakMap<TemplateStringsArray, readonly string[]>();

function withoutIndentation(strings: TemplateStringsArray): readonly string[] {
	const known = fixedParts.get(strings);
	if (known !== undefined) return known;
	const parts = strings.map((part) => part.replace(/\s*\n\s*/g, ""));
	fixedParts.set(strings, parts);
	return parts;
}

function toMarkup(value: MarkupValue): string {
	if (value == null) return "";
	if (value instanceof Markup) return value.toString();
	if (Array.isArray(value)) return value.map(toMarkup).join("");
	// Session files by other programs hold other things where texts should be.
	return escapeText(typeof value === "object" ? JSON.stringify(value) : String(value));
}

const SPECIAL: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Of the characters below, and of those that come in pairs, there is none: most texts of a session. */
const NOTHING_SPECIAL = /^[^&<>"'\r\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]*$/;

/**
 * Text as it may stand between tags and in quoted attributes. Control characters and halves of surrogate pairs, which
 * no document may hold, show as the replacement character.
 */
export function escapeText(text: string): string {
	if (NOTHING_SPECIAL.test(text)) return text;
	return text
		.replace(/\r\n?/g, "\n")
		.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
		.replace(/[&<>"']/g, (character) => SPECIAL[character] ?? character);
}
