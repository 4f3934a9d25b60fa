import type { Model, ModelCostRates } from "../contract/model.ts";
import type { StreamUsage } from "../contract/stream-event.ts";
import type { Usage, UsageCost } from "../contract/usage.ts";

const TOKENS_PER_PRICE = 1_000_000;

/**
 * Anthropic prices cache writes with one-hour retention at twice the base input price; `cacheWrite` is the price of
 * the five-minute retention.
 */
const ONE_HOUR_WRITE_FACTOR = 2;

export function emptyUsage(): Usage {
	return {
		input: 0,
		output: 0,
		cacheRead: 0,
		cacheWrite: 0,
		totalTokens: 0,
		cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
	};
}

/** The sum of two usages; optional parts appear when either side has them. */
export function addUsage(left: Usage, right: Usage): Usage {
	const sum: Usage = {
		input: left.input + right.input,
		output: left.output + right.output,
		cacheRead: left.cacheRead + right.cacheRead,
		cacheWrite: left.cacheWrite + right.cacheWrite,
		totalTokens: left.totalTokens + right.totalTokens,
		cost: {
			input: left.cost.input + right.cost.input,
			output: left.cost.output + right.cost.output,
			cacheRead: left.cost.cacheRead + right.cost.cacheRead,
			cacheWrite: left.cost.cacheWrite + right.cost.cacheWrite,
			total: left.cost.total + right.cost.total,
		},
	};
	if (left.cacheWrite1h !== undefined || right.cacheWrite1h !== undefined) {
		sum.cacheWrite1h = (left.cacheWrite1h ?? 0) + (right.cacheWrite1h ?? 0);
	}
	if (left.reasoning !== undefined || right.reasoning !== undefined) {
		sum.reasoning = (left.reasoning ?? 0) + (right.reasoning ?? 0);
	}
	// A sum is billed only when all of it is.
	if (left.cost.totalFromProvider === true && right.cost.totalFromProvider === true) sum.cost.totalFromProvider = true;
	return sum;
}

/** Prices `usage` by the catalogue, stores the result in `usage.cost` and returns it. */
export function calculateCost(model: Pick<Model, "cost">, usage: Usage): UsageCost {
	const rates = ratesFor(model.cost, usage.input + usage.cacheRead + usage.cacheWrite);
	const oneHour = Math.min(usage.cacheWrite1h ?? 0, usage.cacheWrite);
	const input = (usage.input * rates.input) / TOKENS_PER_PRICE;
	const output = (usage.output * rates.output) / TOKENS_PER_PRICE;
	const cacheRead = (usage.cacheRead * rates.cacheRead) / TOKENS_PER_PRICE;
	const cacheWrite =
		((usage.cacheWrite - oneHour) * rates.cacheWrite + oneHour * rates.input * ONE_HOUR_WRITE_FACTOR) /
		TOKENS_PER_PRICE;
	usage.cost = { input, output, cacheRead, cacheWrite, total: input + output + cacheRead + cacheWrite };
	return usage.cost;
}

function ratesFor(cost: Model["cost"], requestInput: number): ModelCostRates {
	let best: ModelCostRates = cost;
	let threshold = -1;
	for (const tier of cost.tiers ?? []) {
		if (requestInput > tier.inputTokensAbove && tier.inputTokensAbove > threshold) {
			best = tier;
			threshold = tier.inputTokensAbove;
		}
	}
	return best;
}

/** The usage of a message from the counts its stream reported so far. */
export function usageFromStream(model: Pick<Model, "cost">, counts: StreamUsage): Usage {
	const usage = emptyUsage();
	usage.input = counts.input ?? 0;
	usage.output = counts.output ?? 0;
	usage.cacheRead = counts.cacheRead ?? 0;
	usage.cacheWrite = counts.cacheWrite ?? 0;
	usage.totalTokens = usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
	if (counts.cacheWrite1h !== undefined) usage.cacheWrite1h = counts.cacheWrite1h;
	if (counts.reasoning !== undefined) usage.reasoning = counts.reasoning;
	calculateCost(model, usage);
	if (counts.costTotal !== undefined) {
		usage.cost.total = counts.costTotal;
		usage.cost.totalFromProvider = true;
	}
	return usage;
}
