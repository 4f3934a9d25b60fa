import type { Model } from "@tau/ai";
import { isRecord } from "../../base/is-record.ts";
import { DEFAULT_COMPACTION_SETTINGS, type CompactionSettings } from "../../session/compaction/prepare-compaction.ts";
import type { Settings } from "../../settings/schema.ts";

const TOKEN_SETTINGS = ["reserveTokens", "keepRecentTokens"] as const;

/** A value that the override of the model in use may not have (M13). */
export function invalidModelOverride(path: string, value: unknown, expected: string): Error {
	return new Error(`The setting ${path} is ${JSON.stringify(value)}; it must be ${expected}`);
}

/**
 * The settings for one model: each value comes from the override under exactly `provider/id`, else from the ordinary
 * setting, else from the built-in default (M13). Throws when the override of this model is invalid.
 */
export function compactionSettings({ compaction = {} }: Settings, { provider, id }: Model): CompactionSettings {
	const defaults = DEFAULT_COMPACTION_SETTINGS;
	const override = readOverride(compaction.modelOverrides, `${provider}/${id}`);
	return {
		enabled: isAutoCompactionOn({ compaction }),
		reserveTokens: override.reserveTokens ?? compaction.reserveTokens ?? defaults.reserveTokens,
		keepRecentTokens: override.keepRecentTokens ?? compaction.keepRecentTokens ?? defaults.keepRecentTokens,
	};
}

/** Whether the settings want compaction to happen by itself. */
export function isAutoCompactionOn({ compaction = {} }: Settings): boolean {
	return compaction.enabled ?? DEFAULT_COMPACTION_SETTINGS.enabled;
}

type TokenSettings = Partial<Pick<CompactionSettings, (typeof TOKEN_SETTINGS)[number]>>;

function readOverride(overrides: unknown, key: string): TokenSettings {
	const override = isRecord(overrides) ? overrides[key] : undefined;
	if (override === undefined) return {};
	const path = `compaction.modelOverrides[${JSON.stringify(key)}]`;
	if (!isRecord(override)) throw invalidModelOverride(path, override, "an object");
	const values: TokenSettings = {};
	for (const name of TOKEN_SETTINGS) {
		const value = override[name];
		if (value === undefined) continue;
		if (!Number.isSafeInteger(value) || (value as number) < 0) {
			throw invalidModelOverride(`${path}.${name}`, value, "a whole number of at least 0");
		}
		values[name] = value as number;
	}
	return values;
}
