import type { ExtensionOwner } from "./owner.ts";

/** How long the host waits for a promise of a handler. Synchronous answers are never measured against it. */
export interface DeadlinePolicy {
	/** Milliseconds of the handler's own time, or `undefined` to wait without end. */
	deadlineFor(owner: ExtensionOwner, event: string): number | undefined;
}

/** Waits without end. */
export const noDeadlines: DeadlinePolicy = { deadlineFor: () => undefined };
