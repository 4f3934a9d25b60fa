/**
 * JSON as people write it, without its comments and trailing commas; strings and line numbers stay as they are. For the
 * published settings manager, which reads its files in a constructor: `parseJsonc` loads its parser, and so has to wait.
 */
export function stripJsonComments(text: string): string {
	// A string, a comment of either kind, or a comma that only blanks and comments separate from a closing bracket.
	const parts =
		/"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/|,(?=(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/)*[\]}])/g;
	return text.replace(parts, (part) => (part.startsWith('"') ? part : part.replace(/[^\n]/g, " ")));
}
