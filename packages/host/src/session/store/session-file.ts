import { dirname } from "node:path";
import { sessionFileExists } from "../errors.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Disk } from "./disk.ts";

/** What became of the file since the last look. */
export type FileState = "absent" | "same" | "grown" | "cut" | "deleted" | "replaced";

const COPY_BYTES = 1 << 20;

/**
 * The bytes of a session file. It is read through a descriptor that stays open, so that its content survives somebody
 * deleting it; every append opens the path anew, so that nothing is written into a file that has no name any more.
 */
export class SessionFile implements ByteSource {
	readonly path: string;
	readonly #disk: Disk;
	#descriptor: number | undefined;
	#identity = "";
	#size = 0;
	/** What the file will hold once it is written; it is read from here until then. */
	#image: Buffer | undefined;

	constructor(path: string, disk: Disk) {
		this.path = path;
		this.#disk = disk;
	}

	get size(): number {
		return this.#size;
	}

	/** Whether the file has been created or found. */
	get exists(): boolean {
		return this.#identity !== "";
	}

	open(): void {
		this.forget();
		const stats = this.#disk.fstatSync(this.#reader());
		this.#identity = identify(stats);
		this.#size = stats.size;
	}

	/** From now on the file reads as if it held these bytes; `commitImage` makes it so. */
	setImage(image: Buffer): void {
		this.#image = image;
		this.#size = image.length;
	}

	readInto(target: Uint8Array, position: number): number {
		if (this.#image !== undefined) return this.#image.copy(target, 0, position);
		return this.#disk.readSync(this.#reader(), target, 0, target.length, position);
	}

	look(): FileState {
		if (!this.exists) return "absent";
		const stats = this.#disk.statSync(this.path, { throwIfNoEntry: false });
		if (stats === undefined) return "deleted";
		if (identify(stats) !== this.#identity) return "replaced";
		if (this.#image !== undefined || stats.size === this.#size) return "same";
		return stats.size > this.#size ? "grown" : "cut";
	}

	/** Takes note of the file's present size and returns the former. */
	measure(): number {
		const former = this.#size;
		this.#size = this.#disk.fstatSync(this.#reader()).size;
		return former;
	}

	/** Creates the file with this text; refuses a file that already holds something. */
	create(text: Buffer): void {
		this.#disk.mkdirSync(dirname(this.path), { recursive: true });
		const found = this.#disk.statSync(this.path, { throwIfNoEntry: false });
		if (found !== undefined && found.size > 0) throw sessionFileExists(this.path);
		this.#write(text, found === undefined ? "ax" : "a");
		this.open();
	}

	/** Appends whole lines with one write and returns where they begin. */
	append(text: Buffer): number {
		const begin = this.#write(text, "a");
		this.#size = begin + text.length;
		return begin;
	}

	/** Writes the file anew from what was read here, under the same name, at once or not at all. */
	rewrite(): void {
		const temporary = `${this.path}.${process.pid}.tmp`;
		this.#disk.mkdirSync(dirname(this.path), { recursive: true });
		const target = this.#disk.openSync(temporary, "w", this.#disk.fstatSync(this.#reader()).mode);
		try {
			this.#copyTo(target);
			this.#disk.fsyncSync(target);
		} catch (error) {
			this.#disk.rmSync(temporary, { force: true });
			throw error;
		} finally {
			this.#disk.closeSync(target);
		}
		this.#disk.renameSync(temporary, this.path);
		this.open();
	}

	/** Replaces the file by its image and keeps the original beside it; returns the original's new path. */
	commitImage(suffix: string): string {
		const keptAs = this.path + suffix;
		if (!this.#disk.existsSync(keptAs)) this.#disk.copyFileSync(this.path, keptAs);
		this.rewrite();
		return keptAs;
	}

	/** Moves what stands under this name out of the way; returns its new path. */
	setAside(): string {
		let number = 1;
		while (this.#disk.existsSync(`${this.path}.replaced-${number}`)) number += 1;
		const keptAs = `${this.path}.replaced-${number}`;
		this.#disk.renameSync(this.path, keptAs);
		return keptAs;
	}

	/** Lets go of the descriptor; reading takes a new one. */
	close(): void {
		if (this.#descriptor !== undefined) this.#disk.closeSync(this.#descriptor);
		this.#descriptor = undefined;
	}

	/** As if the file had never been there. */
	forget(): void {
		this.close();
		this.#image = undefined;
		this.#identity = "";
		this.#size = 0;
	}

	#reader(): number {
		this.#descriptor ??= this.#disk.openSync(this.path, "r");
		return this.#descriptor;
	}

	#copyTo(target: number): void {
		const chunk = Buffer.allocUnsafe(COPY_BYTES);
		for (let position = 0; position < this.#size;) {
			const count = this.readInto(chunk.subarray(0, Math.min(COPY_BYTES, this.#size - position)), position);
			if (count === 0) break;
			writeWhole(this.#disk, target, chunk.subarray(0, count));
			position += count;
		}
	}

	#write(text: Buffer, flags: "a" | "ax"): number {
		const target = this.#disk.openSync(this.path, flags);
		try {
			const before = this.#disk.fstatSync(target).size;
			try {
				writeWhole(this.#disk, target, text);
			} catch (error) {
				this.#takeBack(target, before);
				throw error;
			}
			return before;
		} finally {
			this.#disk.closeSync(target);
		}
	}

	/** A full disk can take half of a line; the next attempt shall find the file as it was. */
	#takeBack(target: number, size: number): void {
		try {
			this.#disk.ftruncateSync(target, size);
		} catch {
			// The half line stays; the next look finds the file grown, and what follows begins on a new line.
		}
	}
}

function writeWhole(disk: Disk, target: number, bytes: Buffer): void {
	for (let written = 0; written < bytes.length;) {
		written += disk.writeSync(target, bytes, written, bytes.length - written);
	}
}

function identify(stats: { dev: number; ino: number }): string {
	return `${stats.dev}:${stats.ino}`;
}
