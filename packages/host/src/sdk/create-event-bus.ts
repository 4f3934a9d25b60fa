import type { EventBus } from "../extension-api/extension-api.ts";
import { SharedEventBus } from "../extensions/event-bus.ts";

export interface EventBusController extends EventBus {
	/** Ends all subscriptions. */
	clear(): void;
}

/** A bus of an embedder's own; what a listener throws becomes a warning of the process. */
export function createEventBus(): EventBusController {
	const bus = new SharedEventBus();
	return {
		emit: (channel, data) => bus.emit(channel, data),
		on: (channel, listener) =>
			bus.on(channel, listener, (name, error) =>
				process.emitWarning(`A listener of "${name}" failed: ${String(error)}`),
			),
		clear: () => bus.clear(),
	};
}
