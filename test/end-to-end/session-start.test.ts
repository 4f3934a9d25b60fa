import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test, vi } from "vitest";
import { createHome, writeFiles, type Home } from "./support/home.ts";
import { startModel, type Answer } from "./support/model-server.ts";
import { userTexts } from "./support/read-request.ts";
import { readLines, sessionFiles, transcriptOf } from "./support/read-session.ts";
import { runTau, startTau } from "./support/run-tau.ts";

function sessionText(id: string, cwd: string, said: readonly string[] = [`asked in ${id}`]): string {
	const entries = said.map((content, at) => ({
		type: "message",
		id: `0000000${at}`,
		parentId: at === 0 ? null : `0000000${at - 1}`,
		timestamp: "2026-01-01T00:00:01.000Z",
		message: { role: "user", content, timestamp: 1 },
	}));
	const header = { type: "session", version: 3, id, timestamp: "2026-01-01T00:00:00.000Z", cwd };
	return [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");
}

const storeOf = (home: Home): string => join(home.agentDir, "sessions", `-${home.cwd.replaceAll("/", "-")}--`);

/** Whether every entry follows the one before it. */
function isChain(file: string): boolean {
	const [, ...entries] = readLines(readFileSync(file, "utf8"));
	return entries.every(({ parentId }, at) => parentId === (entries[at - 1]?.id ?? null));
}

test("PC-32: a second process is told who has the session and may view or fork it; the first one's chain stays whole", async () => {
	let finish: (() => void) | undefined;
	const held = ({ send, end }: Answer): void => {
		finish = () => {
			send({ content: "Answer." }, "stop");
			end();
		};
	};
	const answers = Array.from({ length: 10 }, (_, at) => ({ text: `Answer ${at}.` }));
	const model = await startModel({ play: held }, { text: "Elsewhere." }, ...answers);
	const home = createHome({ ...model });
	writeFiles(home.cwd, { "s.jsonl": sessionText("shared", home.cwd) });
	const path = join(home.cwd, "s.jsonl");
	const messages = Array.from({ length: 10 }, (_, at) => `message ${at}`);
	const first = await startTau(home, ["-p", "--session", "s.jsonl", ...messages]);
	await vi.waitFor(() => expect(model.requests).toHaveLength(1), { timeout: 20_000, interval: 20 });

	const second = await runTau(home, ["-p", "--session", "s.jsonl", "me too"]);
	const view = await runTau(home, ["--export", "s.jsonl", "view.html"]);
	const fork = await runTau(home, ["-p", "--fork", "s.jsonl", "in a copy"]);
	finish?.();
	const ended = await first.ended;

	expect(second).toEqual({
		code: 1,
		stdout: "",
		stderr: expect.stringMatching(
			new RegExp(
				`^${path} is in use by \\S+ \\(process ${first.child.pid} on .+, since .+\\): view it \\(--export ${path}\\), fork it \\(--fork ${path}\\), or wait until that ends\n$`,
			),
		),
	});
	expect([view.code, existsSync(join(home.cwd, "view.html")), fork.stdout, ended.code]).toEqual([
		0,
		true,
		"Elsewhere.\n",
		0,
	]);
	expect([transcriptOf(path).length, isChain(path), sessionFiles(storeOf(home)).map(isChain)]).toEqual([
		21,
		true,
		[true],
	]);
	expect(readdirSync(home.cwd).toSorted()).toEqual(["s.jsonl", "view.html"]);
});

test.concurrent("PC-28: a record cut inside a character is told of once, and what was before it stays byte for byte", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." });
	const home = createHome({ ...model });
	const whole = Buffer.from(sessionText("cut", home.cwd, ["first", "größe"]));
	const cut = whole.subarray(0, whole.lastIndexOf(0xc3) + 1);
	const path = join(home.cwd, "s.jsonl");
	writeFileSync(path, cut);
	const resumed = await runTau(home, ["-p", "--session", "s.jsonl", "hello"]);
	const again = await runTau(home, ["-p", "--session", "s.jsonl", "hello"]);

	const bytes = cut.length - cut.lastIndexOf(0x0a) - 1;
	expect([resumed, again]).toEqual([
		{
			code: 0,
			stdout: "One.\n",
			stderr: `warning: ${path}:3: the session's last line is incomplete (${bytes} bytes); it is kept and skipped\n`,
		},
		{ code: 0, stdout: "Two.\n", stderr: "" },
	]);
	expect(model.requests.map(userTexts)).toEqual([
		["first", "hello"],
		["first", "hello", "hello"],
	]);
	expect(readFileSync(path).subarray(0, cut.length)).toEqual(cut);
});

