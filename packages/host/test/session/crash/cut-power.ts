import { JsonlStore } from "../../../src/session/store/jsonl-store.ts";
import type { SessionStore, SyncPolicy } from "../../../src/session/store/store.ts";
import { allPositions } from "../../../src/session/tree.ts";
import { randomEntry, sessionHeader } from "./entries.ts";
import { Random } from "./random.ts";
import { type DiskImage, RecordingDisk } from "./recording-disk.ts";

const FILE = "/sessions/crash.jsonl";
const KEPT_BY: readonly SyncPolicy[] = ["group", "group", "group", "always"];
const STEPS = 24;
/** With which a disk that holds a file begins. */
const FIRST_OPERATIONS = 4;

/** What somebody was told is safe, and when in the record that was. */
interface Acknowledgement {
	readonly operation: number;
	readonly ids: readonly string[];
}

export interface CrashCount {
	readonly done: number;
	/** One line for each loss. */
	readonly failures: readonly string[];
}

/** Lives through one session on a recorded disk and lets the power fail at many moments of it. */
export async function cutPower(seed: number, cuts: number): Promise<CrashCount> {
	const random = new Random(seed);
	const start: DiskImage = random.chance(0.5) ? new Map() : startingImage(random);
	const recording = new RecordingDisk(start);
	const acknowledgements = await live(recording, random, start.size > 0);
	const failures: string[] = [];
	for (let cut = 0; cut < cuts; cut += 1) {
		const during =
			start.size * FIRST_OPERATIONS + random.below(recording.operations.length - start.size * FIRST_OPERATIONS);
		const failure = checkAfter(recording.crash(during, random), during, acknowledgements);
		if (failure !== undefined) failures.push(`seed ${seed}, cut ${cut} during operation ${during}: ${failure}`);
	}
	return { done: cuts, failures };
}

/** A file that a crash left before, perhaps with a torn end. */
function startingImage(random: Random): DiskImage {
	const lines = [sessionHeader("crash"), randomEntry(900_000, null, random), randomEntry(900_001, null, random)];
	const whole = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
	return new Map([[FILE, Buffer.from(random.chance(0.5) ? `${whole}{"type":"mess` : whole)]]);
}

async function live(recording: RecordingDisk, random: Random, isOld: boolean): Promise<Acknowledgement[]> {
	const acknowledgements: Acknowledgement[] = [];
	const options = { disk: recording.disk, sync: KEPT_BY[random.below(KEPT_BY.length)] };
	let store = isOld ? JsonlStore.open(FILE, options) : JsonlStore.create(FILE, sessionHeader("crash"), options);
	const ids: string[] = idsOf(store);
	const acknowledge = (): void => void acknowledgements.push({ operation: recording.operations.length, ids: [...ids] });
	for (let number = 1; number <= STEPS; number += 1) {
		if (random.chance(0.08)) recording.room = random.below(400);
		const entry = randomEntry(number, ids.at(-1) ?? null, random);
		store.append(entry);
		ids.push(entry.id);
		recording.room = Number.POSITIVE_INFINITY;
		if (random.chance(0.05) && recording.read(FILE) !== undefined) {
			// What somebody deletes is gone until the next append brings it back.
			recording.remove(FILE);
			acknowledgements.push({ operation: recording.operations.length - 1, ids: [] });
		}
		if (random.chance(0.4)) recording.completeSyncs();
		if (random.chance(0.3) && (await settle(store, recording))) acknowledge();
		if (!random.chance(0.1)) continue;
		store.close();
		if (recording.read(FILE) === undefined) continue;
		acknowledge();
		store = JsonlStore.open(FILE, options);
	}
	store.close();
	if (recording.read(FILE) !== undefined) acknowledge();
	return acknowledgements;
}

async function settle(store: SessionStore, recording: RecordingDisk): Promise<boolean> {
	const done = store.flush();
	// A sync that ran already covers less; the next one covers all.
	for (let round = 0; round < 3; round += 1) recording.completeSyncs();
	return done;
}

/** Opens what is left, goes on with it, and opens that again. */
function checkAfter(
	image: DiskImage,
	during: number,
	acknowledgements: readonly Acknowledgement[],
): string | undefined {
	const acknowledged = acknowledgements.findLast(({ operation }) => operation <= during)?.ids ?? [];
	const content = image.get(FILE);
	if (content === undefined || content.length === 0) return acknowledged.length === 0 ? undefined : "the file is gone";
	const after = new RecordingDisk(new Map([[FILE, content]]));
	try {
		const store = JsonlStore.open(FILE, { disk: after.disk });
		const lost = findLost(store, acknowledged);
		if (lost !== undefined) return lost;
		store.append(
			randomEntry(0xffff, store.index.size === 0 ? null : store.index.idAt(store.index.size - 1), new Random(1)),
		);
		store.close();
		const again = JsonlStore.open(FILE, { disk: after.disk });
		const isKept = after.read(FILE)?.subarray(0, content.length).equals(content) ?? false;
		return findLost(again, [...acknowledged, "0000ffff"]) ?? (isKept ? undefined : "earlier bytes changed");
	} catch (error) {
		return `unreadable: ${String(error)}`;
	}
}

function findLost(store: SessionStore, acknowledged: readonly string[]): string | undefined {
	const found = new Set(Array.from(store.readEach(allPositions(store.index)), ({ id }) => id));
	const lost = acknowledged.filter((id) => !found.has(id));
	return lost.length === 0 ? undefined : `lost ${lost.join(", ")}`;
}

function idsOf(store: SessionStore): string[] {
	return allPositions(store.index).map((position) => store.index.idAt(position));
}
