import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { nameDirectory } from "../../src/platform/lease-record.ts";
import { ownIdentity } from "../../src/platform/process-identity.ts";
import { SessionInUseError } from "../../src/session/errors.ts";
import {
	createSession,
	findSessionOwner,
	forkSession,
	openSession,
	waitForSession,
} from "../../src/session/open-session.ts";
import { SessionManager } from "../../src/session/published-session.ts";
import type { Session } from "../../src/session/session.ts";
import { bundleProgram } from "./bundle-program.ts";
import { assistant, header, toLines, user } from "./entries.ts";
import { said } from "./describe-session-store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
const never = new AbortController().signal;
let holder = "";
let appender = "";
let files = 0;

beforeAll(async () => {
	const program = (name: string): string => join(import.meta.dirname, "programs", name);
	holder = await bundleProgram(program("hold-session.ts"), folder);
	appender = await bundleProgram(program("append-to-fork.ts"), folder);
});

function freshSession(): string {
	const path = join(folder, `session-${(files += 1)}`, "session.jsonl");
	mkdirSync(dirname(path));
	writeFileSync(path, toLines([header(), said(0), said(1)]));
	return path;
}

interface Holder {
	readonly child: ChildProcess;
	/** Has it append a message. */
	say(text: string): Promise<void>;
	end(): Promise<void>;
	kill(): Promise<void>;
}

async function hold(path: string): Promise<Holder> {
	const child = spawn(process.execPath, [holder, path], { stdio: ["pipe", "pipe", "inherit"] });
	const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
	const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
	expect((await lines.next()).value).toBe("open");
	return {
		child,
		async say(text) {
			child.stdin.write(`${text}\n`);
			await lines.next();
		},
		async end() {
			child.stdin.end();
			await ended;
		},
		async kill() {
			child.kill("SIGKILL");
			await ended;
		},
	};
}

function own(path: string): Session {
	return openSession(path, { fallbackCwd: "/project", access: "own" });
}

function refusal(path: string): unknown {
	try {
		own(path).close();
		return "opened";
	} catch (error) {
		return error instanceof SessionInUseError ? [error.code, error.owner?.program, error.owner?.pid] : error;
	}
}

/** Whether each entry follows the one before it. */
function isChain(session: Session): boolean {
	const entries = session.getEntries();
	return entries.every(({ parentId }, at) => parentId === (entries[at - 1]?.id ?? null));
}

