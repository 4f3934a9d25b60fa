import type { AgentMessage, LoopHost } from "@tau/agent";
import { runLoop } from "@tau/agent/core";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { PendingInputs } from "./input/pending-inputs.ts";
import type { PromptState } from "./prompt-state.ts";
import type { Queues } from "./queues.ts";
import type { RuntimeListener } from "./runtime-event.ts";
import { noModelSelected } from "./turn/open-request.ts";
import type { AutoCompaction } from "./turn/auto-compaction.ts";
import type { LastAnswer } from "./turn/last-answer.ts";
import { prepareRun, sizeOfStarter, type PrepareRunParts, type RunStarter } from "./turn/prepare-run.ts";
import type { Retry } from "./turn/retry.ts";
import type { TurnBoundary } from "./turn/turn-boundary.ts";

export interface ConversationParts extends PrepareRunParts {
	readonly dispatcher: Dispatcher;
	readonly prompt: PromptState;
	readonly boundary: TurnBoundary;
	readonly loopHost: LoopHost;
	readonly inputs: PendingInputs;
	readonly queues: Queues;
	readonly answers: LastAnswer;
	readonly retry: Retry;
	readonly compaction: AutoCompaction;
	hasModel(): boolean;
	/** Told whenever nothing goes on any more. */
	onIdle(): void;
	emit: RuntimeListener;
}

/** `upkeep`: a compaction that was asked for, or a walk through the tree. */
type Phase = "idle" | "starting" | "running" | "settling" | "upkeep";

/** What is done while nothing else goes on; what it resolves with is called when the session is idle again. */
export type Upkeep<T> = (signal: AbortSignal) => Promise<() => Promise<T>>;

interface Deferred {
	isUpkeep: boolean;
	begin(): Promise<void>;
}

/**
 * Owns the run. Whether anything is still going to happen has one answer, and it is here: `isIdle`, `waitForIdle` and
 * `agent_settled` all read it. Runs never overlap: what is asked for while `agent_settled` is told starts afterwards
 * (E17).
 */
export class Conversation {
	readonly #parts: ConversationParts;
	#phase: Phase = "idle";
	#controller: AbortController | undefined;
	/** Ends what happens around runs: compaction, a wait before a retry. */
	#pause: AbortController | undefined;
	#aborted = false;
	/** What was asked for while the session could not do it. */
	readonly #deferred: Deferred[] = [];
	/** The last run, with everything that followed it by itself. */
	#activity: Promise<void> = Promise.resolve();

	constructor(parts: ConversationParts) {
		this.#parts = parts;
	}

	/** False from the start of a run until it settles; true inside `agent_settled` (C11). */
	get idle(): boolean {
		return !this.running && this.#phase !== "upkeep";
	}

	/** Whether a run goes on that takes messages from the queues. */
	get running(): boolean {
		return this.#phase === "running" || this.starting;
	}

	/** Whether a run is still being prepared: nothing of it is stored yet. */
	get starting(): boolean {
		return this.#phase === "starting";
	}

	/** Whether nothing at all goes on. */
	get resting(): boolean {
		return this.#phase === "idle";
	}

	/** Defined from `agent_start` through `agent_end` (C10). */
	get signal(): AbortSignal | undefined {
		return this.#controller?.signal;
	}

	/** Ends the run, or the compaction, as soon as whatever runs now notices; queued messages stay queued (B50). */
	abort(): void {
		this.#aborted ||= this.running;
		this.#controller?.abort();
		this.#pause?.abort();
	}

