import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";

/** From the strongest to the weakest. The last two are Git's, and the rules of a repository end at its root. */
const RULE_FILES = [".rgignore", ".ignore", ".gitignore", ".git/info/exclude"] as const;
const FIRST_OF_GIT = 2;

interface Level {
	readonly folder: string;
	readonly isRepository: boolean;
	/** One per rule file, where it exists. */
	readonly rules: readonly (Ignore | undefined)[];
}

/**
 * What is ignored below a folder, by the ignore files of the folder, of those above it and of those entered since. As
 * with ripgrep, every path is judged by itself: an ignored folder that is searched all the same hides nothing.
 */
export class IgnoreRules {
	readonly #start: string;
	/** From the root of the file system down to the current folder. */
	readonly #levels: Level[] = [];
	readonly #excluded: Ignore;
	readonly #global: Ignore | undefined;

	/** `exclude` holds patterns, relative to `folder`, that no ignore file can take back. */
	constructor(folder: string, exclude: readonly string[]) {
		this.#start = folder;
		this.#excluded = ignore({ ignorecase: false }).add([".git", ...exclude]);
		this.#global = readRules(join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "git", "ignore"));
		for (const parent of parentsOf(folder)) this.enter(parent);
	}

	/** Adds the ignore files of a folder below the current one; to be left again. */
	enter(folder: string): void {
		for (const level of this.#levels) {
			const path = `${pathBelow(level.folder, folder)}/`;
			// A rule about the folder says nothing about what is in it.
			for (const rules of level.rules) if (rules?.ignores(path)) rules.add(`!/${escapePattern(path)}`);
		}
		this.#levels.push({
			folder,
			isRepository: statSync(join(folder, ".git"), { throwIfNoEntry: false }) !== undefined,
			rules: RULE_FILES.map((name) => readRules(join(folder, name))),
		});
	}

	leave(): void {
		this.#levels.pop();
	}

	/** `path` is absolute and lies in the current folder. */
	isIgnored(path: string, { isFolder }: { isFolder: boolean }): boolean {
		const end = isFolder ? "/" : "";
		const below = pathBelow(this.#start, path) + end;
		if (this.#excluded.ignores(below)) return true;
		for (let kind = 0; kind < RULE_FILES.length; kind++) {
			const verdict = this.#verdict(kind, path, end);
			if (verdict !== undefined) return verdict;
		}
		return this.#global?.ignores(below) ?? false;
	}

	/** The nearest file of a kind that says something about the path. */
	#verdict(kind: number, path: string, end: string): boolean | undefined {
		for (const { folder, isRepository, rules } of this.#levels.toReversed()) {
			const { ignored, unignored } = rules[kind]?.test(pathBelow(folder, path) + end) ?? {};
			if (ignored || unignored) return ignored;
			if (isRepository && kind >= FIRST_OF_GIT) return undefined;
		}
		return undefined;
	}
}

function readRules(file: string): Ignore | undefined {
	try {
		return ignore({ ignorecase: false }).add(readFileSync(file, "utf8"));
	} catch {
		// Most folders have none, and one that cannot be read rules nothing.
		return undefined;
	}
}

function parentsOf(folder: string): string[] {
	const parents = [folder];
	for (let parent = dirname(folder); parent !== parents[0]; parent = dirname(parent)) parents.unshift(parent);
	return parents;
}

function pathBelow(folder: string, path: string): string {
	return relative(folder, path).split(sep).join("/");
}

function escapePattern(path: string): string {
	return path.replace(/[\\*?[\]!# ]/g, "\\$&");
}