test("PC-32: whoever opens a session that another process writes learns who it is, and may view it, fork it or wait", async () => {
	const path = freshSession();
	const owner = await hold(path);
	expect(refusal(path)).toEqual(["session_in_use", "holder", owner.child.pid]);
	expect(() => own(path)).toThrow(
		/in use by holder \(process \d+ on .+, since .+\): view it \(--export .+\), fork it \(--fork .+\), or wait/,
	);
	const view = openSession(path, { fallbackCwd: "/project", access: "view" });
	const fork = forkSession(path, { cwd: "/project", sessionDir: join(folder, "forks") });
	const waiting = waitForSession(path, { fallbackCwd: "/project" }, never);
	for (let number = 0; number < 10; number += 1) await owner.say(`message ${number}`);
	expect([view.refresh(), view.getEntries().length, isChain(view), view.refresh()]).toEqual([true, 12, true, false]);
	expect(() => view.append({ type: "message", message: user("no") })).toThrow(/viewing only/);
	fork.append({ type: "message", message: user("elsewhere") });
	await owner.end();
	const session = await waiting;
	session.append({ type: "message", message: assistant("after") });
	session.close();
	const after = own(path);
	expect([after.getEntries().length, isChain(after), isChain(fork)]).toEqual([13, true, true]);
	after.close();
	fork.close();
	expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test("the session of a process that was killed is taken over at once, by one of many", async () => {
	const path = freshSession();
	const first = await hold(path);
	await first.kill();
	expect([existsSync(`${path}.lock`), findSessionOwner(path)]).toEqual([true, undefined]);
	const attempts = Array.from({ length: 4 }, () =>
		spawn(process.execPath, [holder, path], { stdio: ["pipe", "pipe", "ignore"] }),
	);
	const ended = attempts.map((child) => new Promise((resolve) => child.once("exit", resolve)));
	const outcomes = await Promise.all(
		attempts.map(async (child) => {
			for await (const line of createInterface({ input: child.stdout })) return line;
			return "refused";
		}),
	);
	expect(outcomes.toSorted()).toEqual(["open", "refused", "refused", "refused"]);
	for (const child of attempts) child.kill("SIGKILL");
	await Promise.all(ended);
	expect(refusal(path)).toBe("opened");
});

test("two processes that append a thousand messages each to forks leave two whole chains", async () => {
	const path = freshSession();
	const before = readFileSync(path);
	const forks = join(folder, "two-forks");
	const run = promisify(execFile);
	const done = await Promise.all([0, 1].map(() => run(process.execPath, [appender, path, forks, "1000"])));
	const sessions = done.map(({ stdout }) => openSession(stdout.trim(), { fallbackCwd: "/project", access: "view" }));
	expect(sessions.map((session) => [session.getEntries().length, isChain(session)])).toEqual([
		[1002, true],
		[1002, true],
	]);
	expect([new Set(sessions.map((session) => session.getSessionId())).size, readFileSync(path)]).toEqual([2, before]);
});

test("a session that another process writes can be read as always; only appending is refused, until it is free", async () => {
	const path = freshSession();
	const owner = await hold(path);
	const manager = SessionManager.open(path);
	expect(manager.getEntries()).toHaveLength(2);
	expect(() => manager.appendMessage(user("no"))).toThrow(/in use by holder/);
	expect(manager.getEntries()).toHaveLength(2);
	await owner.end();
	manager.appendMessage(user("yes"));
	expect(manager.getEntries()).toHaveLength(3);
	manager.session.close();
});

test("waiting for a session ends when it is told to", async () => {
	const path = freshSession();
	const owner = await hold(path);
	const controller = new AbortController();
	const waiting = waitForSession(path, { fallbackCwd: "/project" }, controller.signal);
	controller.abort();
	await expect(waiting).rejects.toThrow(/abort/i);
	await owner.kill();
});

test("within a process a session may be opened twice, and is free when the last one is closed", () => {
	const path = freshSession();
	const [first, second] = [own(path), own(path)];
	first.close();
	expect(existsSync(`${path}.lock`)).toBe(true);
	second.close();
	expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

test("a lock without record counts while it is fresh, as other programs keep it, and not when it is old", () => {
	const path = freshSession();
	mkdirSync(`${path}.lock`);
	expect(refusal(path)).toEqual(["session_in_use", undefined, undefined]);
	const old = Date.now() / 1000 - 60;
	utimesSync(`${path}.lock`, old, old);
	expect([refusal(path), readdirSync(dirname(path))]).toEqual(["opened", [basename(path)]]);
});

test.each([
	["of a process whose number another one has now", { started: "1" }, 0, "opened"],
	["from before the machine started", { boot: "another" }, 0, "opened"],
	["of another machine, fresh", { host: "elsewhere", machine: "m", pid: 1 }, 0, ["session_in_use", "other", 1]],
	["of another machine, old", { host: "elsewhere", machine: "m", pid: 1 }, 60, "opened"],
] as const)("a lock %s", (_name, fields, age, outcome) => {
	const path = freshSession();
	mkdirSync(`${path}.lock`);
	const directory = nameDirectory(statSync(`${path}.lock`));
	const record = { ...ownIdentity(), program: "other", since: "2026-01-01", token: "t", directory, ...fields };
	writeFileSync(`${path}.lock.owner`, JSON.stringify(record));
	const time = Date.now() / 1000 - age;
	utimesSync(`${path}.lock`, time, time);
	expect(refusal(path)).toEqual(outcome);
});

test("a record that outlived its lock says nothing about the next one", () => {
	const path = freshSession();
	const record = { ...ownIdentity(), started: "1", program: "gone", since: "", token: "t", directory: "another" };
	mkdirSync(`${path}.lock`);
	writeFileSync(`${path}.lock.owner`, JSON.stringify(record));
	expect(refusal(path)).toEqual(["session_in_use", undefined, undefined]);
});

test("a new session is owned from its first message on, under all names of its file", () => {
	const session = createSession({ cwd: "/project", sessionDir: join(folder, "new") });
	const path = session.getSessionFile() ?? "";
	expect(findSessionOwner(path)).toBeUndefined();
	session.append({ type: "message", message: user("hello") });
	expect(findSessionOwner(path)?.owner?.pid).toBe(process.pid);
	session.close();
	expect(findSessionOwner(path)).toBeUndefined();
});
