import type { Clock } from "../../base/clock.ts";

/** What work rejects with that went on after its abort. */
export class StillRunning extends Error {
	override readonly name = "StillRunning";
}

/**
 * Waits for work that should end soon after the signal aborts, and no longer than `grace` milliseconds after that:
 * foreign work may take no notice. What becomes of it then is nobody's business any more.
 */
export async function settleAfterAbort<T>(
	work: Promise<T>,
	{ clock, grace }: { clock: Clock; grace: number },
	signal: AbortSignal | undefined,
): Promise<T> {
	if (signal === undefined) return await work;
	let cancel = (): void => {};
	let onAbort = (): void => {};
	const abandoned = new Promise<never>((_resolve, reject) => {
		onAbort = () => {
			cancel = clock.after(grace, () => reject(new StillRunning("The work did not end when it was aborted")));
		};
	});
	if (signal.aborted) onAbort();
	else signal.addEventListener("abort", onAbort, { once: true });
	try {
		return await Promise.race([work, abandoned]);
	} finally {
		signal.removeEventListener("abort", onAbort);
		cancel();
	}
}
