import type { ProviderRequest } from "../contract/provider.ts";
import type { StreamEvent } from "../contract/stream-event.ts";
import { FailureReport } from "./failure-report.ts";
import { type Connection, type HttpPost, openConnection } from "./open-connection.ts";
import type { ProviderError } from "./provider-error.ts";
import { secretsOf } from "./redact.ts";
import { runObserver } from "./run-observer.ts";
import { type ServerSentEvent, ServerSentEventDecoder } from "./sse.ts";
import type { Timers } from "./timers.ts";
import type { WireReader } from "./wire-reader.ts";

/** One request of a wire protocol over HTTP, with the reader of its answer. */
export interface HttpExchange {
	readonly request: ProviderRequest;
	/** Translates the request. What it throws fails the exchange. */
	readonly post: () => HttpPost;
	readonly reader: WireReader;
	readonly timers: Timers;
}

/** Wait for token counts and the end of the body once the stop reason is known. */
const COMPLETION_GRACE_MS = 5_000;

/** Wait for the end of a body after which nothing else comes. */
const DRAIN_MS = 1_000;

/**
 * Sends the request and iterates what the reader understands. Rejects with a {@link ProviderError} only. Written by
 * hand, not as a generator: events of one network chunk come without any turn of the microtask queue between layers.
 */
export function exchangeEvents(exchange: HttpExchange, signal: AbortSignal): AsyncIterableIterator<StreamEvent> {
	return new ExchangeIterator(exchange, signal);
}

class ExchangeIterator implements AsyncIterableIterator<StreamEvent> {
	readonly #exchange: HttpExchange;
	readonly #signal: AbortSignal;
	readonly #abort = new AbortController();
	readonly #onAbort = (): void => this.#abort.abort(this.#signal.reason);
	readonly #decoder = new ServerSentEventDecoder();
	#connection: (Connection & { begun: boolean }) | undefined;
	/** Events not yet taken, and what comes after the last of them. */
	#pending: { events: StreamEvent[]; taken: number; end: "done" | ProviderError | undefined };
	#report: FailureReport;

