import { runLoop, type AgentMessage, type LoopHost } from "@tau/agent";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { PendingInputs } from "./input/pending-inputs.ts";
import type { PromptState } from "./prompt-state.ts";
import type { Queues } from "./queues.ts";
import type { RuntimeListener } from "./runtime-event.ts";
import { noModelSelected } from "./turn/open-request.ts";
import { prepareRun, type PrepareRunParts, type RunStarter } from "./turn/prepare-run.ts";
import type { TurnBoundary } from "./turn/turn-boundary.ts";

export interface ConversationParts extends PrepareRunParts {
	readonly dispatcher: Dispatcher;
	readonly prompt: PromptState;
	readonly boundary: TurnBoundary;
	readonly loopHost: LoopHost;
	readonly inputs: PendingInputs;
	readonly queues: Queues;
	hasModel(): boolean;
	emit: RuntimeListener;
}

type Phase = "idle" | "running" | "settling";

/**
 * Owns the run. Whether anything is still going to happen has one answer, and it is here: `isIdle`, `waitForIdle` and
 * `agent_settled` all read it. Runs never overlap: what is asked for while `agent_settled` is told starts afterwards
 * (E17).
 */
export class Conversation {
	readonly #parts: ConversationParts;
	#phase: Phase = "idle";
	#controller: AbortController | undefined;
	#aborted = false;
	/** Runs asked for while the last one settles. */
	readonly #deferred: (() => Promise<void>)[] = [];
	/** The last run, with everything that followed it by itself. */
	#activity: Promise<void> = Promise.resolve();

	constructor(parts: ConversationParts) {
		this.#parts = parts;
	}

	/** False from the start of a run until it settles; true inside `agent_settled` (C11). */
	get idle(): boolean {
		return this.#phase !== "running";
	}

	/** Defined from `agent_start` through `agent_end` (C10). */
	get signal(): AbortSignal | undefined {
		return this.#controller?.signal;
	}

	/** Ends the run as soon as whatever runs now notices; queued messages stay queued (B50). */
	abort(): void {
		if (this.#phase !== "running") return;
		this.#aborted = true;
		this.#controller?.abort();
	}

	/** Starts a run, or defers it while the last one settles. Resolves when it has settled. */
	start(starter: RunStarter): Promise<void> {
		if (!this.#parts.hasModel()) return Promise.reject(noModelSelected());
		if (this.#phase === "running") return Promise.reject(new Error("A run is already active"));
		if (this.#phase === "settling") {
			return new Promise((resolve, reject) => {
				this.#deferred.push(() => this.#runAndSettle(starter).then(resolve, reject));
			});
		}
		const run = this.#runAndSettle(starter);
		this.#activity = run.catch(() => {});
		return run;
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
		this.#phase = "running";
		this.#aborted = false;
		try {
			await this.#run(await prepareRun(this.#parts, starter));
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
			if (this.#aborted) return;
			next = await this.#continuation();
		}
	}

	/** What a further run starts with: messages that came too late for the last one, or what a boundary asks for. */
	async #continuation(): Promise<AgentMessage[] | undefined> {
		const { inputs, queues, boundary } = this.#parts;
		// A message that a handler of `agent_end` sent may still be asked about (TRAP65).
		await inputs.settled();
		if (queues.pending) {
			const steering = queues.takeSteering();
			return steering.length > 0 ? steering : queues.takeFollowUps();
		}
		const wanted = await boundary.beforeSettle();
		return wanted && !this.#aborted ? [] : undefined;
	}

	async #settle(): Promise<void> {
		const aborted = this.#aborted;
		this.#controller = undefined;
		await this.#parts.dispatcher.notify("agent_settled", { type: "agent_settled", aborted });
		await this.#parts.emit({ type: "agent_settled", aborted });
		this.#phase = "idle";
		const next = this.#deferred.shift();
		if (next) await next();
	}
}
