import type { AssistantMessage } from "../contract/message.ts";
import type { AssistantMessageStream } from "../contract/provider.ts";
import type { AssistantMessageEvent } from "../contract/stream-event.ts";
import { emptyUsage } from "./usage.ts";

/** The two clocks that time a response: wall time in milliseconds since the epoch, and a monotonic one. */
export interface StreamClock {
	now(): number;
	monotonic(): number;
}

const SYSTEM_CLOCK: StreamClock = { now: () => Date.now(), monotonic: () => performance.now() };

/**
 * Events pushed by one side and iterated by another, with a final result. Nothing is lost to slow readers: every
 * iterator starts at the first event and moves at its own pace. Events pushed after the end are ignored.
 */
export class EventStream<T, R = T> implements AsyncIterable<T> {
	readonly #events: T[] = [];
	readonly #isComplete: (event: T) => boolean;
	readonly #extractResult: (event: T) => R;
	readonly #result: Promise<R>;
	#resolveResult: (result: R) => void = () => {};
	#wake: (() => void)[] = [];
	#ended = false;

	constructor(isComplete: (event: T) => boolean, extractResult: (event: T) => R) {
		this.#isComplete = isComplete;
		this.#extractResult = extractResult;
		this.#result = new Promise((resolve) => {
			this.#resolveResult = resolve;
		});
	}

	/** True once the final event was pushed or `end` was called. */
	protected get done(): boolean {
		return this.#ended;
	}

	push(event: T): void {
		if (this.#ended) return;
		this.#events.push(event);
		if (this.#isComplete(event)) {
			this.#ended = true;
			this.#resolveResult(this.#extractResult(event));
		}
		this.#wakeReaders();
	}

	/** Ends the iteration. Without `result`, `result()` stays unsettled unless a final event came before. */
	end(result?: R): void {
		if (this.#ended) return;
		this.#ended = true;
		if (result !== undefined) this.#resolveResult(result);
		this.#wakeReaders();
	}

	result(): Promise<R> {
		return this.#result;
	}

	/** Written by hand: a generator would cost three turns of the microtask queue for each event. */
	[Symbol.asyncIterator](): AsyncIterator<T> {
		let taken = 0;
		let left = false;
		const take = (): Promise<IteratorResult<T>> => {
			if (!left && taken < this.#events.length) {
				return Promise.resolve({ value: this.#events[taken++] as T, done: false });
			}
			if (left || this.#ended) return Promise.resolve({ value: undefined, done: true });
			return new Promise<void>((resolve) => this.#wake.push(resolve)).then(take);
		};
		const leave = (): Promise<IteratorResult<T>> => {
			left = true;
			return Promise.resolve({ value: undefined, done: true });
		};
		return { next: take, return: leave };
	}

	#wakeReaders(): void {
		const waiting = this.#wake;
		if (waiting.length === 0) return;
		this.#wake = [];
		for (const wake of waiting) wake();
	}
}

/**
 * The events of one assistant response. Times it too: the final message gets `durationMs`, from the creation of the
 * stream, unless it has one or began before the stream did.
 */
export class AssistantMessageEventStream
	extends EventStream<AssistantMessageEvent, AssistantMessage>
	implements AssistantMessageStream
{
	readonly #clock: StreamClock;
	readonly #createdAt: number;
	readonly #startedAt: number;
	#partial: AssistantMessage | undefined;

	constructor(clock: StreamClock = SYSTEM_CLOCK) {
		super((event) => event.type === "done" || event.type === "error", finalMessage);
		this.#clock = clock;
		this.#createdAt = clock.now();
		this.#startedAt = clock.monotonic();
	}

	override push(event: AssistantMessageEvent): void {
		if (this.done) return;
		if (event.type === "done") this.#time(event.message);
		else if (event.type === "error") this.#time(event.error);
		else this.#partial = event.partial;
		super.push(event);
	}

	/** A stream that ends without any final message ends with an error event, so that nobody waits for ever. */
	override end(result?: AssistantMessage): void {
		if (this.done) return;
		if (result === undefined) {
			this.push({ type: "error", reason: "error", error: unfinished(this.#partial, this.#clock.now()) });
			return;
		}
		this.#time(result);
		super.end(result);
	}

	#time(message: AssistantMessage): void {
		if (message.durationMs !== undefined || message.timestamp < this.#createdAt) return;
		message.durationMs = Math.round(this.#clock.monotonic() - this.#startedAt);
	}
}

/** For extensions that stream by themselves. */
export function createAssistantMessageEventStream(): AssistantMessageEventStream {
	return new AssistantMessageEventStream();
}

function finalMessage(event: AssistantMessageEvent): AssistantMessage {
	if (event.type === "done") return event.message;
	if (event.type === "error") return event.error;
	return event.partial;
}

function unfinished(partial: AssistantMessage | undefined, now: number): AssistantMessage {
	const base: AssistantMessage = partial ?? {
		role: "assistant",
		content: [],
		api: "unknown",
		provider: "unknown",
		model: "unknown",
		usage: emptyUsage(),
		stopReason: "error",
		timestamp: now,
	};
	return {
		...base,
		stopReason: "error",
		errorMessage: `The provider "${base.provider}" ended its stream without a final message. Try again.`,
	};
}
