import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { createHome, writeFiles, type Home } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { userTexts } from "./support/read-request.ts";
import { readLines, sessionFiles, transcriptOf } from "./support/read-session.ts";
import { runTau } from "./support/run-tau.ts";

const ANSWERS = [{ text: "One." }, { text: "Two." }, { text: "Three." }];

/** A session file as Pi writes it, with one exchange. */
function sessionText(id: string, cwd: string): string {
	const entry = (number: number, message: object): object => ({
		type: "message",
		id: `0000000${number}`,
		parentId: number === 1 ? null : `0000000${number - 1}`,
		timestamp: "2026-01-01T00:00:01.000Z",
		message: { ...message, timestamp: 1 },
	});
	const lines = [
		{ type: "session", version: 3, id, timestamp: "2026-01-01T00:00:00.000Z", cwd },
		entry(1, { role: "user", content: `asked in ${id}` }),
	];
	return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

const storeOf = (home: Home): string => join(home.agentDir, "sessions", `-${home.cwd.replaceAll("/", "-")}--`);

test.concurrent("a session is kept below the agent folder, by working directory", async () => {
	const model = await startModel(...ANSWERS);
	const home = createHome(model);
	await runTau(home, ["-p", "hi"]);

	const [file = ""] = sessionFiles(home.home);
	const [header] = readLines(readFileSync(file, "utf8"));
	expect([file.startsWith(`${storeOf(home)}/`), basename(file).endsWith(`_${header?.id}.jsonl`)]).toEqual([true, true]);
	expect([header?.["cwd"], transcriptOf(file)]).toEqual([home.cwd, ["user: hi", "assistant: One."]]);
});

test.concurrent("--no-session leaves nothing behind", async () => {
	const model = await startModel(...ANSWERS);
	const home = createHome(model);
	const { stdout } = await runTau(home, ["-p", "--no-session", "hi"]);

	expect([stdout, sessionFiles(home.home), existsSync(join(home.agentDir, "sessions"))]).toEqual(["One.\n", [], false]);
});

test.concurrent("--continue goes on with the latest session of the folder, and begins one where there is none", async () => {
	const model = await startModel(...ANSWERS);
	const home = createHome(model);
	await runTau(home, ["-p", "-c", "a"]);
	await runTau(home, ["-p", "--continue", "b"]);

	expect([model.requests.map(userTexts), sessionFiles(home.home).map(transcriptOf)]).toEqual([
		[["a"], ["a", "b"]],
		[["user: a", "assistant: One.", "user: b", "assistant: Two."]],
	]);
});

test.concurrent("--session opens a file by its path and a session by the beginning of its id", async () => {
	const model = await startModel(...ANSWERS);
	const home = createHome(model);
	writeFiles(home.cwd, { "here.jsonl": sessionText("elsewhere", home.cwd) });
	writeFiles(storeOf(home), { "2026_abc-1.jsonl": sessionText("abc-1", home.cwd) });
	await runTau(home, ["-p", "--session", "here.jsonl", "a"]);
	await runTau(home, ["-p", "--session", "abc", "b"]);

	expect(model.requests.map(userTexts)).toEqual([
		["asked in elsewhere", "a"],
		["asked in abc-1", "b"],
	]);
});

test.concurrent("--session-id begins the session with that id and opens it the next time", async () => {
	const model = await startModel(...ANSWERS);
	const home = createHome(model);
	for (const text of ["a", "b"]) await runTau(home, ["-p", "--session-id", "my.id", text]);

	const [file = "", ...more] = sessionFiles(home.home);
	expect([transcriptOf(file), more, readLines(readFileSync(file, "utf8"))[0]?.id]).toEqual([
		["user: a", "assistant: One.", "user: b", "assistant: Two."],
		[],
		"my.id",
	]);
});

test.concurrent("the folder of sessions comes from --session-dir, then the environment, then the settings (O10, TR4)", async () => {
	const model = await startModel(...ANSWERS);
	const home = createHome({ ...model, settings: { sessionDir: "~/from-settings" } });
	const env = { PI_CODING_AGENT_SESSION_DIR: "~/from-environment" };
	await runTau(home, ["-p", "--session-dir", "from-flag", "a"], { env });
	await runTau(home, ["-p", "b"], { env });
	await runTau(home, ["-p", "c"]);

	const folders = ["work/from-flag", "from-environment", "from-settings"].map((name) => join(home.home, name));
	expect(folders.map((folder) => sessionFiles(folder).map(transcriptOf))).toEqual([
		[["user: a", "assistant: One."]],
		[["user: b", "assistant: Two."]],
		[["user: c", "assistant: Three."]],
	]);
	expect(sessionFiles(home.home)).toHaveLength(3);
});

test.concurrent("--name names the session; a session that only has a name is not kept (TRAP96)", async () => {
	const model = await startModel(...ANSWERS);
	const home = createHome(model);
	await runTau(home, ["-p", "--name", "nobody asked"]);
	const before = sessionFiles(home.home);
	await runTau(home, ["-p", "-n", " My work ", "hi"]);

	const lines = sessionFiles(home.home).flatMap((file) => readLines(readFileSync(file, "utf8")));
	const names = lines.flatMap(({ type, name }) => (type === "session_info" ? [name] : []));
	expect([before, names]).toEqual([[], ["My work"]]);
});

const HEADER_OF_TOMORROW = `${JSON.stringify({ type: "session", version: 9, id: "x", timestamp: "2026", cwd: "/" })}\n`;
const refusals: [name: string, text: string, reason: string][] = [
	["log.ndjson", '{"type":"event"}\n{"type":"event"}\n', "is not a session: its first line is not a session header"],
	["notes.txt", "Buy milk.\n", "is not a session: its first line is not a session header"],
	[
		"tomorrow.jsonl",
		HEADER_OF_TOMORROW,
		"has session version 9, this program reads up to 3: update it to open the session",
	],
];

test.concurrent.each(refusals)(
	"PC-30: %s is no session that can be opened, and keeps its bytes",
	async (name, text, reason) => {
		const model = await startModel();
		const home = createHome({ ...model, files: { [name]: text } });
		const outcome = await runTau(home, ["-p", "--session", name, "hi"]);

		const path = join(home.cwd, name);
		expect([outcome, readFileSync(path, "utf8"), readdirSync(home.cwd), model.requests]).toEqual([
			{ code: 1, stdout: "", stderr: expect.stringMatching(new RegExp(`^${path}(:1)? ${reason}\n$`)) },
			text,
			[name],
			[],
		]);
	},
);

test.concurrent("a session that is not there, a folder and a beginning of two ids are named with what to do", async () => {
	const home = createHome({ files: { "folder/x": "" } });
	const store = storeOf(home);
	writeFiles(store, {
		"1_abc-1.jsonl": sessionText("abc-1", home.cwd),
		"2_abc-2.jsonl": sessionText("abc-2", home.cwd),
	});
	const outcomes = [];
	for (const name of ["nosuch", "folder", "abc"]) outcomes.push(await runTau(home, ["-p", "--session", name, "hi"]));

	const stderr = [
		`No session "nosuch": there is no such file, and no session in ${store} has an id that begins so\n`,
		`${join(home.cwd, "folder")} is not a session: it is no file; name a session file or an id\n`,
		`"abc" fits 2 sessions; give more of the id:\n  ${store}/1_abc-1.jsonl\n  ${store}/2_abc-2.jsonl\n`,
	];
	expect(outcomes).toEqual(stderr.map((text) => ({ code: 1, stdout: "", stderr: text })));
});

test.concurrent.each([
	["{broken\n", "", "skipped 1 damaged line of the session: 3"],
	['{"type":"mess', ":3", "the session's last line is incomplete (13 bytes); it is kept and skipped"],
])("a damaged line %j is named and kept, and the session goes on", async (damage, line, reason) => {
	const model = await startModel(...ANSWERS);
	const home = createHome(model);
	const before = sessionText("s", home.cwd) + damage;
	writeFiles(home.cwd, { "s.jsonl": before });
	const path = join(home.cwd, "s.jsonl");
	const outcome = await runTau(home, ["-p", "--session", "s.jsonl", "hi"]);

	expect([outcome, model.requests.map(userTexts), readFileSync(path, "utf8").startsWith(before)]).toEqual([
		{ code: 0, stdout: "One.\n", stderr: `warning: ${path}${line}: ${reason}\n` },
		[["asked in s", "hi"]],
		true,
	]);
});
