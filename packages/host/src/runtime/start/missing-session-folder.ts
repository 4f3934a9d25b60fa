import { statSync } from "node:fs";

/** A session whose folder is gone, and the folder that could stand in for it (S15). */
export interface MissingSessionFolder {
	readonly file: string;
	readonly folder: string;
	readonly cwd: string;
}

/** What a user may choose: run it here this once, or go on with a copy that lives here. */
export type MissingFolderChoice = "continue" | "fork";

/** Where nobody can be asked: one line that names the session, its folder and the way out. */
export class MissingSessionFolderError extends Error {
	readonly missing: MissingSessionFolder;

	constructor(missing: MissingSessionFolder) {
		const { file, folder, cwd } = missing;
		super(`${file} ran in ${folder}, which is no folder any more; a copy can go on in ${cwd}: --fork ${file}`);
		this.name = "MissingSessionFolderError";
		this.missing = missing;
	}
}

export function isFolder(path: string): boolean {
	return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The question for an interface: a title and its answers in order. */
export function missingFolderQuestion({ folder, cwd }: MissingSessionFolder): {
	title: string;
	answers: Readonly<Record<string, MissingFolderChoice | undefined>>;
} {
	return {
		title: `The folder of this session is gone: ${folder}`,
		answers: {
			[`Continue in ${cwd}`]: "continue",
			[`Fork into ${cwd}`]: "fork",
			Cancel: undefined,
		},
	};
}
