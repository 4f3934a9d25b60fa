import type { Model } from "@tau/ai";
import { expect, test } from "vitest";
import { compactionSettings } from "./compaction-settings.ts";

const model = { provider: "p", id: "org/m" } as Model;

test.each([
	[undefined, { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 }],
	[
		{ enabled: false, reserveTokens: 1 },
		{ enabled: false, reserveTokens: 1, keepRecentTokens: 20_000 },
	],
	[
		{ reserveTokens: 1, keepRecentTokens: 2, modelOverrides: { "p/org/m": { keepRecentTokens: 0 } } },
		{ enabled: true, reserveTokens: 1, keepRecentTokens: 0 },
	],
	[
		{ modelOverrides: { "p/org/M": { reserveTokens: 5 }, "p/m": { reserveTokens: -1 } } },
		{ enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000 },
	],
])(
	"each value of %j comes from the exact model, else the ordinary setting, else the default (M13)",
	(compaction, resolved) => {
		expect(compactionSettings(compaction === undefined ? {} : { compaction }, model)).toEqual(resolved);
	},
);

test.each<[unknown, string]>([
	[{ reserveTokens: -1 }, ".reserveTokens is -1; it must be a whole number of at least 0"],
	[{ keepRecentTokens: "5" }, '.keepRecentTokens is "5"; it must be a whole number of at least 0'],
	[{ keepRecentTokens: 2 ** 53 }, ".keepRecentTokens is 9007199254740992; it must be a whole number of at least 0"],
	[[], " is []; it must be an object"],
])("the override %j is an error that names the setting (M13)", (override, text) => {
	const settings = { compaction: { modelOverrides: { "p/org/m": override } } };
	expect(() => compactionSettings(settings, model)).toThrow(`The setting compaction.modelOverrides["p/org/m"]${text}`);
});
