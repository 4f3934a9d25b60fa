import { getCurrentSystemPrompt, getCurrentTools, type Message } from "@tau/ai";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createNoUi } from "../../src/runtime/no-ui.ts";
import { findSessionOwner } from "../../src/session/open-session.ts";
import { say } from "../harness.ts";
import { startProject, type TestProject } from "../harness/start-project.ts";

/** Commands that move between sessions, and a count that is kept on the branch. */
const MOVER = `export default (pi) => {
	let count = 0;
	const rebuild = (ctx) => {
		count = ctx.sessionManager.getBranch().filter((entry) => entry.type === "custom" && entry.customType === "count").length;
	};
	pi.on("session_start", (_event, ctx) => rebuild(ctx));
	pi.on("session_tree", (_event, ctx) => rebuild(ctx));
	const command = (name, handler) => pi.registerCommand(name, { handler: (args, ctx) => handler(ctx, args) });
	command("count", () => { count += 1; pi.appendEntry("count", count); });
	command("tell", () => pi.appendEntry("told", count));
	command("new", (ctx) => ctx.newSession());
	command("switch", async (ctx, path) => { globalThis.lastSwitch = await ctx.switchSession(path); });
	command("reload", (ctx) => ctx.reload());
	const firstPrompt = (ctx) => ctx.sessionManager.getEntries().find(({ message }) => message?.role === "user");
	command("fork", (ctx) => ctx.fork(firstPrompt(ctx).id, { position: "at" }));
	command("back", (ctx) => ctx.navigateTree(firstPrompt(ctx).id));
	command("less", () => pi.setActiveTools(["read"]));
};`;

async function moving(more: Parameters<typeof startProject>[0] = {}): Promise<TestProject> {
	return startProject({
		...more,
		files: { "home/.pi/agent/extensions/mover.ts": MOVER, ...more.files },
		model: Array.from({ length: 6 }, (_, at) => say(`answer ${at}`)),
	});
}

async function currentFile(project: TestProject): Promise<string> {
	return (await project.start()).session.getSessionFile() ?? "";
}

const isOwned = (file: string): boolean => findSessionOwner(file)?.owner?.pid === process.pid;

test("a session that is left is free at once, and the one that is entered is owned (PC-32, K04)", async () => {
	const project = await moving();
	await project.prompt("one");
	const first = await currentFile(project);
	await project.prompt("/new");
	const second = await currentFile(project);
	const untilSaid = [isOwned(first), isOwned(second)];
	await project.prompt("two");
	const saidSo = [isOwned(first), isOwned(second)];
	await project.prompt(`/switch ${first}`);
	const switched = [isOwned(first), isOwned(second), (await currentFile(project)) === first];
	await project.prompt("/reload");
	const reloaded = [isOwned(first), (await currentFile(project)) === first];
	await project.prompt("/fork");
	const fork = await currentFile(project);
	await project.prompt("three");
	const forked = [isOwned(first), isOwned(fork)];
	await (await project.start()).dispose();

	expect({ untilSaid, saidSo, switched, reloaded, forked, ended: isOwned(fork) }).toEqual({
		untilSaid: [false, false],
		saidSo: [false, true],
		switched: [true, false, true],
		reloaded: [true, true],
		forked: [false, true],
		ended: false,
	});
	expect(readdirSync(join(first, "..")).filter((name) => !name.endsWith(".jsonl"))).toEqual([]);
});

test("two sessions in one process own a file each, and the end of one leaves the other (PC-32)", async () => {
	const [left, right] = [await moving(), await moving()];
	await Promise.all([left.prompt("one"), right.prompt("two")]);
	const [file, other] = [await currentFile(left), await currentFile(right)];
	const both = [isOwned(file), isOwned(other)];
	await (await left.start()).dispose();

	expect([both, isOwned(file), isOwned(other)]).toEqual([[true, true], false, true]);
	await right.prompt("three");
	expect((await right.start()).session.getEntries().filter(({ type }) => type === "message")).toHaveLength(5);
});

test("what an extension keeps on the branch follows forks and moves in the tree (S21, S13)", async () => {
	const project = await moving();
	await project.prompt("/count");
	await project.prompt("one");
	for (const text of ["/count", "/count", "/tell"]) await project.prompt(text);
	const before = await project.stored("told");
	const parent = await currentFile(project);
	await project.prompt("/fork");
	await project.prompt("/tell");
	const header = readHeader(await currentFile(project));
	const forked = await project.stored("told");
	for (const text of ["/count", "two", "/back", "/tell"]) await project.prompt(text);

	expect([before, forked, await project.stored("told"), header["parentSession"]]).toEqual([[3], [1], [1], parent]);
});

