import type { StreamEvent } from "../contract/stream-event.ts";
import type { ErrorBody, FailureClass } from "./classify-failure.ts";

/** Reads the events of one response of one wire protocol. Knows nothing of HTTP, budgets and hooks. */
export interface WireReader {
	/** Data text that ends the stream without being an event. */
	readonly terminator: string | undefined;
	/** The stop reason was seen: what may still come can be missing. */
	readonly complete: boolean;
	/** Nothing more will come, whether the connection ends or not. */
	readonly ended: boolean;
	/** What one parsed event says; empty where it is no progress. Throws a {@link WireFailure}. */
	read(data: unknown): readonly StreamEvent[];
	/** The rest, when the stream is over. Throws a {@link WireFailure} where it was cut. */
	finish(how: { readonly terminated: boolean }): readonly StreamEvent[];
}

/** A failure that the wire itself reports. The exchange adds provider, address and next step. */
export class WireFailure extends Error {
	readonly body: ErrorBody;
	readonly failureClass: FailureClass | undefined;

	constructor(body: ErrorBody, failureClass?: FailureClass) {
		super(body.message);
		this.name = "WireFailure";
		this.body = body;
		this.failureClass = failureClass;
	}
}

export function wireFailure(message: string, failureClass: FailureClass): WireFailure {
	return new WireFailure({ codes: [], message, status: undefined }, failureClass);
}
