import type { ExtensionContext } from "../../extension-api/context.ts";
import type { HookHandler, HookHandlerOptions } from "../../extension-api/extension-api.ts";
import type { HookName } from "../../extension-api/hook-table.ts";
import type { Generation } from "./generation.ts";
import type { ExtensionOwner } from "./owner.ts";
import type { Tally, TallyTable } from "./tally.ts";

/** A registered handler and what a dispatch needs to call it. */
export interface Handler {
	readonly owner: ExtensionOwner;
	readonly call: (event: unknown, context: ExtensionContext) => unknown;
	readonly tally: Tally;
	readonly deadlineMs: number | undefined;
	/** Filled at the first call, so that no later call looks it up. */
	context: ExtensionContext | undefined;
}

/** The arguments of `pi.on`. */
export interface HookRegistration<K extends HookName = HookName> {
	event: K;
	handler: HookHandler<K>;
	options?: HookHandlerOptions | undefined;
}

const NOBODY: readonly Handler[] = [];

/**
 * The handlers of every event, in load order and then registration order. An array is never changed: a registration
 * replaces it, so a dispatch goes through the one it began with.
 */
export class HandlerList {
	readonly #arrays = new Map<string, readonly Handler[]>();
	readonly #tallies: TallyTable;
	/** Of owners whose place is not that of their id. */
	readonly #places = new WeakMap<ExtensionOwner, number>();

	constructor(tallies: TallyTable) {
		this.#tallies = tallies;
	}

	/** Returns the unsubscribe function of this registration. An unknown event is accepted and never fires. */
	on<K extends HookName>(owner: ExtensionOwner, registration: HookRegistration<K>): () => void {
		const { event, handler, options } = registration;
		const added: Handler = {
			owner,
			// The table pairs an event with its handlers by name only; this is where the types are let go.
			call: handler as Handler["call"],
			tally: this.#tallies.of(owner.path, event),
			deadlineMs: options?.deadlineMs,
			context: undefined,
		};
		const handlers = this.of(event);
		const later = handlers.findLastIndex((other) => this.#place(other.owner) <= this.#place(owner)) + 1;
		this.#arrays.set(event, handlers.toSpliced(later, 0, added));
		return () => this.#keep(event, (other) => other !== added);
	}

	of(event: string): readonly Handler[] {
		return this.#arrays.get(event) ?? NOBODY;
	}

	removeGeneration(generation: Generation): void {
		for (const event of this.#arrays.keys()) this.#keep(event, (handler) => handler.owner.generation !== generation);
	}

	removeOwner(owner: ExtensionOwner): void {
		for (const event of this.#arrays.keys()) this.#keep(event, (handler) => handler.owner !== owner);
	}

	/** From now on these owners are asked in this order, wherever they were loaded. */
	arrange(owners: readonly ExtensionOwner[]): void {
		const places = owners.map(({ id }) => id).sort((one, other) => one - other);
		owners.forEach((owner, index) => this.#places.set(owner, places[index] ?? owner.id));
		for (const [event, handlers] of this.#arrays) {
			const arranged = handlers.toSorted((one, other) => this.#place(one.owner) - this.#place(other.owner));
			this.#arrays.set(event, arranged);
		}
	}

	#place(owner: ExtensionOwner): number {
		return this.#places.get(owner) ?? owner.id;
	}

	#keep(event: string, isKept: (handler: Handler) => boolean): void {
		this.#arrays.set(event, this.of(event).filter(isKept));
	}
}
