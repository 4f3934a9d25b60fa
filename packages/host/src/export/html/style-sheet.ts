/** The classes of one page: its policy allows no styles on elements, and one style sheet only. */
export class StyleSheet {
	readonly #classes = new Map<string, string>();

	/** The class with these declarations. They are part of the page: no text of a session may get into them. */
	classFor(declarations: string): string {
		const known = this.#classes.get(declarations);
		if (known !== undefined) return known;
		const name = `s${this.#classes.size}`;
		this.#classes.set(declarations, name);
		return name;
	}

	text(): string {
		return Array.from(this.#classes, ([declarations, name]) => `.${name}{${declarations}}\n`).join("");
	}
}