test.concurrent("a session runs in its own folder, and paths of the command line mean where it was started (S14)", async () => {
	const model = await startModel({ text: "Fine." });
	const home = createHome({
		...model,
		files: { "e.ts": `export default (pi) => pi.on("session_start", (_e, ctx) => console.error("runs in", ctx.cwd));` },
	});
	const other = join(home.home, "other");
	writeFiles(other, { "AGENTS.md": "Rules of the other folder." });
	writeFiles(home.cwd, { "s.jsonl": sessionText("away", other) });
	const outcome = await runTau(home, ["-p", "-e", "./e.ts", "--session", "s.jsonl", "hi"]);

	const system = JSON.stringify(model.requests[0]?.body.messages[0]);
	expect([outcome, system.includes("Rules of the other folder."), system.includes(home.cwd)]).toEqual([
		{ code: 0, stdout: "Fine.\n", stderr: `runs in ${other}\n` },
		true,
		false,
	]);
});

test.concurrent.each([["print"], ["json"], ["rpc"]])(
	"in %s mode a session whose folder is gone is refused in one line, and its file left alone (S15)",
	async (mode) => {
		const home = createHome();
		const gone = join(home.home, "gone");
		const text = sessionText("lost", gone);
		writeFiles(home.cwd, { "s.jsonl": text });
		const words = mode === "print" ? ["-p"] : ["--mode", mode];
		const outcome = await runTau(home, [...words, "--session", "s.jsonl", "hi"], { stdin: "" });

		const path = join(home.cwd, "s.jsonl");
		expect([outcome, readFileSync(path, "utf8"), readdirSync(home.cwd)]).toEqual([
			{
				code: 1,
				stdout: "",
				stderr: `${path} ran in ${gone}, which is no folder any more; a copy can go on in ${home.cwd}: --fork ${path}\n`,
			},
			text,
			["s.jsonl"],
		]);
	},
);

test.concurrent("a session whose folder is gone goes on as a fork here, as its refusal says (S13, S15)", async () => {
	const model = await startModel({ text: "Fine." });
	const home = createHome({ ...model });
	const gone = join(home.home, "gone");
	mkdirSync(gone);
	writeFiles(home.cwd, { "s.jsonl": sessionText("lost", gone) });
	rmSync(gone, { recursive: true });
	const { code, stderr } = await runTau(home, ["-p", "--fork", "s.jsonl", "hi"]);

	const [fork = ""] = sessionFiles(storeOf(home));
	const [header] = readLines(readFileSync(fork, "utf8"));
	expect([code, stderr, header?.["cwd"], header?.["parentSession"], transcriptOf(fork)]).toEqual([
		0,
		"",
		home.cwd,
		join(home.cwd, "s.jsonl"),
		["user: asked in lost", "user: hi", "assistant: Fine."],
	]);
});

test.concurrent("an id that no session has begins one, with a warning (S14)", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." });
	const home = createHome({ ...model });
	const outcomes = [];
	for (const text of ["a", "b"]) outcomes.push((await runTau(home, ["-p", "--session-id", "my.id", text])).stderr);

	expect(outcomes).toEqual(["warning: No session of this folder has the id my.id: a new one begins under it\n", ""]);
});

test.concurrent.each([
	[["-c", "--fork", "x"], "--fork cannot be combined with --continue"],
	[["--session", "x", "--fork", "y"], "--fork cannot be combined with --session"],
	[["-r", "--fork", "y"], "--fork cannot be combined with --resume"],
	[["--session-id", "x", "--session", "y"], "--session-id cannot be combined with --session"],
	[["--session-id", "x", "-c"], "--session-id cannot be combined with --continue"],
	[["--session-id", "x", "-r"], "--session-id cannot be combined with --resume"],
	[
		["--session-id", "-bad"],
		"--session-id may hold letters, numbers, ., _ and -, and begins and ends with a letter or number",
	],
])("%j is refused before anything is opened (S14)", async (words, reason) => {
	const home = createHome();
	const { code, stdout, stderr } = await runTau(home, ["-p", ...words, "hi"]);

	expect([code, stdout, stderr.includes(reason), sessionFiles(home.home)]).toEqual([1, "", true, []]);
});