function readHeader(file: string): Record<string, unknown> {
	return JSON.parse(readFileSync(file, "utf8").split("\n")[0] ?? "") as Record<string, unknown>;
}

test("prompt and tools are one system message, then patches that replay to what the model was sent (S07)", async () => {
	const project = await moving();
	await project.prompt("one");
	await project.prompt("/less");
	await project.prompt("two");

	const { session } = await project.start();
	const messages = session.buildSessionContext().messages as Message[];
	const systems = messages.filter(({ role }) => role === "system") as {
		sections?: Record<string, string | null>;
		toolsAdded?: { name: string }[];
		toolsRemoved?: { name: string }[];
	}[];
	const [first, patch, ...more] = systems;
	const changed = Object.keys(patch?.sections ?? {});
	expect([more, first?.toolsAdded?.map(({ name }) => name), patch?.toolsRemoved?.map(({ name }) => name)]).toEqual([
		[],
		["read", "bash", "edit", "write"],
		["bash", "edit", "write"],
	]);
	expect(changed.length).toBeGreaterThan(0);
	expect(changed.length).toBeLessThan(Object.keys(first?.sections ?? {}).length);
	expect(getCurrentTools(messages).map(({ name }) => name)).toEqual(["read"]);
	expect(getCurrentSystemPrompt(messages)).toBe(project.requests.at(-1)?.prompt);
});

const LOST = "home/lost.jsonl";

/** A project whose user answers questions with the option that begins so, and a session whose folder is gone. */
async function lostSession(answer: string | undefined): Promise<{ project: TestProject; asked: string[][] }> {
	const asked: string[][] = [];
	const select = async (title: string, options: string[]): Promise<string | undefined> => {
		asked.push([title, ...options]);
		return options.find((option) => answer !== undefined && option.startsWith(answer));
	};
	const mode = { mode: "tui" as const, ui: { ...createNoUi(), select }, hasUI: true, shutdown: () => {} };
	const project = await moving(answer === "nobody" ? {} : { mode });
	const gone = join(project.root, "gone");
	mkdirSync(gone);
	const lines = [
		{ type: "session", version: 3, id: "lost", timestamp: "2026-01-01T00:00:00.000Z", cwd: gone },
		{ type: "message", id: "00000001", parentId: null, message: { role: "user", content: "lost", timestamp: 1 } },
	];
	project.write(LOST, lines.map((line) => `${JSON.stringify({ timestamp: "2026-01-01", ...line })}\n`).join(""));
	rmSync(gone, { recursive: true });
	await project.prompt("before");
	await project.prompt(`/switch ${join(project.root, LOST)}`);
	return { project, asked };
}

test.each([
	["Continue", { cancelled: false, file: "lost.jsonl", entries: ["lost"], parent: undefined }],
	["Fork", { cancelled: false, file: undefined, entries: ["lost"], parent: "home/lost.jsonl" }],
	["Cancel", { cancelled: true, file: undefined, entries: ["before"], parent: undefined }],
])("a user who is told that a session's folder is gone may answer %s (S15)", async (answer, outcome) => {
	const { project, asked } = await lostSession(answer);
	const { session } = await project.start();
	const prompts = session.getEntries().flatMap((entry) => {
		if (entry.type !== "message" || entry.message.role !== "user") return [];
		const { content } = entry.message;
		return [
			typeof content === "string" ? content : content.map((block) => ("text" in block ? block.text : "")).join(""),
		];
	});
	const file = session.getSessionFile() ?? "";
	const { parentSession } = session.getHeader();
	const { cancelled } = (globalThis as unknown as { lastSwitch: { cancelled: boolean } }).lastSwitch;

	const work = join(project.root, "work");
	expect(asked.map((texts) => texts.map(project.strip))).toEqual([
		["The folder of this session is gone: gone", "Continue in work", "Fork into work", "Cancel"],
	]);
	expect({
		cancelled,
		file: file.endsWith("lost.jsonl") ? "lost.jsonl" : undefined,
		entries: prompts,
		parent: parentSession && project.strip(parentSession),
		cwd: session.getCwd(),
	}).toEqual({ ...outcome, cwd: work });
	expect(readFileSync(join(project.root, LOST), "utf8").split("\n")).toHaveLength(3);
});

test("where nobody can be asked the switch is refused, and the session that runs goes on (S15)", async () => {
	const { project } = await lostSession("nobody");
	await project.prompt("after");

	const file = join(project.root, LOST);
	expect(project.faults.map(({ error }) => error)).toEqual([
		`${file} ran in ${join(project.root, "gone")}, which is no folder any more; a copy can go on in ${join(project.root, "work")}: --fork ${file}`,
	]);
	expect(project.requests).toHaveLength(2);
});
