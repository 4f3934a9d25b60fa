import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The form of an id, the same everywhere. `B12` and the like are settled contradictions: explained, not required. */
const ID = /\b(?:TRAP\d{1,3}|AD\d{1,2}|PC-\d{2}|API\d{2}|BT\d{2}|T[CR]\d|TL\d{2}|[CDEGHIKLMNOPQRSUVWXYZ]\d{2})\b/g;

/** A comment that cites, for what no name shows: `// Shows E01, TRAP3`. */
const CITING_COMMENT = /^\s*\/\/ Shows\b/;

/** Folders with tests and conformance cases; whole folders of other people's code are not among them. */
const TEST_FOLDERS = ["packages/ai", "packages/agent", "packages/tui", "packages/host", "test"];
const CASE_FOLDERS = ["conformance/scenarios", "conformance/examples"];
const TEST_FILE = /(?:\.test|\/describe-[a-z-]+)\.ts$/;
/** Folders that are not ours, and this one, whose tests name ids as examples. */
const SKIPPED = /\/(?:node_modules|dist|fixtures|contract)\//;

/** Which ids are cited, and in which files of a repository. */
export function readCitations(repository: string): ReadonlyMap<string, readonly string[]> {
	const citations = new Map<string, string[]>();
	for (const file of listCitingFiles(repository)) {
		for (const id of citedIds(readFileSync(join(repository, file), "utf8"))) {
			citations.set(id, [...(citations.get(id) ?? []), file]);
		}
	}
	return citations;
}

function listCitingFiles(repository: string): string[] {
	const tests = TEST_FOLDERS.flatMap((folder) => listFiles(repository, folder)).filter((path) => TEST_FILE.test(path));
	const cases = CASE_FOLDERS.flatMap((folder) => listFiles(repository, folder)).filter((path) => path.endsWith(".mjs"));
	return [...tests, ...cases].filter((path) => !SKIPPED.test(path)).sort();
}

function listFiles(repository: string, folder: string): string[] {
	return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((item) => {
		if (item.name === "node_modules") return [];
		const path = `${folder}/${item.name}`;
		return item.isDirectory() ? listFiles(repository, path) : [path];
	});
}

/** Ids in the names of tests and cases, and in comments that say so; a mere mention in a comment shows nothing. */
export function citedIds(source: string): Set<string> {
	const lines = source.split("\n").map((line) => (CITING_COMMENT.test(line) ? line : dropComment(line)));
	return new Set(lines.flatMap((line) => line.match(ID) ?? []));
}

function dropComment(line: string): string {
	return /^\s*(?:\/\/|\/?\*)/.test(line) ? "" : line.replace(/\s\/\/ .*$/, "");
}
