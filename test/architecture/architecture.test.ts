import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { EXCEPTIONS } from "./exceptions.ts";
import { readRepository } from "./repository.ts";
import { inspect } from "./rules.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("the house follows its plan", () => {
	const findings = inspect(readRepository(ROOT), EXCEPTIONS);

	expect(findings.map(({ rule, path, message }) => `${rule}: ${path}: ${message}`)).toEqual([]);
});

test("no committed file names a path of the machine it was written on", () => {
	// Assembled, so that this file does not name it either.
	const place = `(^|[^[:alnum:]_.~-])/${"work"}/`;

	expect(filesContaining(place)).toEqual([]);
});

/** Tracked files and new ones that are not ignored, so that a slip is seen before it is committed. */
function filesContaining(pattern: string): string[] {
	const trust = ["-c", "safe.directory=*"];
	const listed = execFileSync(
		"git",
		[...trust, "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"],
		{ cwd: ROOT, encoding: "utf8" },
	);
	expect(listed.split("\n")).toContain("package.json");
	try {
		const found = execFileSync("git", [...trust, "grep", "--untracked", "-IlE", "-e", pattern], {
			cwd: ROOT,
			encoding: "utf8",
		});
		return found.trim().split("\n");
	} catch (error) {
		// `git grep` exits with 1 when nothing matches.
		if ((error as { status?: unknown }).status === 1) return [];
		throw error;
	}
}
