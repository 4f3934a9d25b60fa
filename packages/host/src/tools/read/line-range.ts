/**
 * The part of a file that a read asks for, as it stands behind a path: `:5`, `:5-14`, or nothing for all of it. Arguments
 * come from a model, so numbers may be text; a range that is no range is left out.
 */
export function formatReadLineRange(offset: unknown, limit: unknown): string {
	const start = toNumber(offset);
	const count = toNumber(limit);
	if (start === "malformed" || count === "malformed") return "";
	if (count === undefined) return start === undefined ? "" : `:${start}`;
	const first = start ?? 1;
	return `:${first}-${first + count - 1}`;
}

function toNumber(value: unknown): number | "malformed" | undefined {
	if (value === undefined || value === null) return undefined;
	const isText = typeof value === "string" && value.trim() !== "";
	const number = typeof value === "number" || isText ? Number(value) : Number.NaN;
	return Number.isFinite(number) ? number : "malformed";
}
