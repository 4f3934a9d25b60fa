import { FLAGS, type FlagRow } from "./flag-table.ts";

export type ExtensionFlagTypes = ReadonlyMap<string, "boolean" | "string">;

/** What the words of a command line came to; nothing is interpreted yet. */
export interface TokenReading {
	/** In the order given; a switch has no value. */
	readonly flags: readonly { readonly row: FlagRow; readonly value: string | undefined }[];
	readonly extensionFlags: ReadonlyMap<string, boolean | string>;
	readonly messages: readonly string[];
	readonly files: readonly string[];
	/** Long options nobody knows yet, without dashes. */
	readonly unknown: readonly string[];
	readonly errors: readonly string[];
}

const BY_NAME: ReadonlyMap<string, FlagRow> = new Map(FLAGS.map((row) => [row.name, row]));
const BY_SHORT: ReadonlyMap<string, FlagRow> = new Map(
	FLAGS.flatMap((row) => (row.short === undefined ? [] : [[row.short, row]])),
);

/** What to say about an option that is nobody's. */
export function unknownOption(word: string): string {
	return `unknown option: ${word} (see --help)`;
}

/** Sorts the words into options, messages and files. `--` ends the options; after it every word is a message. */
export function readTokens(words: readonly string[], extensionFlags: ExtensionFlagTypes): TokenReading {
	const reader = new TokenReader(words, extensionFlags);
	while (reader.readNext());
	return reader;
}

class TokenReader implements TokenReading {
	readonly flags: { row: FlagRow; value: string | undefined }[] = [];
	readonly extensionFlags = new Map<string, boolean | string>();
	readonly messages: string[] = [];
	readonly files: string[] = [];
	readonly unknown: string[] = [];
	readonly errors: string[] = [];
	readonly #words: readonly string[];
	readonly #types: ExtensionFlagTypes;
	#position = 0;

	constructor(words: readonly string[], types: ExtensionFlagTypes) {
		this.#words = words;
		this.#types = types;
	}

	/** False at the end of the words. */
	readNext(): boolean {
		const word = this.#words[this.#position];
		if (word === undefined) return false;
		this.#position += 1;
		if (word === "--") {
			this.messages.push(...this.#words.slice(this.#position));
			return false;
		}
		if (word.startsWith("--")) this.#readLong(word.slice(2));
		else if (word.startsWith("-")) this.#readShort(word);
		else if (word.startsWith("@") && word.length > 1) this.files.push(word.slice(1));
		else if (word !== "") this.messages.push(word);
		return true;
	}

	#readShort(word: string): void {
		const row = BY_SHORT.get(word.slice(1));
		if (row === undefined) this.errors.push(unknownOption(word));
		else this.#readFlag(row, { shown: word, inline: undefined });
	}

	#readLong(text: string): void {
		const equals = text.indexOf("=");
		const name = equals < 0 ? text : text.slice(0, equals);
		const inline = equals < 0 ? undefined : text.slice(equals + 1);
		const row = BY_NAME.get(name);
		const type = this.#types.get(name);
		if (row !== undefined) this.#readFlag(row, { shown: `--${name}`, inline });
		else if (type !== undefined) this.#readExtensionFlag({ name, type, inline });
		else this.unknown.push(name);
	}

	#readFlag(row: FlagRow, { shown, inline }: { shown: string; inline: string | undefined }): void {
		if (row.kind === "boolean") {
			if (inline === undefined) this.flags.push({ row, value: undefined });
			else this.errors.push(`${shown} takes no value`);
			return;
		}
		const value = inline ?? (row.kind === "optional" ? this.#takeWord() : this.#takeValue());
		if (value === undefined && row.kind !== "optional") this.errors.push(`${shown} needs a value: ${row.value}`);
		else this.flags.push({ row, value });
	}

	/** Boolean options take no word; `--name=anything` sets them like `--name` does (TRAP9). */
	#readExtensionFlag({
		name,
		type,
		inline,
	}: {
		name: string;
		type: "boolean" | "string";
		inline: string | undefined;
	}): void {
		const value = type === "boolean" ? true : (inline ?? this.#takeWord());
		if (value === undefined) this.errors.push(`--${name} needs a value`);
		else this.extensionFlags.set(name, value);
	}

	/** The next word, unless it is an option or a file. */
	#takeWord(): string | undefined {
		const word = this.#words[this.#position];
		return word?.startsWith("@") || word?.startsWith("-") ? undefined : this.#take();
	}

	/** The next word, unless it is an option we know: `-write` may be a value of --tools. */
	#takeValue(): string | undefined {
		const word = this.#words[this.#position];
		const isOption = word?.startsWith("--") || (word?.startsWith("-") && BY_SHORT.has(word.slice(1)));
		return isOption ? undefined : this.#take();
	}

	#take(): string | undefined {
		const word = this.#words[this.#position];
		if (word !== undefined) this.#position += 1;
		return word;
	}
}
