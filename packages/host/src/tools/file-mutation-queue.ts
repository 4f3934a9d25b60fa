import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";

const lastInQueue = new Map<string, Promise<unknown>>();

/**
 * Runs changes of one file one after another, in the order of the calls; changes of different files run side by side.
 * Names that lead to the same file share a queue (TL20). A change that fails does not stop the next one.
 */
export async function withFileMutationQueue<T>(filePath: string, change: () => Promise<T>): Promise<T> {
	// The place in the queue is taken before anything is awaited, under the plain name; the real name is known later.
	return await enqueue(resolve(filePath), async () => {
		const real = await realPathOf(resolve(filePath));
		return real === resolve(filePath) ? await change() : await enqueue(real, change);
	});
}

async function enqueue<T>(key: string, change: () => Promise<T>): Promise<T> {
	const before = lastInQueue.get(key) ?? Promise.resolve();
	const result = before.then(change, change);
	lastInQueue.set(key, result);
	try {
		return await result;
	} finally {
		if (lastInQueue.get(key) === result) lastInQueue.delete(key);
	}
}

/** The real path of a file, or of what exists of its folders when it is new. */
async function realPathOf(path: string): Promise<string> {
	try {
		return await realpath(path);
	} catch {
		// Not there yet, or out of reach; the change itself reports what is wrong.
		const folder = dirname(path);
		return folder === path ? path : join(await realPathOf(folder), basename(path));
	}
}
