/** What an error says, in one line. */
export function messageOf(error: unknown): string {
	const text = error instanceof Error ? error.message : String(error);
	return text.replace(/\s*\n\s*/g, " ");
}
