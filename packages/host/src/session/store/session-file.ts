import type { BigIntStats } from "node:fs";
import { dirname } from "node:path";
import { sessionFileExists } from "../errors.ts";
import type { ByteSource } from "./byte-source.ts";
import type { Disk } from "./disk.ts";

/** What became of the file since the last look. */
export type FileState = "absent" | "same" | "grown" | "cut" | "deleted" | "replaced";

const COPY_BYTES = 1 << 20;

/**
 * The bytes of a session file. Its descriptors stay open, so that its content survives somebody deleting it; whether
 * the path still names it is for `look` to say, and what was written into a file without a name comes along with
 * `rewrite`.
 */
export class SessionFile implements ByteSource {
	readonly path: string;
	readonly #disk: Disk;
	#reader: number | undefined;
	#appender: number | undefined;
	#identity = "";
	#size = 0;
	/** What the file will hold once it is written; it is read from here until then. */
	#image: Buffer | undefined;
	/** The folder has a new name in it that is not durable. */
	#isNameNew = false;

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

	/** Whether its bytes are what is read, and not a conversion of them. */
	get isAsWritten(): boolean {
		return this.exists && this.#image === undefined;
	}

	open(): void {
		this.forget();
		const stats = this.#disk.fstatSync(this.#descriptor());
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
		return this.#disk.readSync(this.#descriptor(), target, 0, target.length, position);
	}

	/** Facts about the open file; its name may be another's by now. */
	stats(): BigIntStats {
		return this.#disk.fstatSync(this.#descriptor(), { bigint: true });
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
		this.#size = this.#disk.fstatSync(this.#descriptor()).size;
		return former;
	}