	/** Starts a run, or defers it while the last one settles or the context is compacted. Resolves when it has settled. */
	start(starter: RunStarter): Promise<void> {
		if (!this.#parts.hasModel()) return Promise.reject(noModelSelected());
		if (this.running) return Promise.reject(new Error("A run is already active"));
		if (this.#phase !== "idle") {
			return new Promise((resolve, reject) => {
				const begin = (): Promise<void> => this.#runAndSettle(starter).then(resolve, reject);
				this.#deferred.push({ isUpkeep: false, begin });
			});
		}
		const run = this.#runAndSettle(starter);
		this.#activity = run.catch(() => {});
		return run;
	}

	/** Does `work` while nothing else goes on: now, or as soon as the run that goes on has settled. */
	alone<T>(work: Upkeep<T>): Promise<T> {
		if (this.#phase !== "idle") {
			return new Promise((resolve, reject) => {
				const begin = async (): Promise<void> => {
					await this.#upkeep(work).then(resolve, reject);
					await this.#doNext();
				};
				// Before all prompts that wait: they are to find the smaller context.
				const prompts = this.#deferred.findIndex(({ isUpkeep }) => !isUpkeep);
				this.#deferred.splice(prompts === -1 ? this.#deferred.length : prompts, 0, { isUpkeep: true, begin });
			});
		}
		const done = this.#upkeep(work);
		const ended = done.catch(() => {}); // Whoever asked for it is told.
		this.#activity = ended.then(() => this.#doNext());
		return done;
	}

	/** Resolves when nothing is running and nothing is going to start by itself. */
	async waitForIdle(): Promise<void> {
		const { inputs } = this.#parts;
		let seen: Promise<void> | undefined;
		while (seen !== this.#activity || inputs.size > 0) {
			await inputs.settled();
			seen = this.#activity;
			await seen;
		}
	}

	async #runAndSettle(starter: RunStarter): Promise<void> {
		const { answers, compaction } = this.#parts;
		this.#phase = "starting";
		this.#aborted = false;
		answers.forget();
		try {
			await this.#interruptible((signal) => compaction.beforePrompt(sizeOfStarter(starter), signal));
			const prompts = await prepareRun(this.#parts, starter);
			this.#phase = "running";
			// What was queued while idle, or kept through an abort, comes along (W04, B50).
			await this.#run([...prompts, ...this.#parts.queues.takeSteering()]);
			// Sent when the last turn had ended, by a run that went no further.
			this.#parts.boundary.storeHeld();
		} finally {
			this.#parts.prompt.endRun();
			this.#phase = "settling";
			await this.#settle();
		}
	}

	async #run(prompts: AgentMessage[]): Promise<void> {
		let next: AgentMessage[] | undefined = prompts;
		while (next) {
			// An abort while the run was being prepared still gives it a start and an end.
			const controller = new AbortController();
			this.#controller = controller;
			if (this.#aborted) controller.abort();
			await runLoop(this.#parts.loopHost, next, controller.signal);
			this.#controller = undefined;
			next = this.#aborted ? undefined : await this.#continuation();
		}
		if (this.#aborted) await this.#parts.retry.cancel();
	}

	/** What a further run starts with: the same context again, messages that came too late, or what a boundary asks for. */
	async #continuation(): Promise<AgentMessage[] | undefined> {
		const { inputs, queues, boundary, answers } = this.#parts;
		const repeat = await this.#interruptible((signal) => this.#repair(signal));
		// A message that a handler of `agent_end` sent may still be asked about (TRAP65).
		await inputs.settled();
		if (this.#aborted) return undefined;
		if (repeat || queues.pending) {
			const steering = queues.takeSteering();
			return steering.length > 0 || repeat ? steering : queues.takeFollowUps();
		}
		const wanted = await boundary.beforeSettle(answers.current?.message.stopReason === "error" ? "error" : "completed");
		return wanted && !this.#aborted ? [] : undefined;
	}

	/** Whether the run is to be repeated: its last request failed for a while, or did not fit. */
	async #repair(signal: AbortSignal): Promise<boolean> {
		const { retry, compaction, answers } = this.#parts;
		return (await retry.afterRun(answers.current, signal)) || (await compaction.afterRun(answers.current, signal));
	}

	/** Work around runs, which `abort` ends. */
	async #interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		const pause = new AbortController();
		this.#pause = pause;
		if (this.#aborted) pause.abort();
		try {
			return await work(pause.signal);
		} finally {
			this.#pause = undefined;
		}
	}

	async #upkeep<T>(work: Upkeep<T>): Promise<T> {
		this.#phase = "upkeep";
		this.#aborted = false;
		let finish: () => Promise<T>;
		try {
			finish = await this.#interruptible(work);
		} finally {
			this.#rest();
		}
		return finish();
	}

	async #settle(): Promise<void> {
		const aborted = this.#aborted;
		this.#controller = undefined;
		await this.#parts.dispatcher.notify("agent_settled", { type: "agent_settled", aborted });
		await this.#parts.emit({ type: "agent_settled", aborted });
		this.#rest();
		await this.#doNext();
	}

	#rest(): void {
		this.#phase = "idle";
		this.#parts.onIdle();
	}

	/** What was asked for meanwhile, unless somebody has started something else. */
	async #doNext(): Promise<void> {
		if (this.#phase !== "idle") return;
		const next = this.#deferred.shift();
		if (next) await next.begin();
	}
}
