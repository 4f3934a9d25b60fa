import { expect, test } from "vitest";
import { addUsage, calculateCost, emptyUsage, usageFromStream } from "./usage.ts";

const COST = { input: 10, output: 20, cacheRead: 1, cacheWrite: 12.5 };
const M = 1_000_000;

test("the price follows the catalogue and is stored in the usage", () => {
	const usage = { ...emptyUsage(), input: M, output: M / 2, cacheRead: M, cacheWrite: M };
	const cost = calculateCost({ cost: COST }, usage);
	expect([cost, usage.cost === cost]).toEqual([
		{ input: 10, output: 10, cacheRead: 1, cacheWrite: 12.5, total: 33.5 },
		true,
	]);
});

test("cache writes for one hour cost twice the input price", () => {
	const usage = { ...emptyUsage(), cacheWrite: 2 * M, cacheWrite1h: M };
	expect(calculateCost({ cost: COST }, usage).cacheWrite).toBe(32.5);
});

test("the highest tier that the input exceeds prices the whole request", () => {
	const tier = (inputTokensAbove: number, input: number) => ({ ...COST, inputTokensAbove, input });
	const cost = { ...COST, tiers: [tier(400_000, 40), tier(200_000, 20)] };
	const price = (input: number) => calculateCost({ cost }, { ...emptyUsage(), input }).input / (input / M);
	expect([200_000, 200_001, 500_000].map(price)).toEqual([10, 20, 40]);
});

test("a bill of the provider replaces the estimated total", () => {
	const usage = usageFromStream({ cost: COST }, { input: M, output: 0, costTotal: 3 });
	expect(usage.cost).toEqual({ input: 10, output: 0, cacheRead: 0, cacheWrite: 0, total: 3, totalFromProvider: true });
});

test("usages add up, and the sum is billed only when both parts are", () => {
	const billed = usageFromStream({ cost: COST }, { input: 1, output: 2, reasoning: 1, costTotal: 3 });
	const estimated = usageFromStream({ cost: COST }, { input: M, cacheWrite1h: 0 });
	expect(addUsage(billed, estimated)).toEqual({
		input: M + 1,
		output: 2,
		cacheRead: 0,
		cacheWrite: 0,
		cacheWrite1h: 0,
		reasoning: 1,
		totalTokens: M + 3,
		cost: { input: 10.00001, output: 0.00004, cacheRead: 0, cacheWrite: 0, total: 13 },
	});
	expect(addUsage(billed, billed).cost.totalFromProvider).toBe(true);
});
