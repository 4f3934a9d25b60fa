import { DELIVERY_BATCHES } from "./delivery-batches.mjs";
import { DISPATCH_BATCHES } from "./dispatch-batches.mjs";
import { SETUP, TOOL_BATCHES } from "./tool-batches.mjs";

/** Batches of generated cases; each batch is one start of each program. */
export const BATCHES = [
	...DISPATCH_BATCHES.map((batch) => ({ ...batch, setup: SETUP })),
	...TOOL_BATCHES,
	...DELIVERY_BATCHES,
];
