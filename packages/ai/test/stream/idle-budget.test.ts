import { expect, test } from "vitest";
import { IdleBudget, type IdleLimits } from "../../src/stream/idle-budget.ts";
import { ManualTimers } from "../support/manual-timers.ts";

function budget(timers: ManualTimers, ends: { signal?: AbortSignal; limits?: IdleLimits } = {}): IdleBudget {
	return new IdleBudget(ends.limits ?? { firstMs: 100, idleMs: 30 }, timers, {
		signal: ends.signal ?? new AbortController().signal,
		onExpired: (limit, begun) => new Error(`${limit} ${begun}`),
	});
}

const never = (): Promise<never> => new Promise(() => {});

/** A wait of this length that ends in time. */
async function waitFor(budget: IdleBudget, milliseconds: number, timers: ManualTimers): Promise<void> {
	let answer = (): void => {};
	const reading = budget.wait(new Promise<void>((resolve) => (answer = resolve)));
	timers.advance(milliseconds);
	answer();
	await reading;
}

test("waiting without progress adds up over several reads", async () => {
	const timers = new ManualTimers();
	const waiting = budget(timers);
	for (let read = 0; read < 3; read++) await waitFor(waiting, 30, timers);
	const last = waiting.wait(never());
	timers.advance(9);
	timers.advance(1);
	await expect(last).rejects.toThrow("100 false");
});

test("progress renews the budget, and time between reads does not count", async () => {
	const timers = new ManualTimers();
	const waiting = budget(timers);
	await waitFor(waiting, 90, timers);
	for (let read = 0; read < 3; read++) {
		waiting.renew();
		timers.advance(1_000);
		await waitFor(waiting, 29, timers);
	}
	const last = waiting.wait(never());
	timers.advance(1);
	await expect(last).rejects.toThrow("30 true");
});

test("an abort ends the wait at once with the signal's reason, also when it came before", async () => {
	const controller = new AbortController();
	const waiting = budget(new ManualTimers(), { signal: controller.signal });
	const reading = waiting.wait(never());
	controller.abort(new Error("stop"));
	await expect(reading).rejects.toThrow("stop");
	await expect(waiting.wait(never())).rejects.toThrow("stop");
});

test("a limit of 0 never expires until it is shortened", async () => {
	const timers = new ManualTimers();
	const waiting = budget(timers, { limits: { firstMs: 0, idleMs: 0 } });
	await waitFor(waiting, 1_000_000, timers);
	waiting.renew();
	await waitFor(waiting, 1_000_000, timers);
	waiting.renew();
	waiting.shorten(5);
	const reading = waiting.wait(never());
	timers.advance(5);
	await expect(reading).rejects.toThrow("5 true");
});

test("a budget that was given up leaves no timer behind", () => {
	const timers = new ManualTimers();
	const waiting = budget(timers);
	void waiting.wait(never());
	waiting.dispose();
	expect(timers.pending).toBe(0);
});
