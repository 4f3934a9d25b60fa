import type { HookClock } from "./clock.ts";
import { type ExtensionFault, type FaultSink, toExtensionFault } from "./extension-fault.ts";
import { isThenable } from "./is-thenable.ts";
import { OpenCall } from "./open-call.ts";
import type { ExtensionOwner } from "./owner.ts";
import type { Pulse } from "./pulse.ts";
import type { Running } from "./running.ts";
import type { Tally, TallyTable } from "./tally.ts";
import { Thrown } from "./thrown.ts";
import type { Waits } from "./waits.ts";

/** What came of a call into an extension. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; fault: ExtensionFault };

/** A promise where the call answered with one; it never rejects. */
export type Called<T> = [T] extends [never]
	? Outcome<never>
	: T extends PromiseLike<infer TValue>
		? Promise<Outcome<TValue>>
		: Outcome<T>;

/** What is called. A string is the event of reports and counters. */
export interface ForeignCall {
	event: string;
	/** Shown instead of the extension's path, such as `command:<name>` (L20). */
	reportedPath?: string;
	/** The caller makes something else of a failure: a load error, an error result of a tool. */
	silent?: boolean;
	/** How many milliseconds it is still waited for when the user wants an end. Left out: as long as before. */
	grace?: number;
}

export interface FenceParts {
	clock: HookClock;
	pulse: Pulse;
	tallies: TallyTable;
	report: FaultSink;
	running: Running;
	waits: Waits;
}

interface BegunCall {
	owner: ExtensionOwner;
	what: ForeignCall;
	tally: Tally;
	since: number;
}

/** Around every call into an extension: it attaches the owner, counts, measures, and makes a failure a value. */
export class Fence {
	readonly #parts: FenceParts;

	constructor(parts: FenceParts) {
		this.#parts = parts;
	}

	/** For all calls but handlers of events, which the dispatcher makes. Runs on the caller's stack. */
	call<T>(owner: ExtensionOwner, what: string | ForeignCall, fn: () => T): Called<T> {
		const { clock, tallies, waits } = this.#parts;
		const named = typeof what === "string" ? { event: what } : what;
		const { mark } = waits.work;
		const open = { owner, what: named, tally: tallies.of(owner.path, named.event), since: clock.now() };
		const answer = this.attempt(owner, fn);
		const outcome = answer instanceof Promise ? this.#await(open, answer, mark) : this.#close(open, answer);
		// The types cannot follow whether the answer was a promise.
		return outcome as Called<T>;
	}

	/**
	 * The bare call: owner in the shared memory, failure as `Thrown`, any promise as a native one. Counts nothing and
	 * reports nothing.
	 */
	attempt<TArguments extends unknown[]>(
		owner: ExtensionOwner,
		fn: (...values: TArguments) => unknown,
		...values: TArguments
	): unknown {
		const { pulse } = this.#parts;
		const outer = pulse.enter(owner.id);
		try {
			const answer = fn(...values);
			return isThenable(answer) && !(answer instanceof Promise) ? Promise.resolve(answer) : answer;
		} catch (error) {
			return new Thrown(error);
		} finally {
			pulse.leave(outer);
		}
	}

	report(fault: ExtensionFault): void {
		this.#parts.report(fault);
	}

	#await(open: BegunCall, promise: Promise<unknown>, mark: number): Promise<Outcome<unknown>> {
		const { owner, what, since } = open;
		const { event, grace = Infinity } = what;
		// Tools and commands may take as long as they like; what they are doing is shown in other ways.
		const isTold = event === "factory";
		const isSpared = grace === Infinity;
		const wait = this.#parts.waits.open({ owner, event, since, mark, own: undefined, isSpared, isTold });
		const conclude = (answer: unknown): Outcome<unknown> => this.#close(open, answer);
		return new OpenCall(this.#parts, { wait, grace, promise, conclude }).outcome;
	}

	#close(open: BegunCall, answer: unknown): Outcome<unknown> {
		const { owner, what, tally, since } = open;
		tally.calls += 1;
		tally.totalMs += this.#parts.clock.now() - since;
		if (!(answer instanceof Thrown)) {
			if (owner.generation.alive) return { ok: true, value: answer };
			const late = "The extension was reloaded meanwhile; its late result is dropped.";
			return { ok: false, fault: toExtensionFault(owner.path, what.event, late) };
		}
		tally.errors += 1;
		const fault = toExtensionFault(what.reportedPath ?? owner.path, what.event, answer.error);
		if (what.silent !== true) this.report(fault);
		return { ok: false, fault };
	}
}
