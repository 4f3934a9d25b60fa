import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { SessionManager } from "@tau/host";
import { expect, test } from "vitest";
import { say } from "../harness.ts";
import { startProject, type TestProject } from "../harness/start-project.ts";
import { scratchFolder } from "../tools/scratch-folder.ts";

type Line = Record<string, unknown>;

async function sessionFile(project: TestProject): Promise<string> {
	const { session } = await project.start();
	return session.getSessionFile() ?? "";
}

const linesOf = (file: string): Line[] =>
	readFileSync(file, "utf8")
		.trimEnd()
		.split("\n")
		.map((line) => JSON.parse(line) as Line);

test("a session lies in the folder of its working directory, under its time and id (S01)", async () => {
	const project = await startProject({ model: [say("ok")] });
	await project.prompt("hi");

	const { session } = await project.start();
	const file = await sessionFile(project);
	const folder = `--${join(project.root, "work").slice(1).replaceAll("/", "-")}--`;
	const [{ id, timestamp } = {} as never] = linesOf(file);
	expect([file, session.getSessionId(), basename(file)]).toEqual([
		join(project.root, "home/.pi/agent/sessions", folder, basename(file)),
		id,
		`${String(timestamp).replace(/[:.]/g, "-")}_${String(id)}.jsonl`,
	]);
});

test.each([
	["a flag", ["--session-dir", "%/flagged"], { PI_CODING_AGENT_SESSION_DIR: "~/variable" }, "flagged"],
	["a variable", [], { PI_CODING_AGENT_SESSION_DIR: "~/variable" }, "home/variable"],
	["a setting", [], {}, "home/set"],
])("%s puts sessions into another folder (S01)", async (_what, words, env, folder) => {
	const project = await startProject({
		files: { "home/.pi/agent/settings.json": JSON.stringify({ sessionDir: "~/set" }) },
		words,
		env,
		model: [say("ok")],
	});
	await project.prompt("hi");

	const stored = readdirSync(join(project.root, folder)).filter((name) => name.endsWith(".jsonl"));
	expect(stored).toEqual([basename(await sessionFile(project))]);
});

test("the first line is the header, and every further one an entry with id, parent and time (S02, S03)", async () => {
	const project = await startProject({ model: [say("one"), say("two")] });
	await project.prompt("a");
	await project.prompt("b");

	const [header, ...entries] = linesOf(await sessionFile(project));
	const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
	expect(header).toEqual({
		type: "session",
		version: 3,
		id: expect.stringMatching(/^[0-9a-f-]{36}$/),
		timestamp: expect.stringMatching(iso),
		cwd: join(project.root, "work"),
	});
	const parents = [null, ...entries.map(({ id }) => id)].slice(0, -1);
	const isSound = ({ id, timestamp }: Line): boolean => /^[0-9a-f]{8}$/.test(String(id)) && iso.test(String(timestamp));
	expect([entries.map(({ parentId }) => parentId), entries.every(isSound)]).toEqual([parents, true]);
	const times = entries.flatMap(({ message }) => (message ? [(message as { timestamp: unknown }).timestamp] : []));
	expect(times.filter((time) => !Number.isInteger(time) || Number(time) < 1e12)).toEqual([]);
});

test("a session with a parent names it in its header (S02)", () => {
	const folder = scratchFolder();
	const manager = SessionManager.create("/w", folder.path, { id: "child", parentSession: "/s/parent.jsonl" });

	expect(manager.getHeader()).toMatchObject({
		type: "session",
		version: 3,
		id: "child",
		parentSession: "/s/parent.jsonl",
	});
});

test("a run of an extension stores each type of entry with its fields (S04)", async () => {
	const project = await startProject({
		files: {
			"all.ts": `export default (pi) => {
				pi.on("session_start", () => {
					pi.appendEntry("state", { n: 1 });
					pi.setSessionName("named");
					pi.sendMessage({ customType: "note", content: "c", display: false, details: { d: 1 } });
					pi.setThinkingLevel("high");
				});
				let done = false;
				pi.on("agent_before_settle", ({ context }) => {
					if (done) return;
					done = true;
					const { sourceEntry } = context.contextEntries.find(({ sourceEntry }) => sourceEntry.type === "custom_message");
					pi.setLabel(sourceEntry.id, "here");
					return { entries: [
						{ type: "context_edit", targetId: sourceEntry.id, replacement: null },
						{ type: "compaction", summary: "s", firstKeptEntryId: null, details: { files: [] } },
					] };
				});
			};`,
		},
		words: ["-e", "%/all.ts"],
		model: [say("ok")],
	});
	await project.prompt("hi");

	const entries = linesOf(await sessionFile(project)).slice(1);
	const note = entries.find(({ type }) => type === "custom_message")?.["id"];
	const compaction = entries.find(({ type }) => type === "compaction");
	const fields = entries.map(({ id: _id, parentId: _parent, timestamp: _time, ...rest }) => rest);
	expect(project.faults).toEqual([]);
	expect(fields).toMatchObject([
		{ type: "model_change", provider: "scripted", modelId: "../script.json" },
		{ type: "thinking_level_change", thinkingLevel: "off" },
		{ type: "custom", customType: "state", data: { n: 1 } },
		{ type: "session_info", name: "named" },
		{ type: "custom_message", customType: "note", content: "c", display: false, details: { d: 1 } },
		{ type: "message", message: { role: "system" } },
		{ type: "message", message: { role: "user" } },
		{ type: "message", message: { role: "assistant" } },
		{ type: "label", targetId: note, label: "here" },
		{ type: "context_edit", targetId: note, replacement: null },
		{
			type: "compaction",
			summary: "s",
			firstKeptEntryId: compaction?.["id"],
			tokensBefore: expect.any(Number),
			details: { files: [] },
			fromHook: true,
		},
	]);
});

test("what only embedders append has its published fields too (S04)", () => {
	const manager = SessionManager.inMemory("/w");
	const usage = { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3, cost: {} } as never;
	const rootId = manager.appendMessage({ role: "user", content: "hi", timestamp: 1 });
	manager.appendUsage("title", "p", "m", usage);
	manager.branchWithSummary(rootId, "what happened", { d: 1 });

	expect(manager.getEntries().slice(1)).toMatchObject([
		{ type: "usage", kind: "title", provider: "p", model: "m", usage },
		{ type: "branch_summary", summary: "what happened", details: { d: 1 }, parentId: rootId },
	]);
});

const bookkeeper = `export default (pi) => {
	pi.on("session_start", () => { pi.appendEntry("state", 1); pi.setSessionName("named"); });
};`;

test("opening a session and quitting leaves no file, whatever extensions appended (S05)", async () => {
	const project = await startProject({ files: { "e.ts": bookkeeper }, words: ["-e", "%/e.ts"], model: [] });
	const file = await sessionFile(project);
	await (await project.start()).dispose();

	expect([file.endsWith(".jsonl"), existsSync(file)]).toEqual([true, false]);
});

test("the first message writes the file, with what had been waiting (S05)", async () => {
	const project = await startProject({ files: { "e.ts": bookkeeper }, words: ["-e", "%/e.ts"], model: [say("ok")] });
	await project.prompt("hi");

	expect(linesOf(await sessionFile(project)).map(({ type }) => type)).toEqual([
		"session",
		"model_change",
		"thinking_level_change",
		"custom",
		"session_info",
		"message",
		"message",
		"message",
	]);
});
