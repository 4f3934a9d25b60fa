/** A name on one line, as pickers show it (S11). */
export function normalizeSessionName(name: string): string {
	return name.replace(/[\r\n]+/g, " ").trim();
}

/** The name that a session_info entry gives; an empty one takes it away. */
export function nameFrom(entry: { name?: string | undefined } | undefined): string | undefined {
	const name = normalizeSessionName(entry?.name ?? "");
	return name === "" ? undefined : name;
}
