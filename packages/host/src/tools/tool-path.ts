import { homedir } from "node:os";
import { resolve } from "node:path";

/** Whether something exists at an absolute path. */
export type ExistsTest = (absolutePath: string) => boolean | Promise<boolean>;

/**
 * The file that a model means by a path of something that exists. The path as it stands always comes first; then
 * without the `@` of a mention (TL21) and with `~` expanded; then spelt as file systems and screenshots spell it.
 * When nothing exists, the plain reading is returned, so that the error names it.
 */
export async function resolveExistingPath(path: string, cwd: string, exists: ExistsTest): Promise<string> {
	const plain = resolve(cwd, expandPath(path));
	for (const candidate of new Set([resolve(cwd, path), plain, ...spellings(plain)])) {
		if (await exists(candidate)) return candidate;
	}
	return plain;
}

/** The file to create: a leading `@` belongs to the name only where it names something that exists. */
export async function resolveNewPath(path: string, cwd: string, exists: ExistsTest): Promise<string> {
	const isMention = path.startsWith("@");
	if (isMention && (await exists(resolve(cwd, path)))) return resolve(cwd, path);
	const [first = "", ...rest] = path.split(/[\\/]/);
	// A new file below a folder such as `@types`.
	if (isMention && rest.length > 0 && first !== "@" && (await exists(resolve(cwd, first)))) return resolve(cwd, path);
	return resolve(cwd, expandPath(path));
}

/** Without the `@` of a mention and with `~` expanded. */
export function expandPath(path: string): string {
	const plain = path.startsWith("@") ? path.slice(1) : path;
	return plain.replace(/^~(?=$|[\\/])/, () => homedir());
}

/**
 * Other spellings of the same name: macOS puts a narrow no-break space before AM and PM and a typographic apostrophe
 * into names of screenshots, and some file systems decompose accents. Models write the plain forms, or the other way round.
 */
function spellings(path: string): string[] {
	const spaces = [path, path.replace(/ (?=[AP]M\b)/gi, "\u202F"), path.replace(/[\u00A0\u202F]/g, " ")];
	const apostrophes = spaces.flatMap((spelt) => [
		spelt,
		spelt.replaceAll("'", "\u2019"),
		spelt.replaceAll("\u2019", "'"),
	]);
	return apostrophes.flatMap((spelt) => [spelt, spelt.normalize("NFC"), spelt.normalize("NFD")]);
}
