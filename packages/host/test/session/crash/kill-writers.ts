import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { JsonlStore } from "../../../src/session/store/jsonl-store.ts";
import { allPositions } from "../../../src/session/tree.ts";
import type { CrashCount } from "./cut-power.ts";
import { Random } from "./random.ts";

/** So often one file is killed over; each time it holds more. */
export const KILLS_PER_FILE = 10;

export interface Victims {
	/** The bundled program that appends and acknowledges. */
	readonly program: string;
	/** For files and indexes. */
	readonly folder: string;
}

/** Kills the writers of one session file one after the other; after each, looks for what was acknowledged. */
export async function killWriters(seed: number, { program, folder }: Victims): Promise<CrashCount> {
	const random = new Random(seed);
	const file = join(folder, `killed-${seed}.jsonl`);
	const indexDir = join(folder, "indexes");
	const acknowledged: string[] = [];
	const failures: string[] = [];
	for (let kill = 0; kill < KILLS_PER_FILE; kill += 1) {
		const isInside = random.chance(0.6);
		const when = 1 + random.below(30);
		const child = spawn(
			process.execPath,
			[program, file, indexDir, String(seed * 1000 + kill), isInside ? String(when) : "0"],
			{
				stdio: ["ignore", "pipe", "pipe"],
			},
		);
		const { ids, errors } = await follow(child, isInside ? Number.POSITIVE_INFINITY : when);
		acknowledged.push(...ids);
		const failure = errors === "" ? check(file, indexDir, acknowledged) : `the program failed: ${errors}`;
		if (failure !== undefined) failures.push(`seed ${seed}, kill ${kill}: ${failure}`);
	}
	return { done: KILLS_PER_FILE, failures };
}

/** What the child acknowledged before it ended, or was killed after so many. */
async function follow(child: ChildProcess, killAfter: number): Promise<{ ids: string[]; errors: string }> {
	const ids: string[] = [];
	let errors = "";
	child.stderr?.on("data", (text) => (errors += String(text)));
	const ended = new Promise((resolve) => child.on("close", resolve));
	if (child.stdout === null) return { ids, errors: "no output" };
	for await (const id of createInterface({ input: child.stdout })) {
		ids.push(id);
		if (ids.length === killAfter) child.kill("SIGKILL");
	}
	await ended;
	return { ids, errors };
}

/** With and without the index, everything acknowledged is there, in one chain. */
function check(file: string, indexDir: string, acknowledged: readonly string[]): string | undefined {
	if (acknowledged.length === 0) return undefined;
	for (const options of [{ isReadOnly: true }, { isReadOnly: true, indexDir }]) {
		try {
			const store = JsonlStore.open(file, options);
			const entries = Array.from(store.readEach(allPositions(store.index)));
			store.close();
			const found = new Set(entries.map(({ id }) => id));
			const lost = acknowledged.filter((id) => !found.has(id));
			if (lost.length > 0) return `lost ${lost.join(", ")}`;
			const broken = entries.find(({ parentId }, at) => parentId !== (entries[at - 1]?.id ?? null));
			if (broken !== undefined) return `entry ${broken.id} does not follow the one before it`;
		} catch (error) {
			return `unreadable: ${String(error)}`;
		}
	}
	return undefined;
}
