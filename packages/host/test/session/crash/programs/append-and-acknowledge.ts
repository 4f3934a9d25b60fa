// node append-and-acknowledge.mjs FILE INDEX_DIR SEED WHEN: appends until it is killed, or kills itself at the disk
// write of the number WHEN, before, within or after it. Writes the id of every entry that is safe to stdout.
import { existsSync, writeSync } from "node:fs";
import { type Disk, nodeDisk } from "../../../../src/session/store/disk.ts";
import { JsonlStore } from "../../../../src/session/store/jsonl-store.ts";
import { WriterLease } from "../../../../src/session/writer-lease.ts";
import { randomEntry, sessionHeader } from "../entries.ts";
import { Random } from "../random.ts";

const [file = "", indexDir = "", seed = "1", when = "0"] = process.argv.slice(2);
const random = new Random(Number(seed));
/** A program that nobody kills ends by itself. */
const MOST_APPENDS = 2000;
let writesLeft = Number(when);

/** Kills the process at a chosen write; 0 leaves that to others. */
function fatalWrite(target: number, bytes: Uint8Array, ...[from, length]: [number, number]): number {
	writesLeft -= 1;
	if (writesLeft !== 0) return nodeDisk.writeSync(target, bytes, from, length);
	const part = [0, random.below(length), length][random.below(3)] ?? 0;
	if (part > 0) nodeDisk.writeSync(target, bytes, from, part);
	process.kill(process.pid, "SIGKILL");
	return part;
}

const lease = new WriterLease(file, { program: "crash test", onLost: () => {} });
lease.claim();
const options = { indexDir, lease, disk: { ...nodeDisk, writeSync: fatalWrite } as Disk };
const store = existsSync(file)
	? JsonlStore.open(file, options)
	: JsonlStore.create(file, sessionHeader("crash"), options);

const waiting: string[] = [];
for (let count = 0; count < MOST_APPENDS; count += 1) {
	const { index } = store;
	const parent = index.size === 0 ? null : index.idAt(index.size - 1);
	const entry = randomEntry(index.size + 1, parent, random);
	store.append(entry);
	waiting.push(entry.id);
	if (random.chance(0.3)) await store.flush();
	// Nothing is written before somebody speaks, so nothing is promised before.
	if (!existsSync(file)) continue;
	for (const id of waiting.splice(0)) writeSync(1, `${id}\n`);
}
store.close();