test.concurrent("--resume without a terminal names the latest sessions and how to open one (S11, S14)", async () => {
	const home = createHome();
	const store = storeOf(home);
	const named = { type: "session_info", id: "0000000a", parentId: "00000000", timestamp: "2026", name: "My work" };
	writeFiles(store, {
		"1_old.jsonl": sessionText("old", home.cwd),
		"2_new.jsonl": `${sessionText("new", home.cwd)}${JSON.stringify(named)}\n`,
		"3_other.jsonl": sessionText("other", "/elsewhere"),
	});
	for (const [at, name] of readdirSync(store).toSorted().entries()) utimesSync(join(store, name), at + 1, at + 1);
	const { code, stdout, stderr } = await runTau(home, ["-r"]);

	const lines = stderr.split("\n").map((line) => line.replace(/ +\d+ days ago +/, " DAYS "));
	expect([code, stdout, lines[0], lines.slice(1, -2).toSorted(), lines.slice(-2)]).toEqual([
		1,
		"",
		`--resume needs a terminal to choose in. The latest sessions of ${home.cwd}:`,
		["  new DAYS My work", "  old DAYS asked in old"],
		["Open one with tau --session ID, the last one with tau --continue.", ""],
	]);
});

test.concurrent("names of folders beyond ASCII do not share sessions (S01)", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." });
	const home = createHome({ ...model });
	const folders = ["работа", "работе"].map((name) => join(home.cwd, name));
	for (const cwd of folders) {
		mkdirSync(cwd);
		await runTau(home, ["-p", "-c", "hi"], { cwd });
	}

	const stores = sessionFiles(home.agentDir).map((file) => basename(join(file, "..")));
	expect([new Set(stores).size, model.requests.map(userTexts)]).toEqual([2, [["hi"], ["hi"]]]);
});

/** Counts what the program asks the disk to keep, and writes it down when it ends. */
const COUNTER = `const fs = require("node:fs");
let calls = 0;
for (const name of ["fdatasync", "fdatasyncSync", "fsync", "fsyncSync"]) {
	const original = fs[name];
	fs[name] = (...args) => { calls += 1; return original(...args); };
}
process.on("exit", () => fs.writeFileSync(process.env.COUNT_FILE, String(calls)));
`;

test.concurrent("the setting session.sync says when entries become durable, and a project cannot change it", async () => {
	const counts: Record<string, number> = {};
	for (const sync of ["always", "group", "off"]) {
		const model = await startModel({ text: "One." }, { text: "Two." });
		const home = createHome({ ...model, settings: { session: { sync } } });
		writeFiles(home.cwd, { ".pi/settings.json": JSON.stringify({ session: { sync: "always" } }) });
		const many = `export default (pi) => pi.registerCommand("many", { handler: () => {
			for (let at = 0; at < 50; at += 1) pi.appendEntry("at", at);
		} });`;
		writeFiles(home.home, { "counter.cjs": COUNTER, "many.ts": many });
		const count = join(home.home, "count");
		const env = { NODE_OPTIONS: `--require ${join(home.home, "counter.cjs")}`, COUNT_FILE: count };
		await runTau(home, ["-p", "-a", "-e", "../many.ts", "a", "/many"], { env });
		counts[sync] = Number(readFileSync(count, "utf8"));
	}

	const { always = 0, group = 0, off = -1 } = counts;
	expect([always > 50, group > 0 && group < 20, off]).toEqual([true, true, 0]);
});

test.concurrent("tau session doctor reports first, and with --fix repairs and keeps the original", async () => {
	const home = createHome();
	const damaged = `${sessionText("ill", home.cwd)}{broken\n`;
	writeFiles(home.cwd, { "s.jsonl": damaged });
	const path = join(home.cwd, "s.jsonl");
	const looked = await runTau(home, ["session", "doctor", "s.jsonl"]);
	const untouched = [readFileSync(path, "utf8"), readdirSync(home.cwd)];
	const fixed = await runTau(home, ["session", "doctor", "s.jsonl", "--fix"]);
	const again = await runTau(home, ["session", "doctor", "s.jsonl"]);

	const originals = readdirSync(home.cwd).filter((name) => name !== "s.jsonl");
	expect([looked.stdout.includes(":3"), untouched]).toEqual([true, [damaged, ["s.jsonl"]]]);
	expect([looked.code, fixed.code, again.code, again.stdout.includes("Nothing to repair.")]).toEqual([1, 0, 0, true]);
	expect(originals.map((name) => readFileSync(join(home.cwd, name), "utf8"))).toEqual([damaged]);
});