	/**
	 * Creates the file with this text, at once or not at all, so that no crash leaves half a header; refuses a file that
	 * already holds something.
	 */
	create(text: Buffer, durability: "synced" | "unsynced"): void {
		this.#disk.mkdirSync(dirname(this.path), { recursive: true });
		const found = this.#disk.statSync(this.path, { throwIfNoEntry: false });
		if (found !== undefined && found.size > 0) throw sessionFileExists(this.path);
		const temporary = this.#temporaryName();
		this.#writeNew(temporary, (target) => {
			this.#write(target, text, 0);
			if (durability === "synced") this.#disk.fsyncSync(target);
		});
		if (found === undefined) this.#giveName(temporary);
		else this.#disk.renameSync(temporary, this.path);
		this.open();
		this.#isNameNew = true;
	}

	/** Appends whole lines with one write and returns where they begin. Right after `look` said "same". */
	append(text: Buffer): number {
		const begin = this.#size;
		this.#write(this.#openAppender(), text, begin);
		this.#size = begin + text.length;
		return begin;
	}

	/** Writes the file anew from what was read here, under the same name, at once or not at all. */
	rewrite(): void {
		const { mode } = this.#disk.fstatSync(this.#descriptor());
		const temporary = this.#temporaryName();
		this.#disk.mkdirSync(dirname(this.path), { recursive: true });
		const copy = (target: number): void => {
			this.#copyTo(target);
			this.#disk.fsyncSync(target);
		};
		this.#writeNew(temporary, copy, mode);
		this.#disk.renameSync(temporary, this.path);
		this.open();
		this.#syncFolder();
	}

	/** Replaces the file by its image and keeps the original beside it; returns the original's new path. */
	commitImage(suffix: string): string {
		const keptAs = this.path + suffix;
		if (!this.#disk.existsSync(keptAs)) this.#keepCopy(keptAs);
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

	/** Returns when everything written is durable. */
	sync(): void {
		if (this.#appender !== undefined) this.#disk.fdatasyncSync(this.#appender);
		if (this.#isNameNew) this.#syncFolder();
	}

	/**
	 * The same in the background. It works on a descriptor of its own, so that the file may be closed or replaced in the
	 * meantime. Calls back with what failed.
	 */
	syncLater(done: (error: Error | null) => void): void {
		try {
			const target = this.#disk.openSync(this.path, "r+");
			this.#disk.fdatasync(target, (error) => {
				this.#disk.closeSync(target);
				if (error === null && this.#isNameNew) this.#syncFolder();
				done(error);
			});
		} catch (error) {
			done(error as Error);
		}
	}

	/** Lets go of the descriptors; reading and appending take new ones. */
	close(): void {
		for (const descriptor of [this.#reader, this.#appender])
			if (descriptor !== undefined) this.#disk.closeSync(descriptor);
		this.#reader = undefined;
		this.#appender = undefined;
	}

	/** As if the file had never been there. */
	forget(): void {
		this.close();
		this.#image = undefined;
		this.#identity = "";
		this.#size = 0;
	}

	#descriptor(): number {
		this.#reader ??= this.#disk.openSync(this.path, "r");
		return this.#reader;
	}

	/** Somebody may have deleted the file since the last look; appending would make another one. */
	#openAppender(): number {
		if (this.#appender !== undefined) return this.#appender;
		const target = this.#disk.openSync(this.path, "a");
		if (identify(this.#disk.fstatSync(target)) === this.#identity) this.#appender = target;
		else this.#disk.closeSync(target);
		if (this.#appender === undefined) throw sessionFileExists(this.path);
		return this.#appender;
	}

	#temporaryName(): string {
		return `${this.path}.${process.pid}.tmp`;
	}

	/** A new file, complete or gone again. */
	#writeNew(path: string, write: (target: number) => void, mode?: number): void {
		const target = this.#disk.openSync(path, "w", mode);
		try {
			write(target);
		} catch (error) {
			this.#disk.rmSync(path, { force: true });
			throw error;
		} finally {
			this.#disk.closeSync(target);
		}
	}

	/** Unlike renaming, a second name takes the place of no file that appeared in the meantime. */
	#giveName(temporary: string): void {
		try {
			this.#disk.linkSync(temporary, this.path);
			this.#disk.rmSync(temporary, { force: true });
		} catch (error) {
			const isTaken = (error as NodeJS.ErrnoException).code === "EEXIST";
			if (isTaken) this.#disk.rmSync(temporary, { force: true });
			if (isTaken) throw sessionFileExists(this.path);
			this.#disk.renameSync(temporary, this.path); // a file system without second names
		}
	}

	#keepCopy(path: string): void {
		this.#disk.copyFileSync(this.path, path);
		const copy = this.#disk.openSync(path, "r+");
		try {
			this.#disk.fsyncSync(copy);
		} finally {
			this.#disk.closeSync(copy);
		}
	}

	#copyTo(target: number): void {
		const chunk = Buffer.allocUnsafe(COPY_BYTES);
		for (let position = 0; position < this.#size;) {
			const count = this.readInto(chunk.subarray(0, Math.min(COPY_BYTES, this.#size - position)), position);
			if (count === 0) break;
			this.#write(target, chunk.subarray(0, count), position);
			position += count;
		}
	}

	/** A full disk can take half of a line; the next attempt shall find the file as it was. */
	#write(target: number, text: Buffer, before: number): void {
		let written = 0;
		try {
			while (written < text.length) written += this.#disk.writeSync(target, text, written, text.length - written);
		} catch (error) {
			this.#takeBack(target, before, written);
			throw error;
		}
	}

	#takeBack(target: number, before: number, written: number): void {
		try {
			// What somebody else appended in the meantime stays.
			if (this.#disk.fstatSync(target).size === before + written) this.#disk.ftruncateSync(target, before);
		} catch {
			// The half line stays; the next look finds the file grown, and what follows begins on a new line.
		}
	}

	#syncFolder(): void {
		this.#isNameNew = false;
		try {
			const folder = this.#disk.openSync(dirname(this.path), "r");
			try {
				this.#disk.fsyncSync(folder);
			} finally {
				this.#disk.closeSync(folder);
			}
		} catch {
			// Not every system opens folders; those keep names in order themselves.
		}
	}
}

function identify(stats: { dev: number; ino: number }): string {
	return `${stats.dev}:${stats.ino}`;
}
