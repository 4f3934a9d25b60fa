import type { ExtensionOwner } from "./owner.ts";

/** How long the host waits for a promise of a handler. Synchronous answers are never measured against it. */
export interface DeadlinePolicy {
	/** Milliseconds from the call, or `undefined` to wait without end. */
	deadlineFor(owner: ExtensionOwner, event: string): number | undefined;
}

/** Waits without end, as extensions written for Pi expect (L15). */
export const noDeadlines: DeadlinePolicy = { deadlineFor: () => undefined };
