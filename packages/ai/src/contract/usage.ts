/** Tokens and their price in USD. */
export interface Usage {
	/** Uncached input tokens. */
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	/** The part of `cacheWrite` written with one-hour retention. */
	cacheWrite1h?: number;
	/** The part of `output` spent on reasoning, where the provider says so. */
	reasoning?: number;
	totalTokens: number;
	cost: UsageCost;
}

export interface UsageCost {
	input: number;
	output: number;
	cacheRead: number;
	cacheWrite: number;
	total: number;
	/** True when `total` is what the provider billed, not an estimate from the catalogue. */
	totalFromProvider?: boolean;
}
