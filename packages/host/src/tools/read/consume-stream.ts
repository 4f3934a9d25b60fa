/**
 * Hands on the chunks of a stream. Rejects with the reason of the abort as soon as the signal aborts, even where the
 * stream takes no notice of it.
 */
export async function consumeStream(
	stream: AsyncIterable<Uint8Array>,
	onChunk: (chunk: Uint8Array) => void,
	signal: AbortSignal | undefined,
): Promise<void> {
	const chunks = stream[Symbol.asyncIterator]();
	let stop = (): void => {};
	const stopped = new Promise<never>((_resolve, reject) => {
		stop = () => reject(signal?.reason);
	});
	// Nobody may be waiting when it rejects.
	stopped.catch(() => {});
	signal?.addEventListener("abort", stop, { once: true });
	try {
		signal?.throwIfAborted();
		for (;;) {
			const step = await Promise.race([chunks.next(), stopped]);
			if (step.done === true) return;
			onChunk(step.value);
		}
	} catch (error) {
		// The stream may never answer this either.
		void Promise.resolve(chunks.return?.()).catch(() => {});
		throw error;
	} finally {
		signal?.removeEventListener("abort", stop);
	}
}
