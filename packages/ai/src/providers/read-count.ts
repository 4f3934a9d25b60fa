/** A number of tokens as a provider counts it; undefined for anything else. */
export function readCount(value: unknown): number | undefined {
	return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
