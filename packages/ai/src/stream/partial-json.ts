import type { JsonValue } from "../contract/json.ts";

type Mode =
	| "value"
	| "first_element"
	| "first_key"
	| "key"
	| "colon"
	| "comma"
	| "string"
	| "escape"
	| "unicode"
	| "scalar"
	| "done"
	| "malformed";

interface Frame {
	readonly container: unknown[] | Record<string, unknown>;
	key: string;
	/** Members and elements stored so far. */
	size: number;
}

const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const SCALAR_CHARACTERS = /[^\s,:[\]{}"]*/y;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const WHITE_SPACE: ReadonlySet<string> = new Set([" ", "\n", "\t", "\r"]);
const ESCAPES: Readonly<Record<string, string>> = {
	'"': '"',
	"\\": "\\",
	"/": "/",
	b: "\b",
	f: "\f",
	n: "\n",
	r: "\r",
	t: "\t",
};

/**
 * Reads JSON text that arrives in pieces, each character once. `value` is live: open containers and strings grow in
 * place. Raw control characters in strings and unknown escapes are kept as the model wrote them (`repaired`); any
 * other fault makes it `malformed`, after which the value no longer changes.
 */
export class PartialJson {
	readonly #frames: Frame[] = [];
	#mode: Mode = "value";
	/** The string or scalar being read. */
	#text = "";
	#readsKey = false;
	/** Hexadecimal digits of an unfinished `\u` escape. */
	#digits = "";
	#root: unknown;
	#repaired = false;
	#openSize = 0;

	append(text: string): void {
		let at = 0;
		while (at < text.length) at = this.#step(text, at);
		if (this.#mode === "string" && !this.#readsKey) this.#replace(this.#text);
	}

	/** `undefined` until a value begins. */
	get value(): JsonValue | undefined {
		return this.#root as JsonValue | undefined;
	}

	get state(): "empty" | "open" | "complete" | "malformed" {
		if (this.#mode === "malformed") return "malformed";
		if (this.#mode === "done") return "complete";
		if (this.#mode === "scalar" && this.#frames.length === 0) {
			return parseScalar(this.#text) === undefined ? "open" : "complete";
		}
		return this.#mode === "value" && this.#frames.length === 0 ? "empty" : "open";
	}

	get repaired(): boolean {
		return this.#repaired;
	}

	/** How many members and elements the containers hold that are still open: what a snapshot has to copy. */
	get openSize(): number {
		return this.#openSize;
	}

	/** The value so far as one that no longer changes: open containers are copied, those that are closed are shared. */
	snapshot(): JsonValue | undefined {
		let inner: unknown;
		for (const { container, key } of this.#frames.toReversed()) {
			const copy = Array.isArray(container) ? [...container] : { ...container };
			if (inner !== undefined) store(copy, key, inner);
			inner = copy;
		}
		return (inner ?? this.#root) as JsonValue | undefined;
	}

	#step(text: string, at: number): number {
		switch (this.#mode) {
			case "string":
				return this.#readString(text, at);
			case "escape":
				return this.#readEscape(text, at);
			case "unicode":
				return this.#readUnicode(text, at);
			case "scalar":
				return this.#readScalar(text, at);
			case "malformed":
				return text.length;
			default:
				return this.#readStructure(text, at);
		}
	}

	#readString(text: string, at: number): number {
		PLAIN_CHARACTERS.lastIndex = at;
		PLAIN_CHARACTERS.exec(text);
		const end = PLAIN_CHARACTERS.lastIndex;
		if (end > at) this.#text += text.slice(at, end);
		const next = text[end];
		if (next === undefined) return end;
		if (next === '"') this.#closeString();
		else if (next === "\\") this.#mode = "escape";
		else {
			this.#text += next;
			this.#repaired = true;
		}
		return end + 1;
	}

	#readEscape(text: string, at: number): number {
		const character = text[at] ?? "";
		this.#mode = character === "u" ? "unicode" : "string";
		this.#digits = "";
		if (character === "u") return at + 1;
		const meaning = ESCAPES[character];
		this.#text += meaning ?? `\\${character}`;
		if (meaning === undefined) this.#repaired = true;
		return at + 1;
	}

	#readUnicode(text: string, at: number): number {
		const character = text[at] ?? "";
		if (!/[0-9a-fA-F]/.test(character)) {
			// Not an escape after all. The character itself may end the string, so it is read again.
			this.#text += `\\u${this.#digits}`;
			this.#repaired = true;
			this.#mode = "string";
			return at;
		}
		this.#digits += character;
		if (this.#digits.length === 4) {
			this.#text += String.fromCharCode(Number.parseInt(this.#digits, 16));
			this.#mode = "string";
		}
		return at + 1;
	}

	#readScalar(text: string, at: number): number {
		SCALAR_CHARACTERS.lastIndex = at;
		SCALAR_CHARACTERS.exec(text);
		const end = SCALAR_CHARACTERS.lastIndex;
		this.#text += text.slice(at, end);
		if (end === text.length) return end;
		const value = parseScalar(this.#text);
		if (value === undefined) this.#mode = "malformed";
		else {
			this.#put(value);
			this.#valueEnded();
		}
		return end;
	}

	#readStructure(text: string, at: number): number {
		const character = text[at] ?? "";
		if (WHITE_SPACE.has(character)) return at + 1;
		const mode = this.#mode;
		if (this.#closes(character)) this.#closeContainer();
		else if (character === "," && mode === "comma") this.#mode = this.#inArray() ? "value" : "key";
		else if (character === ":" && mode === "colon") this.#mode = "value";
		else if (character === '"' && (mode === "first_key" || mode === "key")) this.#openString(true);
		else if (mode === "value" || mode === "first_element") return this.#openValue(character, at);
		else this.#mode = "malformed";
		return at + 1;
	}

	#closes(character: string): boolean {
		if (character !== "}" && character !== "]") return false;
		const empty = character === "}" ? "first_key" : "first_element";
		return this.#mode === empty || (this.#mode === "comma" && this.#inArray() === (character === "]"));
	}

	#openValue(character: string, at: number): number {
		if (character === '"') {
			this.#put("");
			this.#openString(false);
		} else if (character === "{" || character === "[") {
			const container = character === "{" ? {} : [];
			this.#put(container);
			this.#frames.push({ container, key: "", size: 0 });
			this.#mode = character === "{" ? "first_key" : "first_element";
		} else if (/[-0-9tfn]/.test(character)) {
			this.#text = "";
			this.#mode = "scalar";
			return at;
		} else this.#mode = "malformed";
		return at + 1;
	}

	#openString(readsKey: boolean): void {
		this.#text = "";
		this.#readsKey = readsKey;
		this.#mode = "string";
	}

	#closeString(): void {
		if (this.#readsKey) {
			const frame = this.#frames.at(-1);
			if (frame !== undefined) frame.key = this.#text;
			this.#mode = "colon";
			return;
		}
		this.#replace(this.#text);
		this.#valueEnded();
	}

	#closeContainer(): void {
		this.#openSize -= this.#frames.pop()?.size ?? 0;
		this.#valueEnded();
	}

	#valueEnded(): void {
		this.#mode = this.#frames.length === 0 ? "done" : "comma";
	}

	#inArray(): boolean {
		return Array.isArray(this.#frames.at(-1)?.container);
	}

	#put(value: unknown): void {
		const frame = this.#frames.at(-1);
		if (frame === undefined) {
			this.#root = value;
			return;
		}
		frame.size += 1;
		this.#openSize += 1;
		if (Array.isArray(frame.container)) frame.container.push(value);
		else setMember(frame.container, frame.key, value);
	}

	/** Replaces the value that {@link #put} stored last. */
	#replace(value: unknown): void {
		const frame = this.#frames.at(-1);
		if (frame === undefined) this.#root = value;
		else store(frame.container, frame.key, value);
	}
}

/** Puts a value where the one stored last is: at the end of an array, under the key of an object. */
function store(container: unknown[] | Record<string, unknown>, key: string, value: unknown): void {
	if (Array.isArray(container)) container[container.length - 1] = value;
	else setMember(container, key, value);
}

/** An own member whatever its name: plain assignment to `__proto__` would change the prototype instead. */
function setMember(target: Record<string, unknown>, key: string, value: unknown): void {
	if (key !== "__proto__") target[key] = value;
	else Object.defineProperty(target, key, { value, configurable: true, enumerable: true, writable: true });
}

function parseScalar(text: string): boolean | number | null | undefined {
	if (text === "true") return true;
	if (text === "false") return false;
	if (text === "null") return null;
	return NUMBER.test(text) ? Number(text) : undefined;
}
