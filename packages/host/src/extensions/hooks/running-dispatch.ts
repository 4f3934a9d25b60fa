import type { ExtensionContext } from "../../extension-api/context.ts";
import type { HookName, HookRule } from "../../extension-api/hook-table.ts";
import type { HookClock } from "./clock.ts";
import type { Combination } from "./combine.ts";
import type { Course, Refusal } from "./course.ts";
import type { Entry } from "./entry.ts";
import { faultText, toExtensionFault } from "./extension-fault.ts";
import type { Fence } from "./fence.ts";
import type { Generation } from "./generation.ts";
import type { Handler } from "./handler-list.ts";
import type { ExtensionOwner } from "./owner.ts";
import type { Running, RunningWork } from "./running.ts";
import { Thrown } from "./thrown.ts";
import type { Asked, Wait } from "./wait.ts";
import type { Waits } from "./waits.ts";

/** Milliseconds that a handler gets to end by itself when what it was asked for is aborted (PC-14). */
const GRACE = 200;

/** What all dispatches share. */
export interface Stage {
	readonly clock: HookClock;
	readonly fence: Fence;
	readonly entry: Entry;
	readonly running: Running;
	readonly waits: Waits;
}

/** One question to the handlers of one event. */
export interface Question<TResult> {
	readonly name: HookName;
	readonly rule: HookRule;
	readonly handlers: readonly Handler[];
	readonly course: Course;
	readonly combination: Combination<HookName> | undefined;
	readonly conclude: (course: Course) => TResult;
	readonly contextOf: (handler: Handler) => ExtensionContext;
	readonly signal: AbortSignal | undefined;
	/** Told when a fold changed what the next handler gets. */
	readonly onChange: ((course: Course) => void) | undefined;
}

/** A handler that owes an answer. Identity tells a late answer from the awaited one. */
interface Debt extends Asked {
	readonly handler: Handler;
	readonly promise: Promise<unknown>;
	readonly turn: number;
}

/**
 * A dispatch under way. Its state is here and not in a frame or a promise chain, because both are gone when a looping
 * handler is ended by force.
 */
export class Dispatch<TResult> implements RunningWork {
	readonly result: Promise<TResult>;
	readonly #stage: Stage;
	readonly #question: Question<TResult>;
	#resolve!: (result: TResult) => void;
	#next = 0;
	/** When the running or awaited handler was called. */
	#since = 0;
	/** `HostWork.mark` of that moment. */
	#mark = 0;
	#debt: Debt | undefined;
	#wait: Wait | undefined;

