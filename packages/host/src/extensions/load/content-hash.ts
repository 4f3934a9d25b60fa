/**
 * A 64-bit fingerprint of a text (two FNV-1a runs with different primes). It only has to tell an edited file from the
 * same file, and must cost nothing at start: importing node:crypto takes 4 to 9 ms.
 */
export function contentHash(text: string): string {
	let first = 0x811c9dc5;
	let second = 0x9747b28c;
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		first = Math.imul(first ^ unit, 0x01000193);
		second = Math.imul(second ^ unit, 0x85ebca6b) ^ (second >>> 13);
	}
	return (first >>> 0).toString(36) + "-" + (second >>> 0).toString(36);
}

/** The hash of a text, reckoned when it is first asked for: at start nobody does. */
export class Fingerprint {
	#text: string | undefined;
	#hash: string | undefined;

	private constructor(text: string | undefined, hash: string | undefined) {
		this.#text = text;
		this.#hash = hash;
	}

	static ofText(text: string): Fingerprint {
		return new Fingerprint(text, undefined);
	}

	static known(hash: string): Fingerprint {
		return new Fingerprint(undefined, hash);
	}

	get hash(): string {
		this.#hash ??= contentHash(this.#text ?? "");
		this.#text = undefined;
		return this.#hash;
	}
}

/** Finds damage. Got without an import statement, whose wrapper around node:zlib costs more than the sums. */
export function checksum(bytes: Uint8Array): number {
	return process.getBuiltinModule("node:zlib").crc32(bytes);
}
