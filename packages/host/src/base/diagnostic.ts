export type DiagnosticSeverity = "error" | "warning" | "info";

/** Something a user should know about a file, a setting or an extension. Collected as values; a face shows them. */
export interface Diagnostic {
	readonly severity: DiagnosticSeverity;
	/** One line: what is wrong and what the host does about it. */
	readonly message: string;
	readonly path?: string;
	/** From 1. */
	readonly line?: number;
	/** From 1. */
	readonly column?: number;
	/** The extension, package or provider it is about. */
	readonly owner?: string;
}

/** One line for a terminal or a log: `path:line:column: message`, as editors and tests can follow it. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
	const place = [diagnostic.path, diagnostic.line, diagnostic.column].filter((part) => part !== undefined).join(":");
	const isNamed = diagnostic.owner === undefined || diagnostic.owner === diagnostic.path;
	const owner = isNamed ? "" : `${diagnostic.owner}: `;
	return place === "" ? owner + diagnostic.message : `${place}: ${owner}${diagnostic.message}`;
}
