/** Where a contribution came from; the one field to trust for provenance (API08, B43). */
export interface SourceInfo {
	/** A file, `builtin:<name>` or `<inline:name>`. */
	path: string;
	/** `builtin`, `sdk`, `local`, `extension:<name>` or a package source. */
	source: string;
	scope: "user" | "project" | "temporary";
	origin: "package" | "top-level";
	baseDir?: string;
}
