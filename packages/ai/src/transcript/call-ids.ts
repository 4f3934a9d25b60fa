/**
 * OpenAI takes ids of at most 40 characters, Anthropic letters, digits, `_` and `-` only; ids of one provider may be
 * sent to another.
 */
const LONGEST_ID = 40;
const FOREIGN_CHARACTER = /[^A-Za-z0-9_-]/g;

/** Gives out call ids that every provider accepts and that occur once; the same transcript always gets the same ids. */
export class CallIds {
	readonly #taken = new Set<string>();

	claim(id: string): string {
		const base = acceptable(id);
		let unique = base;
		for (let count = 2; this.#taken.has(unique); count++) unique = withSuffix(base, `_${count}`);
		this.#taken.add(unique);
		return unique;
	}
}

function acceptable(id: string): string {
	const plain = id.replace(FOREIGN_CHARACTER, "_");
	if (plain === "") return "call";
	return plain.length <= LONGEST_ID ? plain : withSuffix(plain, `_${hash(id)}`);
}

function withSuffix(id: string, suffix: string): string {
	return `${id.slice(0, LONGEST_ID - suffix.length)}${suffix}`;
}

/** FNV-1a: long ids that share their beginning must stay apart. */
function hash(text: string): string {
	let value = 0x811c9dc5;
	for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
	return (value >>> 0).toString(16).padStart(8, "0");
}
