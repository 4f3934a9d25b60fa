import type { Repository, SourceFile } from "./repository.ts";

/** The names of the rules; an exception names one of them. */
export type RuleName =
	| "floor"
	| "circle"
	| "package-import"
	| "import-ending"
	| "file-length"
	| "function-length"
	| "private-fields"
	| "banner"
	| "default-export"
	| "file-name"
	| "room-on-map"
	| "path-on-map"
	| "stale-exception";

/** One breach of a rule. `amount` is the counted size when the rule is a budget. */
export interface Finding {
	readonly rule: RuleName;
	readonly path: string;
	readonly message: string;
	readonly amount?: number;
}

/** A rule looks at the whole repository and returns its breaches. */
export type Rule = (repository: Repository) => Finding[];

/** Makes a rule of a check that needs one file at a time. */
export function perFile(check: (file: SourceFile, repository: Repository) => Finding[]): Rule {
	return (repository) => repository.files.flatMap((file) => check(file, repository));
}

/** Test code: beside the file or in a `test` folder. */
export function isTest(path: string): boolean {
	return path.endsWith(".test.ts") || /(?:^|\/)test\//.test(path);
}
