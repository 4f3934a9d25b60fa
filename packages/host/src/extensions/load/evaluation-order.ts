import type { Dependency, ModuleInstance } from "./module-instance.ts";

type Run = (module: Dependency) => unknown;

/**
 * Evaluates a graph in which some module has top-level await, in the order of ES modules: siblings start one after the
 * other without waiting, a module waits for all it imports. `unfinished` are modules not to be waited for: those on
 * the way down to this one, which wait for it.
 */
export function evaluateInOrder(
	module: Dependency,
	unfinished: ReadonlySet<Dependency>,
	run: Run,
): Promise<void> | undefined {
	if (module.isForeign || module.state !== "linked") {
		run(module);
		return !module.isForeign && module.state === "running" && !unfinished.has(module) ? module.pending : undefined;
	}
	if (unfinished.has(module)) return undefined;
	if (module.pending !== undefined) return module.pending;
	const waits = startImports(module, new Set(unfinished).add(module), run);
	if (waits.length === 0 && !module.record.compiled.flags.asynchronous) {
		run(module);
		return undefined;
	}
	const pending =
		waits.length === 0 ? finish(module, run) : Promise.all(waits).then(() => finish(module, run), fail(module));
	// Whoever waits for it sees the failure; with nobody waiting any more it must not end the process.
	pending.catch(() => undefined);
	module.pending = pending;
	return pending;
}

function startImports(module: ModuleInstance, unfinished: ReadonlySet<Dependency>, run: Run): Promise<void>[] {
	const waits: Promise<void>[] = [];
	try {
		for (const dependency of module.dependencies) {
			const wait = evaluateInOrder(dependency, unfinished, run);
			if (wait !== undefined) waits.push(wait);
		}
	} catch (error) {
		return fail(module)(error);
	}
	return waits;
}

async function finish(module: ModuleInstance, run: Run): Promise<void> {
	try {
		await run(module);
		module.state = "done";
	} catch (error) {
		fail(module)(error);
	}
}

function fail(module: ModuleInstance): (error: unknown) => never {
	return (error) => {
		module.state = "failed";
		module.error = error;
		throw error;
	};
}
