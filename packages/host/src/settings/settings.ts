import type { Diagnostic } from "../base/diagnostic.ts";
import { isRecord } from "../base/is-record.ts";
import { checkSetting } from "./check-setting.ts";
import { migrateSettings } from "./migrate-settings.ts";
import {
	RESOURCE_KEYS,
	SETTINGS,
	SETTING_KEYS,
	type PackageSetting,
	type ResourceKey,
	type Settings,
} from "./schema.ts";
import { readSettingPath, withSettingPath } from "./setting-path.ts";
import type { SettingsFile } from "./settings-file.ts";
import { mergeToolEntries } from "./tool-selection.ts";

export type SettingsScope = "user" | "project";

/** One entry of a resource list with the folder its path is relative to. */
export interface ScopedEntry<Entry = string> {
	readonly entry: Entry;
	readonly scope: SettingsScope;
	readonly baseDir: string;
}

/** What both files together say. */
export interface EffectiveSettings {
	/** Defaults filled in. */
	readonly settings: Settings;
	/** Only what the files say, merged; the base for `is this set?`. */
	readonly configured: Settings;
	/** Project entries first: that is the order of authority (D02). */
	readonly resources: Readonly<Record<ResourceKey, readonly ScopedEntry[]>>;
	readonly packages: readonly ScopedEntry<PackageSetting>[];
	readonly diagnostics: readonly Diagnostic[];
}

export interface SettingsLayer {
	readonly file: SettingsFile;
	/** Relative resource paths of the file start here. */
	readonly baseDir: string;
}

export interface SettingsLayers {
	readonly user: SettingsLayer;
	readonly project: SettingsLayer;
	/** False leaves the project file out (TR1). */
	readonly projectTrusted: boolean;
}

/**
 * Merges user < project (G01): objects merge, scalars override, resource lists combine. Values a setting cannot have
 * are dropped with a diagnostic, so the default or the other file's value holds (G05).
 */
export function mergeSettings(layers: SettingsLayers): EffectiveSettings {
	const user = sanitize(layers.user.file, "user");
	const project: Sanitized = layers.projectTrusted
		? sanitize(layers.project.file, "project")
		: { values: {}, diagnostics: [] };
	const configured = combine(user.values, project.values);
	const scoped = [
		{ values: project.values, scope: "project" as const, baseDir: layers.project.baseDir },
		{ values: user.values, scope: "user" as const, baseDir: layers.user.baseDir },
	];
	return {
		settings: withDefaults(configured) as Settings,
		configured: configured as Settings,
		resources: Object.fromEntries(RESOURCE_KEYS.map((key) => [key, scopedEntries<string>(scoped, key)])) as Record<
			ResourceKey,
			ScopedEntry[]
		>,
		packages: scopedEntries<PackageSetting>(scoped, "packages"),
		diagnostics: [...user.diagnostics, ...project.diagnostics],
	};
}

interface Sanitized {
	readonly values: Record<string, unknown>;
	readonly diagnostics: Diagnostic[];
}

function sanitize(file: SettingsFile, scope: SettingsScope): Sanitized {
	let values = migrateSettings(file.values);
	const diagnostics: Diagnostic[] = [...file.diagnostics];
	for (const key of SETTING_KEYS) {
		const value = readSettingPath(values, key);
		if (value === undefined) continue;
		const problem = findProblem(key, value, scope);
		if (problem === undefined) continue;
		values = withSettingPath(values, key, undefined);
		diagnostics.push({ severity: "warning", message: `setting "${key}" is ignored: ${problem}`, path: file.path });
	}
	return { values: dropBrokenGroups(values, { path: file.path, diagnostics }), diagnostics };
}

function findProblem(key: keyof typeof SETTINGS, value: unknown, scope: SettingsScope): string | undefined {
	const row = SETTINGS[key];
	if (scope === "project" && row.scope === "user") return "it belongs in the user's settings";
	const expected = checkSetting(row, value);
	return expected === undefined ? undefined : `expected ${expected}`;
}

const GROUPS: ReadonlySet<string> = new Set(SETTING_KEYS.flatMap((key) => prefixesOf(key)));

function prefixesOf(key: string): string[] {
	const names = key.split(".");
	return names.slice(1).map((_, index) => names.slice(0, index + 1).join("."));
}

/** A group such as `retry` that is not an object would hide all of its settings without a word. */
function dropBrokenGroups(
	values: Record<string, unknown>,
	report: { readonly path: string; readonly diagnostics: Diagnostic[] },
): Record<string, unknown> {
	let kept = values;
	for (const group of GROUPS) {
		const value = readSettingPath(kept, group);
		if (value === undefined || isRecord(value)) continue;
		kept = withSettingPath(kept, group, undefined);
		const message = `setting "${group}" is ignored: expected an object`;
		report.diagnostics.push({ severity: "warning", message, path: report.path });
	}
	return kept;
}

function combine(user: Record<string, unknown>, project: Record<string, unknown>): Record<string, unknown> {
	const merged = mergeObjects(user, project);
	for (const key of [...RESOURCE_KEYS, "packages"]) {
		const lists = [project[key], user[key]].filter((list) => list !== undefined) as unknown[][];
		if (lists.length > 0) merged[key] = lists.flat();
	}
	const tools = mergeToolEntries(toolEntries(user), toolEntries(project));
	if (tools !== undefined) merged["defaultTools"] = tools;
	return merged;
}

function toolEntries(values: Record<string, unknown>): string[] | undefined {
	return values["defaultTools"] as string[] | undefined;
}

function mergeObjects(below: Record<string, unknown>, above: Record<string, unknown>): Record<string, unknown> {
	const merged: Record<string, unknown> = { ...below };
	for (const [key, value] of Object.entries(above)) {
		// A key of this name would reach the prototype instead of the object.
		if (key === "__proto__") continue;
		const other = merged[key];
		merged[key] = isRecord(value) && isRecord(other) ? mergeObjects(other, value) : value;
	}
	return merged;
}

function withDefaults(configured: Record<string, unknown>): Record<string, unknown> {
	let settings = configured;
	for (const key of SETTING_KEYS) {
		const value = SETTINGS[key].default;
		if (value === undefined || readSettingPath(settings, key) !== undefined) continue;
		settings = withSettingPath(settings, key, value);
	}
	return settings;
}

interface ScopedValues {
	readonly values: Record<string, unknown>;
	readonly scope: SettingsScope;
	readonly baseDir: string;
}

function scopedEntries<Entry>(layers: readonly ScopedValues[], key: string): ScopedEntry<Entry>[] {
	return layers.flatMap(({ values, scope, baseDir }) => {
		const entries = (values[key] ?? []) as Entry[];
		return entries.map((entry) => ({ entry, scope, baseDir }));
	});
}
