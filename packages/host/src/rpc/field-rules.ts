import type { ImageContent } from "@tau/ai";
import { isRecord } from "../base/is-record.ts";

/** What one field of a command must be. */
export interface FieldRule<T> {
	readonly expected: string;
	readonly isOptional: boolean;
	fits(value: unknown): value is T;
}

/** A rule for every field that a command takes; one that is missing does not compile. */
export type FieldRules<T> = { readonly [K in keyof T]-?: FieldRule<Exclude<T[K], undefined>> };

export const TEXT: FieldRule<string> = {
	expected: "a string",
	isOptional: false,
	fits: (value) => typeof value === "string",
};

export const SWITCH: FieldRule<boolean> = {
	expected: "true or false",
	isOptional: false,
	fits: (value) => typeof value === "boolean",
};

export const IMAGES: FieldRule<ImageContent[]> = {
	expected: 'a list of { "type": "image", "data": base64, "mimeType": string }',
	isOptional: false,
	fits: (value): value is ImageContent[] => Array.isArray(value) && value.every(isImage),
};

export function oneOf<const T extends string>(choices: readonly T[]): FieldRule<T> {
	return {
		expected: `one of ${choices.join(", ")}`,
		isOptional: false,
		fits: (value): value is T => choices.includes(value as T),
	};
}

export function optional<T>(rule: FieldRule<T>): FieldRule<T> {
	return { ...rule, isOptional: true };
}

/** What is wrong with the fields of a command, in one line; undefined when nothing is. */
export function findFieldProblem(
	command: Readonly<Record<string, unknown>>,
	rules: Readonly<Record<string, FieldRule<unknown>>>,
): string | undefined {
	for (const [name, rule] of Object.entries(rules)) {
		// Clients in other languages write null for what they leave out.
		const value = command[name] ?? undefined;
		if (value === undefined ? rule.isOptional : rule.fits(value)) continue;
		return `${String(command["type"])}: ${name} must be ${rule.expected}`;
	}
	return undefined;
}

/** The fields that a command takes, and nothing else that was sent along. */
export function pickFields(
	command: Readonly<Record<string, unknown>>,
	rules: Readonly<Record<string, FieldRule<unknown>>>,
): Record<string, unknown> {
	const given = Object.keys(rules).filter((name) => (command[name] ?? undefined) !== undefined);
	return Object.fromEntries(given.map((name) => [name, command[name]]));
}

function isImage(value: unknown): boolean {
	if (!isRecord(value)) return false;
	return value["type"] === "image" && typeof value["data"] === "string" && typeof value["mimeType"] === "string";
}
