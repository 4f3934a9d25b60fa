import type { HookClock } from "./clock.ts";
import type { DeadlinePolicy } from "./deadline-policy.ts";
import { DeadlineWatch } from "./deadline-watch.ts";
import { HostWork } from "./host-work.ts";
import type { Running } from "./running.ts";
import { type Asked, Wait } from "./wait.ts";
import { WaitListeners } from "./wait-listeners.ts";

/** What is still waited for when it was asked for after an abort: enough to store something, too little to annoy. */
const HURRIED = 2000;

/** Every wait for a promise of an extension: how long it may take, what stops its clock, who is told. */
export class Waits {
	/** Replaced when settings are read. */
	policy: DeadlinePolicy;
	/** Since the user wanted an end, and until something new begins. */
	isHurried = false;
	readonly work: HostWork;
	readonly listeners: WaitListeners = new WaitListeners();
	readonly #clock: HookClock;
	readonly #watch: DeadlineWatch;

	constructor(running: Running, { clock, policy }: { clock: HookClock; policy: DeadlinePolicy }) {
		this.policy = policy;
		this.#clock = clock;
		this.#watch = new DeadlineWatch(clock, (now) => running.expire(now, (wait) => this.#tell(wait, now)));
		this.work = new HostWork(clock, {
			waitsOf: (owner) => running.waitsOf(owner),
			onReleased: (wait) => this.#watch.watch(wait.due),
		});
	}

	open(asked: Asked): Wait {
		const usual = asked.own ?? this.policy.deadlineFor(asked.owner, asked.event) ?? Infinity;
		const wait = new Wait(asked, this.isHurried && !asked.isSpared ? Math.min(usual, HURRIED) : usual);
		this.work.adopt(wait);
		this.#watch.watch(wait.due);
		return wait;
	}

	close(wait: Wait): void {
		if (wait.isNoticed) this.listeners.tell("extension_wait_end", wait, this.#clock.now());
	}

	/** Gives it that much longer at most. */
	interrupt(wait: Wait, grace: number): void {
		wait.interrupt(this.#clock.now() + grace);
		this.#watch.watch(wait.due);
	}

	stop(): void {
		this.#watch.stop();
	}

	#tell(wait: Wait, now: number): void {
		if (wait.notice(now)) this.listeners.tell("extension_wait_start", wait, now);
	}
}