	constructor(stage: Stage, question: Question<TResult>) {
		this.#stage = stage;
		this.#question = question;
		this.result = new Promise((resolve) => (this.#resolve = resolve));
		stage.running.begin(this);
		if (question.signal !== undefined) stage.running.heed(question.signal);
		stage.entry.enter(this);
	}

	get signal(): AbortSignal | undefined {
		return this.#question.signal;
	}

	get wait(): Wait | undefined {
		return this.#wait;
	}

	get grace(): number {
		return this.#question.name === "session_shutdown" ? Infinity : GRACE;
	}

	get keepsAlive(): boolean {
		return true;
	}

	/** Enters extension code; called by the entry only. */
	run(): void {
		this.#since = this.#stage.clock.now();
		this.#mark = this.#stage.waits.work.mark;
		this.#advance();
	}

	abort(): void {
		this.#giveUp({ heldUp: true });
	}

	#giveUp(how: Pick<Refusal, "heldUp">): void {
		if (this.#debt === undefined) return;
		const { owner } = this.#debt.handler;
		this.#stopWaiting();
		this.#refuse(owner, "Operation aborted", how);
		this.#finish();
	}

	expire(): void {
		if (this.#debt === undefined || this.#wait === undefined) return;
		const { handler } = this.#debt;
		const cause = this.#wait.cause(this.#stage.clock.now());
		this.#closeWait();
		this.#question.combination?.leave?.(this.#question.course);
		this.#settle(handler, new Thrown(cause));
		this.#proceed();
	}

	retire(generation: Generation): void {
		if (this.#debt?.handler.owner.generation !== generation) return;
		const { handler } = this.#debt;
		this.#stopWaiting();
		this.#refuse(handler.owner, "was reloaded while it was asked");
		this.#proceed();
	}

	resume(cause: string): void {
		const handler = this.#question.handlers[this.#next - 1];
		if (handler !== undefined) this.#settle(handler, new Thrown(cause));
		this.#proceed();
	}

	rejoin(): void {
		if (this.#debt !== undefined) this.#listen(this.#debt);
	}

	/** Asks the handlers in turn until one has to be waited for. */
	#advance(): void {
		const { fence, running } = this.#stage;
		const { handlers, course, contextOf } = this.#question;
		running.enter(this);
		while (!this.#isDone()) {
			const handler = handlers[this.#next++] as Handler;
			if (!handler.owner.generation.alive) {
				this.#refuse(handler.owner, "was reloaded before it was asked");
				continue;
			}
			const answer = fence.attempt(handler.owner, handler.call, course.event, contextOf(handler));
			if (answer instanceof Promise) {
				running.leave();
				this.#await(handler, answer);
				return;
			}
			this.#settle(handler, answer);
		}
		running.leave();
		this.#finish();
	}

	#await(handler: Handler, promise: Promise<unknown>): void {
		const { entry, waits } = this.#stage;
		const { name, signal } = this.#question;
		const debt: Debt = {
			owner: handler.owner,
			event: name,
			since: this.#since,
			mark: this.#mark,
			own: handler.deadlineMs,
			isSpared: name === "session_shutdown",
			isTold: true,
			handler,
			promise,
			turn: entry.openTurn(),
		};
		this.#debt = debt;
		this.#wait = waits.open(debt);
		this.#listen(debt);
		if (signal?.aborted === true) this.#giveUp({});
	}

	#listen(debt: Debt): void {
		debt.promise.then(
			(answer: unknown) => this.#answered(debt, answer),
			(error: unknown) => this.#answered(debt, new Thrown(error)),
		);
	}

	#answered(debt: Debt, answer: unknown): void {
		if (this.#debt !== debt) return;
		if (!debt.handler.owner.generation.alive) {
			this.retire(debt.handler.owner.generation);
			return;
		}
		this.#closeWait();
		const { entry, running } = this.#stage;
		running.enter(this);
		this.#settle(debt.handler, answer);
		if (entry.isTurn(debt.turn)) {
			this.#advance();
			return;
		}
		running.leave();
		this.#proceed();
	}

	/** Counts an answer and lets it change the course. The end of one handler is the beginning of the next. */
	#settle(handler: Handler, answer: unknown): void {
		this.#count(handler);
		if (answer instanceof Thrown) {
			this.#fail(handler, answer.error);
			return;
		}
		const { combination, course, onChange } = this.#question;
		if (combination === undefined || (answer === undefined && combination.alsoSilence !== true)) return;
		const { event } = course;
		const folded = this.#stage.fence.attempt(handler.owner, combination.fold, course, answer, handler.owner);
		if (course.event !== event) onChange?.(course);
		if (folded instanceof Thrown) this.#fail(handler, folded.error);
	}

	#count(handler: Handler): void {
		const now = this.#stage.clock.now();
		handler.tally.calls += 1;
		handler.tally.totalMs += now - this.#since;
		this.#since = now;
		this.#mark = this.#stage.waits.work.mark;
	}

	#fail(handler: Handler, error: unknown): void {
		handler.tally.errors += 1;
		this.#stage.fence.report(toExtensionFault(handler.owner.path, this.#question.name, error));
		this.#refuse(handler.owner, faultText(error));
	}

	/** A gate says no for a handler that could not; other events go on. */
	#refuse(owner: ExtensionOwner, cause: string, how: Pick<Refusal, "heldUp"> = {}): void {
		const { rule, course } = this.#question;
		if (rule.onFailure === "refuse") course.refusal ??= { owner, message: `${owner.path}: ${cause}`, ...how };
	}

	#stopWaiting(): void {
		if (this.#debt !== undefined) this.#count(this.#debt.handler);
		this.#closeWait();
	}

	#closeWait(): void {
		if (this.#wait !== undefined) this.#stage.waits.close(this.#wait);
		this.#wait = undefined;
		this.#debt = undefined;
	}

	/** Goes on from a callback in which extension code must not run. */
	#proceed(): void {
		if (this.#isDone()) this.#finish();
		else this.#stage.entry.enter(this);
	}

	#isDone(): boolean {
		const { course, handlers } = this.#question;
		return this.#next >= handlers.length || course.stoppedBy !== undefined || course.refusal !== undefined;
	}

	#finish(): void {
		this.#stage.running.end(this);
		this.#resolve(this.#question.conclude(this.#question.course));
	}
}
