import { dirname } from "node:path";
import type { Disk } from "../../../src/session/store/disk.ts";
import type { Random } from "./random.ts";

/** What reached the disk's queue, in order. `sync` covers what was written before the operation it names. */
export type Operation =
	| { type: "write"; inode: number; offset: number; bytes: Buffer }
	| { type: "cut"; inode: number; size: number }
	| { type: "name"; path: string; inode: number }
	| { type: "unname"; path: string }
	| { type: "sync"; inode: number; before: number }
	| { type: "sync_folder"; path: string };

/** What a crash leaves: contents by path. */
export type DiskImage = ReadonlyMap<string, Buffer>;

type Name = Operation & { type: "name" | "unname" };

/**
 * A disk in memory that remembers every operation, so that afterwards the power can fail at any of them, in the middle
 * of a write, too. Writes reach the platters in any amount until they are synced; names do so in order.
 */
export class RecordingDisk {
	readonly operations: Operation[] = [];
	readonly #contents = new Map<number, Buffer>();
	readonly #names = new Map<string, number>();
	readonly #open = new Map<number, { inode: number; path: string; appends: boolean }>();
	readonly #waiting: (() => void)[] = [];
	/** Bytes that still fit. */
	room: number = Number.POSITIVE_INFINITY;
	#lastNumber = 0;

	constructor(image: DiskImage = new Map()) {
		for (const [path, bytes] of image) {
			const inode = this.#give(path);
			this.#contents.set(inode, bytes);
			const content: Operation = { type: "write", inode, offset: 0, bytes };
			const synced: Operation = { type: "sync", inode, before: this.operations.length + 2 };
			this.operations.push({ type: "name", path, inode }, content, synced, {
				type: "sync_folder",
				path: dirname(path),
			});
		}
	}

	read(path: string): Buffer | undefined {
		const inode = this.#names.get(path);
		return inode === undefined ? undefined : this.#contents.get(inode);
	}

	/** Lets the syncs that were asked for in the background finish. */
	completeSyncs(): void {
		for (const finish of this.#waiting.splice(0)) finish();
	}

	/** As a program that deletes the file does. */
	remove(path: string): void {
		this.operations.push({ type: "unname", path });
		this.#names.delete(path);
	}

	/** What is there after the power failed during the operation of this number. */
	crash(during: number, random: Random): DiskImage {
		const done = this.operations.slice(0, during);
		const names = survivingNames(done, random);
		const image = new Map<string, Buffer>();
		for (const [path, inode] of names)
			image.set(path, survivingContent(this.operations.slice(0, during + 1), inode, random));
		return image;
	}

	/** The calls that a store makes. */
	get disk(): Disk {
		const calls = {
			closeSync: (descriptor: number) => void this.#open.delete(descriptor),
			copyFileSync: (from: string, to: string) => this.#copy(from, to),
			existsSync: (path: string) => this.#names.has(path),
			fdatasync: (descriptor: number, done: (error: null) => void) => this.#syncLater(descriptor, done),
			fdatasyncSync: (descriptor: number) => this.#sync(descriptor),
			fstatSync: (descriptor: number) => this.#stats(this.#handle(descriptor).inode),
			fsyncSync: (descriptor: number) => this.#sync(descriptor),
			ftruncateSync: (descriptor: number, size: number) => this.#truncate(this.#handle(descriptor).inode, size),
			linkSync: (from: string, to: string) => this.#link(from, to),
			mkdirSync: () => undefined,
			openSync: (path: string, flags: string) => this.#openFile(path, flags),
			// oxlint-disable-next-line max-params -- the signature of node:fs
			readSync: (descriptor: number, target: Uint8Array, at: number, length: number, position: number) =>
				this.#content(this.#handle(descriptor).inode).copy(target, at, position, position + length),
			renameSync: (from: string, to: string) => this.#rename(from, to),
			rmSync: (path: string) => this.remove(path),
			statSync: (path: string) => {
				const inode = this.#names.get(path);
				return inode === undefined ? undefined : this.#stats(inode);
			},
			// oxlint-disable-next-line max-params -- the signature of node:fs
			writeSync: (descriptor: number, bytes: Uint8Array, from: number, length: number) =>
				this.#write(descriptor, Buffer.from(bytes.subarray(from, from + length))),
		};
		// The overloads of node:fs that nobody uses here are left out.
		return calls as unknown as Disk;
	}

	#openFile(path: string, flags: string): number {
		const isNew = !this.#names.has(path) && (flags.startsWith("a") || flags.startsWith("w"));
		if (isNew) this.operations.push({ type: "name", path, inode: this.#give(path) });
		const inode = this.#names.get(path) ?? 0;
		const isFolder = [...this.#names.keys()].some((name) => dirname(name) === path);
		if (inode === 0 && !isFolder) throw Object.assign(new Error(`ENOENT: open '${path}'`), { code: "ENOENT" });
		if (flags.startsWith("w") && !isNew) this.#truncate(inode, 0);
		const descriptor = (this.#lastNumber += 1);
		this.#open.set(descriptor, { inode, path, appends: flags.startsWith("a") });
		return descriptor;
	}

	#give(path: string): number {
		const inode = (this.#lastNumber += 1);
		this.#names.set(path, inode);
		this.#contents.set(inode, Buffer.alloc(0));
		return inode;
	}

	#handle(descriptor: number): { inode: number; path: string; appends: boolean } {
		const handle = this.#open.get(descriptor);
		if (handle === undefined) throw Object.assign(new Error("EBADF: bad file descriptor"), { code: "EBADF" });
		return handle;
	}

	#content(inode: number): Buffer {
		return this.#contents.get(inode) ?? Buffer.alloc(0);
	}

	#stats(inode: number): { dev: number; ino: number; size: number; mode: number } {
		return { dev: 1, ino: inode, size: this.#content(inode).length, mode: 0o644 };
	}

	/** As much as fits, and none of it means that the disk is full. */
	#write(descriptor: number, bytes: Buffer): number {
		const { inode } = this.#handle(descriptor);
		if (this.room <= 0) throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
		const taken = bytes.subarray(0, Math.min(bytes.length, this.room));
		this.room -= taken.length;
		const before = this.#content(inode);
		this.operations.push({ type: "write", inode, offset: before.length, bytes: taken });
		this.#contents.set(inode, Buffer.concat([before, taken]));
		return taken.length;
	}

	#truncate(inode: number, size: number): void {
		this.operations.push({ type: "cut", inode, size });
		this.#contents.set(inode, Buffer.from(this.#content(inode).subarray(0, size)));
	}

