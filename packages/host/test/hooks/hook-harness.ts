import type { ExtensionContext } from "../../src/extension-api/context.ts";
import type { HookHandler, HookHandlerOptions } from "../../src/extension-api/extension-api.ts";
import type { HookEvent, HookName } from "../../src/extension-api/hook-table.ts";
import type { HookClock } from "../../src/extensions/hooks/clock.ts";
import type { DeadlinePolicy } from "../../src/extensions/hooks/deadline-policy.ts";
import type { Dispatcher } from "../../src/extensions/hooks/dispatch.ts";
import type { ExtensionFault } from "../../src/extensions/hooks/extension-fault.ts";
import type { Generation } from "../../src/extensions/hooks/generation.ts";
import { HookRuntime } from "../../src/extensions/hooks/hook-runtime.ts";
import type { ExtensionOwner } from "../../src/extensions/hooks/owner.ts";

/** A clock that stands still until it is told to go on. */
export class HandClock implements HookClock {
	#now = 0;
	#timers = new Map<() => void, number>();

	now(): number {
		return this.#now;
	}

	after(milliseconds: number, run: () => void): () => void {
		this.#timers.set(run, this.#now + milliseconds);
		return () => this.#timers.delete(run);
	}

	advance(milliseconds: number): void {
		this.#now += milliseconds;
		for (const [run, due] of [...this.#timers]) {
			if (due > this.#now || !this.#timers.delete(run)) continue;
			run();
		}
	}

	get timers(): number {
		return this.#timers.size;
	}
}

export interface Hooks {
	runtime: HookRuntime;
	dispatcher: Dispatcher;
	clock: HandClock;
	generation: Generation;
	faults: ExtensionFault[];
	/** Registers a handler of the extension `path`; extensions load in the order in which they are first named. */
	on<K extends HookName>(
		path: string,
		event: K,
		handler: (event: HookEvent<K>, context: ExtensionContext) => unknown,
		options?: HookHandlerOptions,
	): () => void;
	owner(path: string): ExtensionOwner;
	/** `path: error` of each fault. */
	complaints(): string[];
}

export function createHooks(deadlines?: DeadlinePolicy): Hooks {
	const clock = new HandClock();
	const faults: ExtensionFault[] = [];
	const runtime = new HookRuntime({ report: (fault) => faults.push(fault), clock, ...(deadlines && { deadlines }) });
	const generation = runtime.beginGeneration((owner) => ({ cwd: owner.path }) as never);
	const owners = new Map<string, ExtensionOwner>();
	const owner = (path: string): ExtensionOwner => {
		const known = owners.get(path) ?? runtime.owners.add(path, generation);
		owners.set(path, known);
		return known;
	};
	return {
		runtime,
		dispatcher: runtime.dispatcher,
		clock,
		generation,
		faults,
		owner,
		// Handlers with answers of a wrong shape are part of the tests.
		on: (path, event, handler, options) =>
			runtime.handlers.on(owner(path), { event, handler: handler as HookHandler<typeof event>, options }),
		complaints: () => faults.map((fault) => `${fault.extensionPath}: ${fault.error}`),
	};
}

/** A promise that the test settles. */
export function promised<T>(): { promise: Promise<T>; resolve: (value: T) => void; reject: (error: unknown) => void } {
	let resolve!: (value: T) => void;
	let reject!: (error: unknown) => void;
	const promise = new Promise<T>((done, failed) => {
		resolve = done;
		reject = failed;
	});
	return { promise, resolve, reject };
}

export function fail(message: string): never {
	throw new Error(message);
}
