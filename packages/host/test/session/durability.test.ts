import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { openSession } from "../../src/session/open-session.ts";
import { describeStoreProblem } from "../../src/session/store/describe-store-problem.ts";
import { type Disk, nodeDisk } from "../../src/session/store/disk.ts";
import { JsonlStore } from "../../src/session/store/jsonl-store.ts";
import type { StoreProblem, SyncPolicy } from "../../src/session/store/store.ts";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { said, readAll } from "./describe-session-store.ts";
import { header, toLines, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
let files = 0;

function freshPath(): string {
	return join(folder, `${(files += 1)}.jsonl`);
}

/** Counts what the disk is asked to keep, and fails when told to. */
function countingDisk(): { disk: Disk; calls: string[]; failing: { error: Error | undefined } } {
	const calls: string[] = [];
	const failing: { error: Error | undefined } = { error: undefined };
	const fdatasync = ((target: number, done: (error: Error | null) => void) => {
		calls.push("background");
		if (failing.error === undefined) nodeDisk.fdatasync(target, done);
		else done(failing.error);
	}) as Disk["fdatasync"];
	const fdatasyncSync = (target: number): void => {
		calls.push("now");
		nodeDisk.fdatasyncSync(target);
	};
	return { disk: { ...nodeDisk, fdatasync, fdatasyncSync }, calls, failing };
}

async function writeUnder(sync: SyncPolicy): Promise<unknown> {
	const { disk, calls } = countingDisk();
	const path = freshPath();
	const store = JsonlStore.create(path, header(), { disk, sync });
	for (const number of [0, 1, 2, 3]) store.append(said(number));
	const before = [...calls];
	const isDurable = await store.flush();
	store.close();
	return {
		before,
		isDurable,
		after: calls.length - before.length,
		lines: readFileSync(path, "utf8").split("\n").length,
	};
}

test("lines are made durable one by one, in groups behind the writer, or not at all", async () => {
	expect(await Promise.all((["always", "group", "off"] as const).map(writeUnder))).toEqual([
		{ before: ["now", "now", "now"], isDurable: true, after: 0, lines: 6 },
		{ before: ["background"], isDurable: true, after: 1, lines: 6 },
		{ before: [], isDurable: false, after: 0, lines: 6 },
	]);
});

test("closing waits for the disk where nobody did before", () => {
	const { disk, calls } = countingDisk();
	const store = JsonlStore.create(freshPath(), header(), { disk });
	for (const number of [0, 1]) store.append(said(number));
	store.close();
	expect(calls).toEqual(["background", "now"]);
});

test("a disk that fails to keep what it took is told once, and the session is written anew", async () => {
	const { disk, failing } = countingDisk();
	const told: StoreProblem[] = [];
	const path = freshPath();
	const store = JsonlStore.create(path, header(), { disk, onProblem: (problem) => told.push(problem) });
	store.append(said(0));
	expect(await store.flush()).toBe(true);
	failing.error = new Error("EIO: i/o error, fdatasync");
	store.append(said(1));
	expect(await store.flush()).toBe(false);
	failing.error = undefined;
	store.append(said(2));
	expect([await store.flush(), readFileSync(path, "utf8")]).toEqual([
		true,
		toLines([header(), said(0), said(1), said(2)]),
	]);
	expect(told.map(({ type }) => type)).toEqual(["sync_failed", "write_resumed"]);
	store.close();
});

test("half-made files of a creation that failed are not left behind", () => {
	const path = join(folder, "full", "session.jsonl");
	const writeSync = (() => {
		throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
	}) as unknown as Disk["writeSync"];
	const store = JsonlStore.create(path, header(), { disk: { ...nodeDisk, writeSync } });
	store.append(said(0));
	expect([readAll(store), readdirSync(dirname(path))]).toEqual([[said(0)], []]);
});

test("a flush brings a deleted file back as a whole", async () => {
	const path = freshPath();
	writeFileSync(path, toLines([header(), said(0)]));
	const store = JsonlStore.open(path);
	store.append(said(1));
	rmSync(path);
	expect([await store.flush(), readFileSync(path, "utf8")]).toEqual([true, toLines([header(), said(0), said(1)])]);
	store.close();
});

test("PC-28: a session cut inside a character is resumed with everything before the cut, and told of once", () => {
	const path = freshPath();
	const whole = Buffer.from(toLines([header(), said(0), said(1), { ...said(2), message: user("größe") }]));
	const cut = whole.subarray(0, whole.lastIndexOf(0xc3) + 1);
	writeFileSync(path, cut);
	const resume = (): { told: string[]; entries: string[] } => {
		const told: string[] = [];
		const onProblem = (problem: StoreProblem): void => void told.push(formatDiagnostic(describeStoreProblem(problem)));
		const session = openSession(path, { fallbackCwd: "/project", onProblem });
		session.append({ type: "message", message: user("hello") });
		const entries = session
			.getEntries()
			.map((entry) => (entry.type === "message" && "content" in entry.message ? String(entry.message.content) : ""));
		session.close();
		return { told, entries };
	};
	const first = resume();
	const second = resume();
	const bytes = cut.length - cut.lastIndexOf(0x0a) - 1;
	expect([first, second]).toEqual([
		{
			told: [`${path}:4: the session's last line is incomplete (${bytes} bytes); it is kept and skipped`],
			entries: ["text 0", "text 1", "hello"],
		},
		{ told: [], entries: ["text 0", "text 1", "hello", "hello"] },
	]);
	expect(readFileSync(path).subarray(0, cut.length)).toEqual(cut);
});

function refusalOf(path: string, disk: Disk = nodeDisk): unknown {
	try {
		JsonlStore.open(path, { disk }).close();
		return "opened";
	} catch (error) {
		return [(error as { code?: string }).code, (error as Error).message];
	}
}

test("a file that cannot be used is refused with one line that names it and the place, and left alone", () => {
	const contents = {
		foreign: "\u007fELF\u0001\u0002\n",
		log: '{"type":"event"}\n',
		newer: toLines([header({ version: 4 })]),
	};
	const paths = Object.values(contents).map((content) => {
		const path = freshPath();
		writeFileSync(path, content);
		return path;
	});
	const openSync = ((path: string) => {
		throw Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: "EACCES", syscall: "open" });
	}) as unknown as Disk["openSync"];
	const readSync = (() => {
		throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO", syscall: "read" });
	}) as unknown as Disk["readSync"];
	const [foreign = "", log = "", newer = ""] = paths;
	const good = freshPath();
	writeFileSync(good, toLines([header()]));
	expect([
		...paths.map((path) => refusalOf(path)),
		refusalOf(good, { ...nodeDisk, openSync }),
		refusalOf(good, { ...nodeDisk, readSync }),
		refusalOf(folder),
	]).toEqual([
		["not_a_session", `${foreign}:1 is not a session: its first line is not a session header`],
		["not_a_session", `${log}:1 is not a session: its first line is not a session header`],
		[
			"newer_session_version",
			`${newer}:1 has session version 4, this program reads up to 3: update it to open the session`,
		],
		["unreadable_session", `${good}:1 cannot be read: permission denied`],
		["unreadable_session", `${good}:1 cannot be read: the disk fails`],
		["unreadable_session", `${folder}:1 cannot be read: it is a folder`],
	]);
	expect(paths.map((path) => readFileSync(path, "utf8"))).toEqual(Object.values(contents));
	expect(existsSync(`${good}.lock`)).toBe(false);
});
