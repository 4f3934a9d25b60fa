import { isRecord } from "../base/is-record.ts";

/** One rule: the words name what is expected. */
export interface FieldRule {
	readonly words: string;
	accepts(value: unknown): boolean;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

/** The first field that breaks its rule, as `field "x": expected y`; unknown fields are nobody's business. */
export function findFieldProblem(value: Readonly<Record<string, unknown>>, rules: FieldRules): string | undefined {
	for (const [field, rule] of Object.entries(rules)) {
		const member = value[field];
		if (member !== undefined && !rule.accepts(member)) return `field "${field}": expected ${rule.words}`;
	}
	return undefined;
}

const text: FieldRule = { words: "a string", accepts: (value) => typeof value === "string" && value !== "" };
const flag: FieldRule = { words: "true or false", accepts: (value) => typeof value === "boolean" };
const object: FieldRule = { words: "an object", accepts: isRecord };
const tokens: FieldRule = {
	words: "a positive number",
	accepts: (value) => typeof value === "number" && Number.isFinite(value) && value > 0,
};
const strings: FieldRule = {
	words: "an object of strings",
	accepts: (value) => isRecord(value) && Object.values(value).every((member) => typeof member === "string"),
};
const levelMap: FieldRule = {
	words: "an object of strings or null",
	accepts: (value) =>
		isRecord(value) && Object.values(value).every((member) => member === null || typeof member === "string"),
};
const input: FieldRule = {
	words: 'a list of "text" and "image"',
	accepts: (value) => Array.isArray(value) && value.every((kind) => kind === "text" || kind === "image"),
};

const RATES = ["input", "output", "cacheRead", "cacheWrite"] as const;

function hasRates(value: unknown): value is Record<string, unknown> {
	return isRecord(value) && RATES.every((rate) => typeof value[rate] === "number");
}

const cost: FieldRule = {
	words: "an object with input, output, cacheRead and cacheWrite as numbers",
	accepts(value) {
		if (!hasRates(value)) return false;
		const tiers = value["tiers"];
		if (tiers === undefined) return true;
		return (
			Array.isArray(tiers) && tiers.every((tier) => hasRates(tier) && typeof tier["inputTokensAbove"] === "number")
		);
	},
};
const partialCost: FieldRule = {
	words: "an object of numbers",
	accepts: (value) => isRecord(value) && RATES.every((rate) => ["undefined", "number"].includes(typeof value[rate])),
};

const SHARED: FieldRules = {
	name: text,
	reasoning: flag,
	thinkingLevelMap: levelMap,
	input,
	inputLimits: object,
	promptCache: object,
	contextWindow: tokens,
	maxTokens: tokens,
	samplingParams: object,
	samplingParamsByThinkingLevel: object,
	headers: strings,
	compat: object,
};

export const MODEL_RULES: FieldRules = { id: text, api: text, baseUrl: text, cost, ...SHARED };

export const OVERRIDE_RULES: FieldRules = { cost: partialCost, ...SHARED };

export const PROVIDER_RULES: FieldRules = {
	name: text,
	baseUrl: text,
	apiKey: text,
	api: text,
	headers: strings,
	authHeader: flag,
	compat: object,
	models: { words: "a list", accepts: Array.isArray },
	modelOverrides: object,
};
