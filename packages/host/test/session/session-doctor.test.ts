import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { runSessionDoctor } from "../../src/cli/session-commands/session-doctor.ts";
import { openSession } from "../../src/session/open-session.ts";
import { JsonlStore } from "../../src/session/store/jsonl-store.ts";
import type { StoreProblem } from "../../src/session/store/store.ts";
import { readAll, said } from "./describe-session-store.ts";
import { assistant, entry, header, idOf, toLines, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
let folders = 0;

function freshFile(content: string | Buffer, name = "session.jsonl"): string {
	const path = join(folder, String((folders += 1)), name);
	mkdirSync(dirname(path));
	writeFileSync(path, content);
	return path;
}

async function doctor(...args: string[]): Promise<{ code: number; lines: string[] }> {
	let text = "";
	const code = await runSessionDoctor(args, (part) => void (text += part));
	return { code, lines: text.trimEnd().split("\n") };
}

/** What opening the file says. */
function look(path: string): { tree: unknown[]; told: string[] } {
	const told: StoreProblem[] = [];
	const store = JsonlStore.open(path, { onProblem: (problem) => told.push(problem), isReadOnly: true });
	const tree = readAll(store).map(({ id, parentId }) => [id, parentId]);
	store.close();
	return { tree, told: told.map(({ type }) => type) };
}

const line = (value: object): string => `${JSON.stringify(value)}\n`;
const SESSION = toLines([header(), said(0), said(1), said(2)]);

test("a session without fault is told so and left alone", async () => {
	const path = freshFile(SESSION);
	expect(await doctor(path)).toEqual({
		code: 0,
		lines: [`${path}: session session-1, format 3, 3 entries`, "Nothing to repair."],
	});
	expect(await doctor(path, "--fix")).toMatchObject({ code: 0 });
	expect([readFileSync(path, "utf8"), readdirSync(dirname(path))]).toEqual([SESSION, [basename(path)]]);
});

const DAMAGED = [
	line(header()),
	line(said(0)),
	"\0\0\0\n",
	line(said(1)),
	line(said(1)),
	'{"type":"message","id":"00000002","parentId":"00000001","timestamp":"t","mess\n',
	line(said(3)),
	`\0\0${line(said(4))}`,
	line({ ...said(4), parentId: idOf(0), message: user("another") }),
	line(entry(5, 4, { type: "message", message: assistant("after the other") })),
	line({ ...entry(6, "nowhere", { type: "message", message: user("lost") }) }),
	line(entry(7, 6, { type: "label", targetId: "ghost", label: "l" })),
	'{"half',
].join("");

test("a dry run names every fault by its line and changes nothing", async () => {
	const path = freshFile(DAMAGED);
	const { code, lines } = await doctor(path);
	expect([code, lines.slice(1)]).toEqual([
		1,
		[
			`${path}:3: not an entry (3 bytes); it is left out`,
			`${path}:5: entry 00000001 is there already, the same; it is left out`,
			`${path}:6: not an entry (77 bytes); it is left out`,
			`${path}:7: entry 00000003 hangs below 00000002, which is not there; it moves to the nearest that is`,
			`${path}:8: 2 NUL bytes before the entry; they are left out`,
			`${path}:9: another entry has the id 00000004; this one gets a new one`,
			`${path}:11: entry 00000006 hangs below nowhere, which is not there; it moves to the nearest that is`,
			`${path}:12: entry 00000007 names ghost, which is not there; it has no effect and stays`,
			`${path}:13: the last line is half a record (6 bytes); it is left out`,
			"8 faults to repair; nothing was changed. Repair with --fix; the original is kept.",
		],
	]);
	expect([readFileSync(path, "utf8"), readdirSync(dirname(path))]).toEqual([DAMAGED, [basename(path)]]);
});

test("a repair keeps every entry and the original, and leaves nothing to repair", async () => {
	const path = freshFile(DAMAGED);
	const { code, lines } = await doctor(path, "--fix");
	const keptAs = `${path}.original-1`;
	expect([code, lines.at(-1)]).toEqual([0, `Repaired: 8 entries. The original is kept as ${keptAs}`]);
	const { tree, told } = look(path);
	const renamed = (tree[4] as string[])[0];
	expect([told, tree]).toEqual([
		[],
		[
			[idOf(0), null],
			[idOf(1), idOf(0)],
			[idOf(3), idOf(1)],
			[idOf(4), idOf(3)],
			[renamed, idOf(0)],
			[idOf(5), renamed],
			[idOf(6), idOf(5)],
			[idOf(7), idOf(6)],
		],
	]);
	expect([readFileSync(keptAs, "utf8"), (await doctor(path)).code]).toEqual([DAMAGED, 0]);
	expect(readdirSync(dirname(path)).toSorted()).toEqual([basename(path), basename(keptAs)]);
});

test("a header that is destroyed is made anew from the file's name and from what is left of it", async () => {
	const path = freshFile(`"cwd":"/pro/ject"}\n${toLines([said(0)])}`, "2026-01-02T03-04-05-006Z_my-id.jsonl");
	expect(() => JsonlStore.open(path)).toThrow(/not a session/);
	expect((await doctor(path, "--fix")).code).toBe(0);
	const session = openSession(path, { fallbackCwd: "/elsewhere" });
	expect([session.getHeader(), session.getEntries()]).toEqual([
		{ type: "session", version: 3, id: "my-id", timestamp: "2026-01-02T03:04:05.006Z", cwd: "/pro/ject" },
		[said(0)],
	]);
});

test("an old session is converted by a repair, with the original kept", async () => {
	const old = `${line({ type: "session", id: "old", timestamp: "2024-01-01T00:00:00.000Z", cwd: "/q" })}${line({ type: "message", message: user("one") })}half\n`;
	const path = freshFile(old);
	expect((await doctor(path, "--fix")).code).toBe(0);
	expect([look(path), readFileSync(`${path}.original-1`, "utf8")]).toEqual([
		{ tree: [[idOf(1), null]], told: [] },
		old,
	]);
});

test("what is no session, of a later version or not there is told in one line and never touched", async () => {
	const log = freshFile('{"type":"event"}\n{"type":"event"}\n', "log.ndjson");
	const later = freshFile(toLines([header({ version: 9 }), said(0)]));
	const missing = join(folder, "missing.jsonl");
	const before = [log, later].map((path) => readFileSync(path, "utf8"));
	const outcomes = await Promise.all([log, later, missing, folder].map((path) => doctor(path, "--fix")));
	expect(outcomes).toEqual([
		{ code: 2, lines: [`${log}:1 is not a session: its first line is not a session header`] },
		{ code: 2, lines: [expect.stringMatching(/^.*:1 has session version 9, .* up to 3/)] },
		{ code: 2, lines: [`${missing}:1 cannot be read: there is no such file`] },
		{ code: 2, lines: [`${folder}:1 cannot be read: it is a folder`] },
	]);
	expect([log, later].map((path) => readFileSync(path, "utf8"))).toEqual(before);
});

test("a session that is in use is looked at and not repaired", async () => {
	const path = freshFile(DAMAGED);
	mkdirSync(`${path}.lock`);
	const { code, lines } = await doctor(path, "--fix");
	expect([code, lines.at(-1)]).toEqual([
		1,
		"Not repaired: in use by a program that does not say who it is. End that first.",
	]);
	expect(readFileSync(path, "utf8")).toBe(DAMAGED);
});

test("without a file, or with an unknown option, the usage is shown", async () => {
	const usage = { code: 2, lines: ["Usage: tau session doctor FILE [--fix]"] };
	expect([await doctor(), await doctor("a", "b"), await doctor("a", "--force")]).toEqual([usage, usage, usage]);
});

test("whatever bytes are wrong in a session, a repair leaves one that opens without complaint, and the original", async () => {
	const whole = Buffer.from(SESSION + toLines([said(3), said(4), said(5)]));
	const damage = fc.array(fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) }), { maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(damage, async (changes) => {
			const content = Buffer.from(whole);
			for (const { at, byte } of changes) content[at] = byte;
			const path = freshFile(content);
			const { code } = await doctor(path, "--fix");
			const told = code === 2 ? [] : look(path).told;
			const original = readdirSync(dirname(path)).find((name) => name.includes("original")) ?? basename(path);
			expect([told, readFileSync(join(dirname(path), original))]).toEqual([[], content]);
		}),
		{ numRuns: 150 },
	);
});