	#link(from: string, to: string): void {
		if (this.#names.has(to)) throw Object.assign(new Error("EEXIST: link"), { code: "EEXIST" });
		const inode = this.#names.get(from) ?? 0;
		this.operations.push({ type: "name", path: to, inode });
		this.#names.set(to, inode);
	}

	#rename(from: string, to: string): void {
		const inode = this.#names.get(from) ?? 0;
		// One operation: a crash finds the one or the other.
		this.operations.push({ type: "name", path: to, inode });
		this.#names.set(to, inode);
		this.remove(from);
	}

	#copy(from: string, to: string): void {
		const inode = this.#give(to);
		const bytes = this.read(from) ?? Buffer.alloc(0);
		this.operations.push({ type: "name", path: to, inode }, { type: "write", inode, offset: 0, bytes });
		this.#contents.set(inode, bytes);
	}

	#sync(descriptor: number): void {
		const { inode, path } = this.#handle(descriptor);
		const before = this.operations.length;
		this.operations.push(inode === 0 ? { type: "sync_folder", path } : { type: "sync", inode, before });
	}

	#syncLater(descriptor: number, done: (error: null) => void): void {
		const { inode } = this.#handle(descriptor);
		const before = this.operations.length;
		this.#waiting.push(() => {
			this.operations.push({ type: "sync", inode, before });
			done(null);
		});
	}
}

/** Names are kept in order; those after the last sync of their folder may be lost. */
function survivingNames(done: readonly Operation[], random: Random): Map<string, number> {
	const changes = done.flatMap((operation, at) => (isName(operation) ? [{ operation, at }] : []));
	const lastSync = done.findLastIndex(({ type }) => type === "sync_folder");
	const certain = changes.filter(({ at }) => at < lastSync).length;
	const kept = certain + random.below(changes.length - certain + 1);
	const names = new Map<string, number>();
	for (const { operation } of changes.slice(0, kept)) {
		if (operation.type === "name") names.set(operation.path, operation.inode);
		else names.delete(operation.path);
	}
	return names;
}

function isName(operation: Operation): operation is Name {
	return operation.type === "name" || operation.type === "unname";
}

/** What was synced, then any part of what was not, then perhaps NULs where only the length arrived. */
function survivingContent(operations: readonly Operation[], inode: number, random: Random): Buffer {
	const last = operations.length - 1;
	const own = operations
		.map((operation, at) => ({ operation, at }))
		.filter(({ operation }) => "inode" in operation && operation.inode === inode);
	const synced = own
		.filter(({ at }) => at < last)
		.reduce((most, { operation }) => (operation.type === "sync" ? Math.max(most, operation.before) : most), 0);
	const durable = apply(own.filter(({ at }) => at < synced).map(({ operation }) => operation));
	const full = apply(own.map(({ operation }) => operation));
	if (!full.subarray(0, durable.length).equals(durable)) return random.chance(0.5) ? durable : full;
	const loose = full.length - durable.length;
	const arrived = durable.length + random.below(loose + 1);
	const length = arrived + (random.chance(0.3) ? random.below(full.length - arrived + 1) : 0);
	return Buffer.concat([full.subarray(0, arrived), Buffer.alloc(length - arrived)]);
}

function apply(operations: readonly Operation[]): Buffer {
	let content = Buffer.alloc(0);
	for (const operation of operations) {
		if (operation.type === "cut") content = Buffer.from(content.subarray(0, operation.size));
		else if (operation.type === "write")
			content = Buffer.concat([content.subarray(0, operation.offset), operation.bytes]);
	}
	return content;
}
