import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findSessionById, findSessionsByPartialId, listAllSessions, listSessions } from "../../src/session/catalog.ts";
import { continueRecentSession, createSession } from "../../src/session/open-session.ts";
import { defaultSessionDir } from "../../src/session/session-location.ts";
import { entry, header, toLines, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const never = new AbortController().signal;
let roots = 0;

function freshRoot(): string {
	return join(folder, String((roots += 1)));
}

/** As Pi leaves a session behind. */
function leave(root: string, name: string, fields: { id: string; cwd: string; timestamp?: string }): void {
	mkdirSync(join(root, name), { recursive: true });
	const lines = [header(fields), entry(0, null, { type: "message", message: user(`in ${fields.cwd}`) })];
	writeFileSync(join(root, name, `2026_${fields.id}.jsonl`), toLines(lines));
}

/** Starts a session there and says something. */
function use(cwd: string, root: string): string {
	const sessionDir = defaultSessionDir(cwd, root);
	const session = createSession({ cwd, sessionDir });
	session.append({ type: "message", message: user(`in ${cwd}`) });
	session.close();
	return sessionDir;
}

async function idsIn(dir: string, cwd: string): Promise<string[]> {
	return (await listSessions(dir, { cwd }, never)).map(({ id }) => id).toSorted();
}

test("different folders never share a store, whatever their names are, and keep theirs", () => {
	const part = fc.string({
		unit: fc.constantFrom("a", "b", "-", ":", "я", "語", "é", "e\u0301"),
		minLength: 1,
		maxLength: 3,
	});
	const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join("/")}`);
	fc.assert(
		fc.property(fc.uniqueArray(path, { minLength: 2, maxLength: 8 }), (paths) => {
			const root = freshRoot();
			const first = paths.map((cwd) => use(cwd, root));
			expect(new Set(first).size).toBe(paths.length);
			expect(paths.map((cwd) => defaultSessionDir(cwd, root))).toEqual(first);
		}),
		{ numRuns: 40 },
	);
});

test("a store that Pi left is found by the folder it is of, and left to it by the others", async () => {
	const root = freshRoot();
	leave(root, "--x-a-b--", { id: "pi", cwd: "/x/a-b" });
	const own = use("/x/a-b", root);
	const other = use("/x/a/b", root);
	expect([basename(own), basename(other).startsWith("--x-a-b--.")]).toEqual(["--x-a-b--", true]);
	expect([(await idsIn(own, "/x/a-b")).length, (await idsIn(other, "/x/a/b")).length]).toEqual([2, 1]);
	expect(readdirSync(own)).toHaveLength(2);
});

test("sessions of two folders that Pi put into one store are found from both", async () => {
	const root = freshRoot();
	leave(root, "--x-a-b--", { id: "first", cwd: "/x/a-b" });
	leave(root, "--x-a-b--", { id: "second", cwd: "/x/a/b" });
	const [owner, guest] = ["/x/a-b", "/x/a/b"].map((cwd) => defaultSessionDir(cwd, root));
	expect([await idsIn(owner ?? "", "/x/a-b"), await idsIn(guest ?? "", "/x/a/b")]).toEqual([["first"], ["second"]]);
	expect(findSessionById(guest ?? "", "second", "/x/a/b")).toBe(join(root, "--x-a-b--", "2026_second.jsonl"));
	expect([findSessionsByPartialId(guest ?? "", "sec").length, findSessionsByPartialId(guest ?? "", "fir")]).toEqual([
		1,
		[],
	]);
	const resumed = continueRecentSession({ cwd: "/x/a/b", sessionDir: guest ?? "" });
	expect(resumed.getSessionId()).toBe("second");
	expect((await listAllSessions(root, {}, never)).map(({ id }) => id).toSorted()).toEqual(["first", "second"]);
});

test("a path that is too long for a name has a store all the same", () => {
	const root = freshRoot();
	const paths = ["語", "я"].map((letter) => `/${letter.repeat(150)}/${letter.repeat(150)}`);
	expect(new Set(paths.map((cwd) => use(cwd, root))).size).toBe(2);
});
