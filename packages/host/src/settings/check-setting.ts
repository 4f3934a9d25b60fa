import { isRecord } from "../base/is-record.ts";
import type { SettingKind, SettingRow } from "./schema.ts";

const LEVELS: readonly unknown[] = ["off", "minimal", "low", "medium", "high", "xhigh", "max"];

/** What is wrong with a value, as the end of a sentence that starts with "expected"; undefined when nothing is. */
export function checkSetting(row: SettingRow, value: unknown): string | undefined {
	const literals: readonly unknown[] = row.choices ?? row.also ?? [];
	if (literals.includes(value)) return undefined;
	if (row.kind !== undefined && KINDS[row.kind].accepts(value) && isWithin(row, value)) return undefined;
	return describeExpectation(row);
}

interface KindRule {
	readonly words: string;
	accepts(value: unknown): boolean;
}

const KINDS: Readonly<Record<SettingKind, KindRule>> = {
	boolean: { words: "true or false", accepts: (value) => typeof value === "boolean" },
	string: { words: "a string", accepts: (value) => typeof value === "string" },
	number: { words: "a number", accepts: (value) => typeof value === "number" && Number.isFinite(value) },
	integer: { words: "a whole number", accepts: (value) => Number.isSafeInteger(value) },
	strings: { words: "a list of strings", accepts: isStringList },
	numbers: { words: "an object of numbers", accepts: (value) => hasValues(value, (n) => typeof n === "number") },
	levels: { words: "an object of thinking levels", accepts: (value) => hasValues(value, (n) => LEVELS.includes(n)) },
	record: { words: "an object", accepts: isRecord },
	packages: {
		words: "a list of sources or of objects with a source",
		accepts: (value) => Array.isArray(value) && value.every(isPackage),
	},
};

function isWithin(row: SettingRow, value: unknown): boolean {
	if (typeof value !== "number") return true;
	return value >= (row.minimum ?? -Infinity) && value <= (row.maximum ?? Infinity);
}

function describeExpectation(row: SettingRow): string {
	const words: string[] = [];
	if (row.kind !== undefined) words.push(KINDS[row.kind].words + describeRange(row));
	for (const literal of row.choices ?? row.also ?? []) words.push(JSON.stringify(literal));
	return words.join(", ").replace(/, ([^,]*)$/, " or $1");
}

function describeRange({ minimum, maximum }: SettingRow): string {
	if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
	return minimum === undefined ? "" : ` of at least ${minimum}`;
}

function hasValues(value: unknown, accepts: (member: unknown) => boolean): boolean {
	return isRecord(value) && Object.values(value).every(accepts);
}

function isStringList(value: unknown): boolean {
	return Array.isArray(value) && value.every((entry) => typeof entry === "string");
}

const FILTERS = ["extensions", "skills", "prompts", "themes"] as const;

function isPackage(value: unknown): boolean {
	if (typeof value === "string") return true;
	if (!isRecord(value) || typeof value["source"] !== "string") return false;
	return FILTERS.every((key) => value[key] === undefined || isStringList(value[key]));
}
