/** Why a provider answers a request with status 400; `path` is where in the request. */
export class Refusal extends Error {
	constructor(path: string, message: string) {
		super(`${path}: ${message}`);
		this.name = "Refusal";
	}
}

export type Fields = Record<string, unknown>;

export function refuseUnless(condition: boolean, path: string, message: string): asserts condition {
	if (!condition) throw new Refusal(path, message);
}

/** An object without fields that the API does not know: extra inputs are not permitted. */
export function fieldsOf(value: unknown, path: string, known: readonly string[]): Fields {
	refuseUnless(typeof value === "object" && value !== null && !Array.isArray(value), path, "must be an object");
	for (const name of Object.keys(value)) {
		refuseUnless(known.includes(name), `${path}.${name}`, "extra inputs are not permitted");
	}
	return value as Fields;
}

export function listOf(value: unknown, path: string): readonly unknown[] {
	refuseUnless(Array.isArray(value), path, "must be a list");
	refuseUnless(value.length > 0, path, "must not be empty");
	return value;
}

export function textOf(value: unknown, path: string): string {
	refuseUnless(typeof value === "string", path, "must be a string");
	refuseUnless(value.trim() !== "", path, "must contain non-whitespace text");
	return value;
}

export function wholeNumber(value: unknown, path: string, least: number): number {
	refuseUnless(Number.isSafeInteger(value), path, "must be a whole number");
	refuseUnless((value as number) >= least, path, `must be at least ${least}`);
	return value as number;
}

export function matching(value: unknown, path: string, pattern: RegExp): string {
	refuseUnless(typeof value === "string" && pattern.test(value), path, `must match ${pattern.source}`);
	return value;
}

/** Parses a body as a server does: valid JSON, and no text with half of a surrogate pair. */
export function parseBody(body: string): unknown {
	let value: unknown;
	try {
		value = JSON.parse(body);
	} catch (error) {
		throw new Refusal("body", `is not JSON: ${String(error)}`);
	}
	refuseLoneSurrogates(value, "body");
	return value;
}

// With the `u` flag a surrogate class matches unpaired surrogates only.
const LONE_SURROGATE = /\p{Surrogate}/u;

function refuseLoneSurrogates(value: unknown, path: string): void {
	if (typeof value === "string") refuseUnless(!LONE_SURROGATE.test(value), path, "no low surrogate in string");
	if (typeof value !== "object" || value === null) return;
	for (const [key, member] of Object.entries(value)) {
		refuseUnless(!LONE_SURROGATE.test(key), path, "no low surrogate in the name of a field");
		refuseLoneSurrogates(member, `${path}.${key}`);
	}
}

/** The message of the refusal, or nothing where the request is accepted. */
export function refusalOf(check: () => void): string | undefined {
	try {
		check();
		return undefined;
	} catch (error) {
		if (error instanceof Refusal) return error.message;
		throw error;
	}
}

/** Rules that both protocols have for the schema of a tool's arguments. */
export function checkObjectSchema(value: unknown, path: string): void {
	refuseUnless(typeof value === "object" && value !== null && !Array.isArray(value), path, "must be an object");
	const schema = value as Fields;
	refuseUnless(schema["type"] === "object", `${path}.type`, "must be object");
	for (const keyword of ["oneOf", "anyOf", "allOf", "not", "enum"]) {
		refuseUnless(!(keyword in schema), path, `${keyword} is not supported at the top level`);
	}
}

/** Whether a text is a whole JSON object, as the arguments of a call must be. */
export function isJsonObject(text: string): boolean {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value);
	} catch {
		return false; // cut-off arguments
	}
}
