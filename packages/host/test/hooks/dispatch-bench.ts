import type { Dispatcher } from "../../src/extensions/hooks/dispatch.ts";
import { HookRuntime, type HookRuntimeOptions } from "../../src/extensions/hooks/hook-runtime.ts";

const HANDLERS = 200;
const ROUNDS = 41;

type Run = (repeat: number) => void | Promise<void>;

/** A runtime in which each of `count` extensions has one handler of `turn_start`. */
function runtimeWith(
	count: number,
	handler: () => void | Promise<void>,
	options: Partial<HookRuntimeOptions> = {},
): Dispatcher {
	const runtime = new HookRuntime({ report: () => undefined, ...options });
	const generation = runtime.beginGeneration(() => ({}) as never);
	for (let index = 0; index < count; index++) {
		const owner = runtime.owners.add(`extension-${index}`, generation);
		runtime.handlers.on(owner, { event: "turn_start", handler });
	}
	return runtime.dispatcher;
}

/** Median microseconds of one call. */
async function measure(repeat: number, run: Run): Promise<number> {
	for (let warm = 0; warm < 20; warm++) await run(repeat);
	const times: number[] = [];
	for (let round = 0; round < ROUNDS; round++) {
		const start = performance.now();
		await run(repeat);
		times.push(((performance.now() - start) / repeat) * 1000);
	}
	return times.sort((left, right) => left - right)[ROUNDS >> 1] ?? 0;
}

const event = { type: "turn_start", turnIndex: 0, timestamp: 0 } as const;
const asked =
	(dispatcher: Dispatcher): Run =>
	async (repeat) => {
		for (let index = 0; index < repeat; index++) await dispatcher.notify("turn_start", event);
	};
const unheard =
	(dispatcher: Dispatcher): Run =>
	(repeat) => {
		for (let index = 0; index < repeat; index++) void dispatcher.notify("turn_start", event);
	};
const deadlines = { deadlineFor: () => 60_000 };

const rows: [name: string, target: number | undefined, repeat: number, run: Run][] = [
	["an event that nobody hears", 0.1, 100_000, unheard(runtimeWith(0, () => undefined))],
	["1 synchronous handler", undefined, 500, asked(runtimeWith(1, () => undefined))],
	[`${HANDLERS} synchronous handlers`, 30, 50, asked(runtimeWith(HANDLERS, () => undefined))],
	["1 asynchronous handler", undefined, 500, asked(runtimeWith(1, async () => undefined))],
	[`${HANDLERS} asynchronous handlers`, 75, 50, asked(runtimeWith(HANDLERS, async () => undefined))],
	[
		`${HANDLERS} asynchronous handlers with deadlines`,
		75,
		50,
		asked(runtimeWith(HANDLERS, async () => undefined, { deadlines })),
	],
];

console.log(`Node ${process.version}`);
for (const [name, target, repeat, run] of rows) {
	const median = await measure(repeat, run);
	const against = target === undefined ? "" : `   target ${target}`;
	console.log(`${name.padEnd(44)} ${median.toFixed(3).padStart(9)} µs${against}`);
}
