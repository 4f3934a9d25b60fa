import type { StreamOptions } from "../contract/provider.ts";

/** Header names whose values are credentials. */
const SECRET_HEADER = /auth|key|token|secret|cookie|password|credential/i;

/** Shorter values are no credentials, and replacing them would garble the text. */
const SHORTEST_SECRET = 4;

const LONGEST_MESSAGE = 600;

/** Everything in a request that must not appear in an error. */
export function secretsOf(options: Pick<StreamOptions, "apiKey">, headers: Record<string, string | null>): string[] {
	const secrets = new Set<string>();
	const add = (value: string | null | undefined): void => {
		if (value === null || value === undefined) return;
		secrets.add(value);
		// The credential of "Bearer abc" is secret without its scheme too.
		for (const part of value.split(/\s+/)) secrets.add(part);
	};
	add(options.apiKey);
	for (const [name, value] of Object.entries(headers)) if (SECRET_HEADER.test(name)) add(value);
	return [...secrets]
		.filter((secret) => secret.length >= SHORTEST_SECRET && !/^(bearer|basic|token)$/i.test(secret))
		.sort((left, right) => right.length - left.length);
}

/** One line of bounded length without the secrets. */
export function toSafeLine(text: string, secrets: readonly string[]): string {
	let safe = text;
	for (const secret of secrets) safe = safe.replaceAll(secret, "***");
	safe = safe.replace(/\s+/g, " ").trim();
	return safe.length > LONGEST_MESSAGE ? `${safe.slice(0, LONGEST_MESSAGE)}…` : safe;
}

/** A base URL as errors may show it: without user, password, query and fragment. */
export function displayUrl(url: string): string {
	try {
		const parsed = new URL(url);
		return `${parsed.protocol}//${parsed.host}${parsed.pathname}`.replace(/\/$/, "");
	} catch {
		// Not a URL: the error should show what was configured.
		return url.replace(/\/\/[^/@]*@/, "//").replace(/[?#].*$/, "");
	}
}
