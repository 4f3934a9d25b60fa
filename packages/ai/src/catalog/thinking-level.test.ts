import { expect, test } from "vitest";
import { THINKING_LEVELS } from "../contract/model.ts";
import {
	clampThinkingLevel,
	getSupportedThinkingLevels,
	providerThinkingLevel,
	thinkingBudget,
} from "./thinking-level.ts";

const PLAIN = { reasoning: true };
const MAPPED = { reasoning: true, thinkingLevelMap: { off: null, minimal: null, xhigh: "extra" } };

test("models that do not reason support off alone, levels beyond high need a mapping, null takes a level away", () => {
	expect([{ reasoning: false }, PLAIN, MAPPED].map(getSupportedThinkingLevels)).toEqual([
		["off"],
		["off", "minimal", "low", "medium", "high"],
		["low", "medium", "high", "xhigh"],
	]);
});

test("a level that is not supported becomes the next stronger, else the strongest there is (API18)", () => {
	expect(
		[{ reasoning: false }, PLAIN, MAPPED].map((model) =>
			THINKING_LEVELS.map((level) => clampThinkingLevel(model, level)),
		),
	).toEqual([
		["off", "off", "off", "off", "off", "off", "off"],
		["off", "minimal", "low", "medium", "high", "high", "high"],
		["low", "low", "low", "medium", "high", "xhigh", "xhigh"],
	]);
});

test("the provider's name of a level is the mapped one", () => {
	expect([providerThinkingLevel(MAPPED, "xhigh"), providerThinkingLevel(PLAIN, "low")]).toEqual(["extra", "low"]);
});

test("a budget leaves room for the answer", () => {
	expect([
		thinkingBudget("medium", undefined, 100_000),
		thinkingBudget("medium", { medium: 50 }, 100_000),
		thinkingBudget("high", undefined, 4_096),
		thinkingBudget("high", undefined, 100),
	]).toEqual([8_192, 50, 3_072, 0]);
});
