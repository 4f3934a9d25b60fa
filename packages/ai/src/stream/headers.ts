import type { ProviderHeaders, ProviderResponse } from "../contract/provider.ts";

/**
 * Layers of headers as one record, later layers over earlier ones. Names compare without case; a later spelling
 * replaces an earlier one, and `null` stays so that hooks can see and undo the deletion.
 */
export function mergeHeaders(...layers: (ProviderHeaders | undefined)[]): ProviderHeaders {
	const names = new Map<string, string>();
	const merged: ProviderHeaders = {};
	for (const layer of layers) {
		for (const [name, value] of Object.entries(layer ?? {})) {
			const known = names.get(name.toLowerCase());
			if (known !== undefined && known !== name) delete merged[known];
			names.set(name.toLowerCase(), name);
			merged[name] = value;
		}
	}
	return merged;
}

/** The headers to send: without the deleted ones. */
export function sentHeaders(headers: ProviderHeaders): Record<string, string> {
	const sent: Record<string, string> = {};
	for (const [name, value] of Object.entries(mergeHeaders(headers))) {
		if (typeof value === "string") sent[name] = value;
	}
	return sent;
}

/** Status and headers as hooks see them. */
export function toProviderResponse(response: Response): ProviderResponse {
	return { status: response.status, headers: Object.fromEntries(response.headers) };
}

/** Milliseconds the server asks to wait, from `retry-after-ms` or `retry-after` (seconds or a date). */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
	const milliseconds = Number(headers.get("retry-after-ms") ?? Number.NaN);
	if (Number.isFinite(milliseconds)) return Math.max(0, milliseconds);
	const value = headers.get("retry-after")?.trim();
	if (value === undefined || value === "") return undefined;
	const seconds = Number(value);
	if (Number.isFinite(seconds)) return Math.max(0, Math.round(seconds * 1000));
	const date = Date.parse(value);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
