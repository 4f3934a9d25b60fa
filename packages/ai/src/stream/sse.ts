import { createParser, type EventSourceParser } from "eventsource-parser";

export interface ServerSentEvent {
	event: string | undefined;
	data: string;
	/** The stream ended before the blank line that completes an event: `data` may be cut. */
	unterminated: boolean;
}

/**
 * Turns chunks of bytes into server-sent events. Lines may end in LF, CRLF or CR; characters and line ends may be
 * split between chunks. Comment lines give no event.
 */
export class ServerSentEventDecoder {
	readonly #decoder = new TextDecoder();
	readonly #parser: EventSourceParser;
	#events: ServerSentEvent[] = [];
	#atEnd = false;

	constructor() {
		this.#parser = createParser({
			onEvent: ({ event, data }) => this.#events.push({ event, data, unterminated: this.#atEnd }),
		});
	}

	decode(bytes: Uint8Array): ServerSentEvent[] {
		this.#parser.feed(this.#decoder.decode(bytes, { stream: true }));
		return this.#take();
	}

	/** What is left when the body is over: some servers omit the blank line after their last event. */
	end(): ServerSentEvent[] {
		this.#parser.feed(this.#decoder.decode());
		const complete = this.#take();
		this.#atEnd = true;
		this.#parser.feed("\n\n");
		return [...complete, ...this.#take()];
	}

	#take(): ServerSentEvent[] {
		const events = this.#events;
		this.#events = [];
		return events;
	}
}
