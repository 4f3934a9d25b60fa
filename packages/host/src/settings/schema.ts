import { SETTING_ROWS } from "./setting-rows.ts";

/** A package source, alone or with filters per resource type (D10). */
export type PackageSetting = string | PackageFilterSetting;

export interface PackageFilterSetting {
	source: string;
	/** False starts empty and loads only what the lists name. */
	autoload?: boolean;
	extensions?: string[];
	skills?: string[];
	prompts?: string[];
	themes?: string[];
}

interface KindValues {
	boolean: boolean;
	string: string;
	number: number;
	integer: number;
	strings: string[];
	numbers: Record<string, number>;
	levels: Record<string, "off" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max">;
	record: Record<string, unknown>;
	packages: PackageSetting[];
}

export type SettingKind = keyof KindValues;

export type SettingLiteral = string | number | boolean;

/** What is known about one setting. */
export interface SettingRow {
	readonly kind?: SettingKind;
	readonly choices?: readonly SettingLiteral[];
	readonly also?: readonly SettingLiteral[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly default?: SettingLiteral;
	readonly scope?: "user";
	readonly label?: string;
}

type Rows = typeof SETTING_ROWS;

export type SettingKey = keyof Rows;

type ValueOfRow<Row> = Row extends { choices: readonly (infer Choice)[] }
	? Choice
	: | (Row extends { kind: infer Kind extends SettingKind } ? KindValues[Kind] : never)
		| (Row extends { also: readonly (infer Literal)[] } ? Literal : never);

/** The type of one setting by its dotted key. */
export type SettingValue<Key extends SettingKey> = ValueOfRow<Rows[Key]>;

type Nested<Key extends string, Value> = Key extends `${infer Head}.${infer Rest}`
	? { [H in Head]?: Nested<Rest, Value> }
	: { [K in Key]?: Value };

type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (all: infer All) => void
	? All
	: never;

/** Effective settings; unknown keys of the files are kept (G01). */
export type Settings = Intersection<{ [Key in SettingKey]: Nested<Key, SettingValue<Key>> }[SettingKey]> & {
	[key: string]: unknown;
};

/** The same rows without their literal types, for code that walks over all of them. */
export const SETTINGS: Readonly<Record<SettingKey, SettingRow>> = SETTING_ROWS;

export const SETTING_KEYS: readonly SettingKey[] = Object.keys(SETTING_ROWS) as SettingKey[];

/** The lists whose entries of both files are read, each below its own folder (G01). */
export const RESOURCE_KEYS = ["extensions", "skills", "prompts", "themes"] as const;

export type ResourceKey = (typeof RESOURCE_KEYS)[number];
