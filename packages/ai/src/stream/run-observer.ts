/** Observers cannot break a response (E31); the host reports what they throw before it gets here. */
export async function runObserver(observe: () => void | Promise<void>): Promise<void> {
	try {
		await observe();
	} catch {
		// Nothing above depends on an observer's outcome.
	}
}
