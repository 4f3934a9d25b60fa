import type { ExtensionOwner } from "./owner.ts";

/** Milliseconds after which it is told who is waited for. */
export const NOTICE_AFTER = 2000;

/** What an extension was asked that owes an answer. */
export interface Asked {
	readonly owner: ExtensionOwner;
	/** The event, or the other kind of call. */
	readonly event: string;
	/** When the extension was called. */
	readonly since: number;
	/** `HostWork.mark` of the moment before the call. */
	readonly mark: number;
	/** Milliseconds, instead of what the policy says. */
	readonly own: number | undefined;
	/** Interruptions do not make it shorter. */
	readonly isSpared: boolean;
	/** Others are told of it when it takes long. */
	readonly isTold: boolean;
}

/**
 * A promise of an extension that somebody waits for, and the clock that runs against it. The clock stands still while
 * the host does something for the handler: only its own time counts (PC-16).
 */
export class Wait {
	readonly asked: Asked;
	/** Own time in milliseconds; `Infinity` for no limit. */
	readonly budget: number;
	/** Own time used up before the clock last began to run. */
	#used = 0;
	#runsSince: number;
	#holds = 0;
	/** Set by an interruption, which no dialog outlives. */
	#limit = Infinity;
	#isNoticed = false;

	constructor(asked: Asked, budget: number) {
		this.asked = asked;
		this.budget = budget;
		this.#runsSince = asked.since;
	}

	get owner(): ExtensionOwner {
		return this.asked.owner;
	}

	/** When it is given up. */
	get deadline(): number {
		return Math.min(this.#limit, this.#moment(this.budget));
	}

	/** When something has to be done about it: giving it up, or telling of it. */
	get due(): number {
		return this.#isNoticed || !this.asked.isTold ? this.deadline : Math.min(this.deadline, this.#moment(NOTICE_AFTER));
	}

	get isNoticed(): boolean {
		return this.#isNoticed;
	}

	/** True once, when it has taken long enough to be told. */
	notice(now: number): boolean {
		if (this.#isNoticed || !this.asked.isTold || this.#moment(NOTICE_AFTER) > now) return false;
		return (this.#isNoticed = true);
	}

	/** The host begins to do something for the handler. */
	hold(now: number): void {
		if (this.#holds === 0) this.#used += now - this.#runsSince;
		this.#holds += 1;
	}

	release(now: number): void {
		this.#holds -= 1;
		if (this.#holds === 0) this.#runsSince = now;
	}

	/** From now on at most until `limit`, whatever the host does for the handler. */
	interrupt(limit: number): void {
		this.#limit = Math.min(this.#limit, limit);
	}

	/** Why it was given up, for the report. */
	cause(now: number): string {
		const { event } = this.asked;
		if (this.#limit <= now) return `${event} did not end after the abort and is no longer waited for`;
		return `${event} was not answered within ${formatSeconds(this.budget)}`;
	}

	#moment(ownTime: number): number {
		return this.#holds > 0 ? Infinity : this.#runsSince + ownTime - this.#used;
	}
}

function formatSeconds(milliseconds: number): string {
	return `${milliseconds / 1000} s`;
}
