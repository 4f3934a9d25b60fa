import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Worker } from "node:worker_threads";
import type { ImageAttempt } from "./plan-attempts.ts";

/** What the worker is asked for; without attempts, a PNG of the same size. */
export interface ImageJob {
	readonly bytes: Uint8Array;
	/** 1 to 8, as EXIF counts. */
	readonly orientation: number;
	readonly attempts?: readonly ImageAttempt[];
	/** Bytes that the result may have, before base64. */
	readonly mostBytes?: number;
}

export interface EncodedImage {
	readonly bytes: Uint8Array;
	readonly mimeType: string;
	readonly width: number;
	readonly height: number;
}

/** Node posts messages of its own to workers and from them, so answers are marked. */
type WorkerAnswer = { readonly type: "tau:image"; readonly image?: EncodedImage; readonly failure?: string };

/** Beside this file in the source; at the top of `dist` in the bundle, whose chunks lie one folder below. */
const WORKER_PLACES = [
	new URL("./image-worker.mjs", import.meta.url),
	new URL("./image-worker.js", import.meta.url),
	new URL("../image-worker.js", import.meta.url),
];

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one job in a worker of its own; undefined when no attempt was small enough. Rejects with a reason in words. One
 * job at a time: each takes a processor and up to some hundred megabytes.
 */
export function runImageWorker(job: ImageJob, signal: AbortSignal | undefined): Promise<EncodedImage | undefined> {
	const run = (): Promise<EncodedImage | undefined> => startWorker(job, signal);
	const answer = last.then(run, run);
	last = answer.catch(() => {});
	return answer;
}

async function startWorker(job: ImageJob, signal: AbortSignal | undefined): Promise<EncodedImage | undefined> {
	signal?.throwIfAborted();
	// At every start it would cost 5 to 10 ms.
	const { Worker } = await import("node:worker_threads");
	// Without the options of the main thread, which may name loaders that this plain file does not need.
	const worker = new Worker(workerFile(), { workerData: job, execArgv: [] });
	const stop = (): void => void worker.terminate();
	signal?.addEventListener("abort", stop, { once: true });
	try {
		return await answerOf(worker);
	} catch (error) {
		signal?.throwIfAborted();
		throw error;
	} finally {
		signal?.removeEventListener("abort", stop);
		await worker.terminate();
	}
}

function answerOf(worker: Worker): Promise<EncodedImage | undefined> {
	return new Promise((resolve, reject) => {
		worker.on("message", (message: unknown) => {
			const answer = Object(message) as WorkerAnswer;
			if (answer.type !== "tau:image") return;
			if (answer.failure === undefined) resolve(answer.image);
			else reject(new Error(answer.failure));
		});
		worker.on("error", reject);
		worker.on("exit", () => reject(new Error("the image worker ended without an answer")));
	});
}

function workerFile(): URL {
	const found = WORKER_PLACES.find((place) => existsSync(fileURLToPath(place)));
	if (found === undefined) throw new Error("a part of the program is missing: the image worker");
	return found;
}
