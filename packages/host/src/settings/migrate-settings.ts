import { isRecord } from "../base/is-record.ts";
import { readSettingPath, withSettingPath } from "./setting-path.ts";

/** Names that earlier versions of the format used: old key, new key, and the value as it is written today. */
const RENAMED: readonly { from: string; to: string; convert?: (value: unknown) => unknown }[] = [
	{ from: "queueMode", to: "steeringMode" },
	{ from: "websockets", to: "transport", convert: (value) => (value === true ? "websocket" : "sse") },
	{ from: "retry.maxDelayMs", to: "retry.provider.maxRetryDelayMs" },
];

/** Reads old names as today's. Only the value in memory changes; the file keeps its bytes. */
export function migrateSettings(settings: Readonly<Record<string, unknown>>): Record<string, unknown> {
	let migrated: Record<string, unknown> = { ...settings };
	for (const { from, to, convert } of RENAMED) {
		const old = readSettingPath(migrated, from);
		if (old === undefined) continue;
		migrated = withSettingPath(migrated, from, undefined);
		if (readSettingPath(migrated, to) === undefined) migrated = withSettingPath(migrated, to, convert?.(old) ?? old);
	}
	return migrateSkills(migrated);
}

/** `skills` was an object once. */
function migrateSkills(settings: Record<string, unknown>): Record<string, unknown> {
	const skills = settings["skills"];
	if (!isRecord(skills)) return settings;
	const { enableSkillCommands, customDirectories } = skills;
	const { skills: _, ...rest } = settings;
	return {
		...rest,
		...(Array.isArray(customDirectories) ? { skills: customDirectories } : {}),
		...(typeof enableSkillCommands === "boolean" ? { enableSkillCommands } : {}),
	};
}
