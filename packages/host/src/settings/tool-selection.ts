/** Tools of a start without settings (BT01). */
export const DEFAULT_TOOLS: readonly string[] = ["read", "bash", "edit", "write"];

/** `+name` or `-name`: a change of a selection instead of a selection. */
export function isToolModifier(entry: string): boolean {
	return entry.startsWith("+") || entry.startsWith("-");
}

/** What mixing means on the command line is nobody's guess, so it is refused there (G02). */
export function hasMixedEntries(entries: readonly string[]): boolean {
	return entries.some(isToolModifier) && !entries.every(isToolModifier);
}

/** Applies `defaultTools` entries to a selection: plain names replace it, then modifiers change it in order (G02). */
export function selectTools(base: readonly string[], entries: readonly string[] | undefined): string[] {
	if (entries === undefined) return [...base];
	const plain = entries.filter((entry) => !isToolModifier(entry));
	const isModification = entries.length > 0 && plain.length === 0;
	const selection = new Set(isModification ? base : plain);
	for (const entry of entries.filter(isToolModifier)) {
		if (entry.startsWith("+")) selection.add(entry.slice(1));
		else selection.delete(entry.slice(1));
	}
	return [...selection];
}

/** One list for both files: a project list of modifiers changes the user's selection, any other replaces it. */
export function mergeToolEntries(
	user: readonly string[] | undefined,
	project: readonly string[] | undefined,
): string[] | undefined {
	if (user === undefined || project === undefined) {
		const only = project ?? user;
		return only === undefined ? undefined : [...only];
	}
	const isModification = project.length > 0 && project.every(isToolModifier);
	return isModification ? [...user, ...project] : [...project];
}