	constructor(exchange: HttpExchange, signal: AbortSignal) {
		const { model, options } = exchange.request;
		this.#exchange = exchange;
		this.#signal = signal;
		this.#pending = { events: [], taken: 0, end: undefined };
		this.#report = new FailureReport(model, secretsOf(options, { ...model.headers, ...options.headers }));
		signal.addEventListener("abort", this.#onAbort, { once: true });
	}

	[Symbol.asyncIterator](): this {
		return this;
	}

	next(): Promise<IteratorResult<StreamEvent>> {
		const pending = this.#pending;
		const event = pending.events[pending.taken];
		if (event === undefined || this.#signal.aborted) return this.#refill();
		pending.taken++;
		return Promise.resolve({ value: event, done: false });
	}

	return(): Promise<IteratorResult<StreamEvent>> {
		this.#close();
		return Promise.resolve({ value: undefined, done: true });
	}

	async #refill(): Promise<IteratorResult<StreamEvent>> {
		if (this.#signal.aborted) this.#close(this.#report.aborted());
		const pending = this.#pending;
		pending.events = [];
		pending.taken = 0;
		while (pending.events.length === 0 && pending.end === undefined) await this.#advance();
		const event = pending.events[pending.taken++];
		if (event !== undefined) return { value: event, done: false };
		const end = pending.end;
		// An iterator that failed is over.
		pending.end = "done";
		if (end !== "done" && end !== undefined) throw end;
		return { value: undefined, done: true };
	}

	async #advance(): Promise<void> {
		try {
			if (this.#connection === undefined) await this.#open();
			else await this.#readChunk(this.#connection);
		} catch (error) {
			this.#close(this.#signal.aborted ? this.#report.aborted() : this.#report.thrown(error));
		}
	}

	async #open(): Promise<void> {
		const { request, timers, post } = this.#exchange;
		const opening = { request, timers, signal: this.#abort.signal };
		const onReport = (report: FailureReport): void => void (this.#report = report);
		this.#connection = { ...(await openConnection(opening, post(), onReport)), begun: false };
	}

	async #readChunk(connection: Connection & { begun: boolean }): Promise<void> {
		const { source, budget, status } = connection;
		const bytes = await this.#readBytes(connection);
		if (!connection.begun) {
			if (bytes === undefined) throw this.#report.emptyBody(status);
			if (isDocument(bytes)) {
				throw this.#report.document(await readText(bytes, () => budget.wait(source.read())), status);
			}
			connection.begun = true;
		}
		for (const event of bytes === undefined ? this.#decoder.end() : this.#decoder.decode(bytes)) {
			if (!(await this.#readEvent(event, connection))) return;
		}
		if (bytes === undefined) this.#finish({ terminated: false });
		else if (this.#exchange.reader.complete) budget.shorten(COMPLETION_GRACE_MS);
	}

	async #readBytes({ source, budget }: Connection): Promise<Uint8Array | undefined> {
		try {
			return (await budget.wait(source.read())).value;
		} catch (error) {
			// The answer is complete but for counts; a lost connection takes nothing from it.
			if (this.#exchange.reader.complete && !this.#abort.signal.aborted) return undefined;
			throw error;
		}
	}

	/** False when nothing after this event counts. */
	async #readEvent({ data, unterminated }: ServerSentEvent, { budget }: Connection): Promise<boolean> {
		const { reader, request } = this.#exchange;
		if (data === reader.terminator) return this.#finish({ terminated: true });
		if (data.trim() === "") return true;
		const value = parseData(data);
		if (value === undefined) {
			// The last event of a cut stream: that it was cut is what the reader has to say.
			if (unterminated) return this.#finish({ terminated: false });
			throw this.#report.notJson(data);
		}
		const observe = request.options.onProviderStreamEvent;
		if (observe !== undefined) await runObserver(() => observe(value, request.model));
		const events = reader.read(value);
		if (events.length > 0) {
			budget.renew();
			this.#pending.events.push(...events);
		}
		return reader.ended ? this.#finish({ terminated: true }) : true;
	}

	#finish(how: { readonly terminated: boolean }): false {
		this.#pending.events.push(...this.#exchange.reader.finish(how));
		this.#pending.end = "done";
		this.#signal.removeEventListener("abort", this.#onAbort);
		if (this.#connection !== undefined) void drain(this.#connection, this.#abort, this.#exchange.timers);
		return false;
	}

	/** Ends the exchange before its answer was complete, and frees the socket. */
	#close(failure?: ProviderError): void {
		if (this.#pending.end === "done") return;
		this.#pending.end = failure ?? "done";
		this.#signal.removeEventListener("abort", this.#onAbort);
		this.#connection?.budget.dispose();
		this.#abort.abort();
	}
}

/** Reads what follows a complete answer, so that the connection can serve the next request. */
async function drain({ source, budget }: Connection, abort: AbortController, timers: Timers): Promise<void> {
	budget.dispose();
	const timer = timers.setTimeout(() => abort.abort(), DRAIN_MS);
	try {
		while (!(await source.read()).done);
	} catch {
		// The connection is lost: there is nothing to keep, and the answer is complete.
	} finally {
		timers.clearTimeout(timer);
	}
}

/** Servers mislabel their answers, so the first character decides: no line of an event stream begins like this. */
function isDocument(bytes: Uint8Array): boolean {
	return /^[<{[]/.test(new TextDecoder().decode(bytes.subarray(0, 64)).trimStart());
}

async function readText(first: Uint8Array, read: () => Promise<{ value?: Uint8Array | undefined }>): Promise<string> {
	const decoder = new TextDecoder();
	let text = decoder.decode(first, { stream: true });
	for (let chunk = await read(); chunk.value !== undefined; chunk = await read()) {
		text += decoder.decode(chunk.value, { stream: true });
	}
	return text + decoder.decode();
}

function parseData(data: string): unknown {
	try {
		return JSON.parse(data);
	} catch {
		// The caller decides what text that is not JSON means.
		return undefined;
	}
}
