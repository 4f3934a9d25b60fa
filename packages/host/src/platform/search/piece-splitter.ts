/** Cuts a stream of bytes at a separator and hands on the pieces between as text. */
export class PieceSplitter {
	readonly #separator: number;
	readonly #onPiece: (piece: string) => void;
	#open: Buffer[] = [];

	constructor(separator: number, onPiece: (piece: string) => void) {
		this.#separator = separator;
		this.#onPiece = onPiece;
	}

	push(chunk: Buffer): void {
		let start = 0;
		for (let end = chunk.indexOf(this.#separator); end !== -1; end = chunk.indexOf(this.#separator, start)) {
			this.#open.push(chunk.subarray(start, end));
			const piece = Buffer.concat(this.#open).toString("utf8");
			this.#open = [];
			start = end + 1;
			this.#onPiece(piece);
		}
		if (start < chunk.length) this.#open.push(chunk.subarray(start));
	}
}
