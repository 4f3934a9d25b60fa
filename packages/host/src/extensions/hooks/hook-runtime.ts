import type { ExtensionContext } from "../../extension-api/context.ts";
import { type HookClock, systemClock } from "./clock.ts";
import { type DeadlinePolicy, noDeadlines } from "./deadline-policy.ts";
import { Dispatcher } from "./dispatch.ts";
import { Entry } from "./entry.ts";
import type { FaultSink } from "./extension-fault.ts";
import { Fence } from "./fence.ts";
import { Generation } from "./generation.ts";
import { HandlerList } from "./handler-list.ts";
import type { ExtensionOwner } from "./owner.ts";
import { OwnerTable } from "./owner-table.ts";
import { Pulse } from "./pulse.ts";
import { Running } from "./running.ts";
import type { Stage } from "./running-dispatch.ts";
import { type TallyRow, TallyTable } from "./tally.ts";
import type { WaitListener } from "./wait-listeners.ts";
import { Waits } from "./waits.ts";

export interface HookRuntimeOptions {
	/** Must not throw. */
	report: FaultSink;
	deadlines?: DeadlinePolicy;
	clock?: HookClock;
}

/** Makes the context that handlers of an owner get; asked once per owner. */
export type ContextFactory = (owner: ExtensionOwner) => ExtensionContext;

/** What a kill hit. */
export interface KillReport {
	/** `undefined` when the loop came after an await of the extension's own, where nobody can tell whose it is. */
	owner: ExtensionOwner | undefined;
	/** The dispatch goes on with the next handler. False: trust no pending promise. */
	resumed: boolean;
}

/** All of a process that calls into extensions. It outlives sessions; each loading of extensions is a generation. */
export class HookRuntime {
	readonly owners: OwnerTable = new OwnerTable();
	readonly handlers: HandlerList;
	/** For events. */
	readonly dispatcher: Dispatcher;
	/** For all other calls into extensions. */
	readonly fence: Fence;
	readonly #pulse = new Pulse();
	readonly #tallies = new TallyTable();
	readonly #contexts = new WeakMap<Generation, ContextFactory>();
	readonly #stage: Stage;
	#lastGeneration = 0;

	constructor(options: HookRuntimeOptions) {
		const { clock = systemClock, deadlines = noDeadlines, report } = options;
		const entry = new Entry();
		const running = new Running((active) => (active ? entry.hold() : entry.release()));
		const waits = new Waits(running, { clock, policy: deadlines });
		this.handlers = new HandlerList(this.#tallies);
		this.fence = new Fence({ clock, pulse: this.#pulse, tallies: this.#tallies, report, running, waits });
		this.#stage = { clock, fence: this.fence, entry, running, waits };
		const contextFor: ContextFactory = (owner) => this.#contextFor(owner);
		this.dispatcher = new Dispatcher({ handlers: this.handlers, stage: this.#stage, contextFor });
	}

	beginGeneration(contextFor: ContextFactory): Generation {
		this.#lastGeneration += 1;
		const generation = new Generation(this.#lastGeneration);
		this.#contexts.set(generation, contextFor);
		return generation;
	}

	/** Removes the handlers of a generation, stops waiting for them, and drops what they answer later. */
	retire(generation: Generation): void {
		generation.retire();
		this.handlers.removeGeneration(generation);
		this.#stage.running.retire(generation);
		this.owners.forget(generation);
	}

	/** How long extensions are waited for from now on. */
	setDeadlines(policy: DeadlinePolicy): void {
		this.#stage.waits.policy = policy;
	}

	/**
	 * The user wants an end: whatever is waited for gets a moment to end by itself and is then left behind, whether or
	 * not the host does something for it. Commands and `session_shutdown` are not hurried.
	 */
	interrupt(): void {
		const { running, waits } = this.#stage;
		running.interrupt((wait, grace) => waits.interrupt(wait, grace));
	}

	/** Between an abort and the end of what was aborted, nobody is waited for long. */
	hurry(isHurried: boolean): void {
		this.#stage.waits.isHurried = isHurried;
	}

	/** Does something that an extension asked for; its handlers are not charged for the time (PC-16). */
	during<T>(owner: ExtensionOwner, work: () => T): Promise<Awaited<T>> {
		return this.#stage.waits.work.during(owner, work);
	}

	/** Told when an extension is waited for that long that a user would ask why. Returns the unsubscribe function. */
	onWait(listener: WaitListener): () => void {
		return this.#stage.waits.listeners.add(listener);
	}

	/** To be called once after each `Runtime.terminateExecution`, from any callback: no extension code runs in here. */
	resumeAfterKill(): KillReport {
		const owner = this.owners.find(this.#pulse.owner);
		this.#pulse.leave(0);
		this.#stage.entry.recover();
		return { owner, resumed: this.#stage.running.resumeAfterKill("was stopped because it did not return") };
	}

	/** Whether a handler of an event is on the stack right now; after an await of its own nobody can tell. */
	get isDispatching(): boolean {
		return this.#stage.running.isEntered;
	}

	/** Whether code of this extension is on the stack, or something other than its commands is waited for. */
	isWaitingFor(owner: ExtensionOwner): boolean {
		if (this.#pulse.owner === owner.id) return true;
		for (const { asked } of this.#stage.running.waitsOf(owner)) if (asked.event !== "command") return true;
		return false;
	}

	/** Whose code runs now, for a monitor in another thread; see `Pulse`. */
	get pulseMemory(): SharedArrayBuffer {
		return this.#pulse.memory;
	}

	counters(): TallyRow[] {
		return this.#tallies.rows();
	}

	/** Running dispatches are left as they are. */
	close(): void {
		this.#stage.waits.stop();
		this.#stage.entry.close();
	}

	#contextFor(owner: ExtensionOwner): ExtensionContext {
		const make = this.#contexts.get(owner.generation);
		if (make === undefined) throw new Error(`${owner.path} belongs to no generation of this runtime`);
		return make(owner);
	}
}
