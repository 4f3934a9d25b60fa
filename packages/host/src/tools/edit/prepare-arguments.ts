/**
 * Accepts what models and old sessions send: `edits` as a JSON string or as a single edit, and one edit as `oldText`
 * and `newText` beside `path` (BT03). Anything else is left for validation to name.
 */
export function prepareEditArguments(raw: unknown): unknown {
	if (typeof raw !== "object" || raw === null) return raw;
	const { oldText, newText, edits: rawEdits, ...rest } = raw as Record<string, unknown>;
	const edits = asList(parsed(rawEdits));
	const isLegacy =
		typeof oldText === "string" && typeof newText === "string" && (edits === undefined || Array.isArray(edits));
	if (isLegacy) return { ...rest, edits: [...((edits as unknown[] | undefined) ?? []), { oldText, newText }] };
	return { ...(raw as object), ...(edits === undefined ? {} : { edits }) };
}

function parsed(edits: unknown): unknown {
	if (typeof edits !== "string") return edits;
	try {
		return JSON.parse(edits);
	} catch {
		// Validation reports that it is not a list.
		return edits;
	}
}

function asList(edits: unknown): unknown {
	return typeof edits === "object" && edits !== null && "oldText" in edits && "newText" in edits ? [edits] : edits;
}
