import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { say } from "../harness.ts";
import { startProject, type TestProject } from "../harness/start-project.ts";

/** Every load of the extension has a number; what happens to it lands in one list, across loads. */
const DIARY = `
const diary = (globalThis.replacementDiary ??= []);
export default (pi) => {
	const load = (globalThis.replacementLoads = (globalThis.replacementLoads ?? 0) + 1);
	const note = (text) => diary.push(load + " " + text);
	note("factory");
	pi.on("session_before_switch", (event) => note("before_switch " + event.reason));
	pi.on("session_before_fork", (event) => note("before_fork " + event.position));
	pi.on("session_shutdown", (event) => note("shutdown " + event.reason));
	pi.on("session_start", (event) => note("start " + event.reason));
	pi.on("resources_discover", (event) => note("discover " + event.reason));
	const command = (name, handler) => pi.registerCommand(name, { handler: (args, ctx) => handler(ctx, args) });
	command("new", async (ctx) => {
		const replaced = await ctx.newSession({
			setup: async (session) => { note("setup"); session.appendSessionInfo("named"); },
			withSession: async (next) => {
				note("with " + next.sessionManager.getSessionName());
				await next.sendUserMessage("hello from the new one");
				note("answered");
			},
		});
		note("cancelled " + replaced.cancelled);
		for (const use of [() => ctx.cwd, () => ctx.ui, () => pi.getSessionName(), () => pi.on("turn_end", () => {})])
			try { use(); note("still works"); } catch (error) { note("stale " + /withSession/.test(error.message)); }
	});
	command("reload", async (ctx) => { await ctx.reload(); note("reloaded"); });
	command("fork", async (ctx, position) => {
		const first = ctx.sessionManager.getBranch().find((entry) => entry.type === "message" && entry.message.role === "user");
		note("fork " + (await ctx.fork(first.id, position === "" ? {} : { position })).cancelled);
	});
	command("wrong-fork", (ctx) => ctx.fork("nothing"));
	command("switch", async (ctx, path) => { note("switch " + (await ctx.switchSession(path)).cancelled); });
	command("fail", (ctx) => ctx.newSession({ withSession: async () => { throw new Error("with failed"); } }));
};
`;

async function diaryProject(extra: Record<string, string> = {}): Promise<TestProject & { diary(): string[] }> {
	const world = globalThis as { replacementDiary?: string[]; replacementLoads?: number };
	world.replacementDiary = [];
	world.replacementLoads = 0;
	const project = await startProject({
		files: { "home/.pi/agent/extensions/diary.ts": DIARY, ...extra },
		model: Array.from({ length: 8 }, (_, index) => say(`answer ${index + 1}`)),
	});
	return { ...project, diary: () => world.replacementDiary?.splice(0) ?? [] };
}

test("a new session starts in the published order and its handles replace the old ones (E04, E13, K04, K09, L14, TRAP84, TRAP86)", async () => {
	const project = await diaryProject();
	await project.prompt("/new");

	expect(project.diary()).toEqual([
		"1 factory",
		"1 start startup",
		"1 discover startup",
		"1 before_switch new",
		"1 shutdown new",
		"2 factory",
		"1 setup",
		"2 start new",
		"2 discover startup",
		"1 with named",
		"1 answered",
		"1 cancelled false",
		"1 stale true",
		"1 stale true",
		"1 stale true",
		"1 stale true",
	]);
	expect(project.requests.map(({ messages }) => messages.at(-1)?.content)).toEqual([
		[{ type: "text", text: "hello from the new one" }],
	]);
});

test("a reload runs the code as it is now and goes on with the same session (K08)", async () => {
	const project = await diaryProject();
	await project.prompt("before");
	const file = (await project.start()).session.getSessionFile();
	project.write("home/.pi/agent/extensions/diary.ts", DIARY.replace('"factory"', '"edited factory"'));
	await project.prompt("/reload");
	await project.prompt("after");

	expect(project.diary()).toEqual([
		"1 factory",
		"1 start startup",
		"1 discover startup",
		"1 shutdown reload",
		"2 edited factory",
		"2 start reload",
		"2 discover reload",
		"1 reloaded",
	]);
	expect((await project.start()).session.getSessionFile()).toBe(file);
	expect(project.requests.at(-1)?.messages.map(({ role }) => role)).toEqual(["system", "user", "assistant", "user"]);
});

test("fifty reloads leave one delivery per event (K08)", async () => {
	const project = await diaryProject();
	for (let reload = 0; reload < 50; reload++) await project.prompt("/reload");
	project.diary();
	await project.prompt("/reload");

	expect(project.diary()).toEqual([
		"51 shutdown reload",
		"52 factory",
		"52 start reload",
		"52 discover reload",
		"51 reloaded",
	]);
});

test("a fork before a message leaves it out, one at it keeps it (E07, K05, TRAP90)", async () => {
	const project = await diaryProject();
	await project.prompt("first");
	await project.prompt("/fork at");
	const kept = (await project.start()).session.buildSessionContext().messages.map(({ role }) => role);
	await project.prompt("/fork");
	const { session } = await project.start();
	const left = session.buildSessionContext().messages.map(({ role }) => role);
	const hasFile = existsSync(session.getSessionFile() ?? "");

	expect({ kept, left, hasFile }).toEqual({ kept: ["system", "user"], left: ["system"], hasFile: false });
	expect(project.diary().filter((line) => line.includes("fork"))).toEqual([
		"1 before_fork at",
		"1 shutdown fork",
		"2 start fork",
		"1 fork false",
		"2 before_fork before",
		"2 shutdown fork",
		"3 start fork",
		"2 fork false",
	]);
});

test("a fork at an entry that does not exist rejects and changes nothing (K05, K10)", async () => {
	const project = await diaryProject();
	await project.prompt("/wrong-fork");
	await project.prompt("still here");

	expect(project.faults.map(({ error }) => error)).toEqual(["Invalid entry ID for forking"]);
	expect(project.diary().filter((line) => line.includes("shutdown"))).toEqual([]);
	expect(project.requests).toHaveLength(1);
});

test("a path without a file becomes a new session there, a file that is none is refused (K07)", async () => {
	const project = await diaryProject({ "work/no-session.txt": "something else\n" });
	await project.prompt("/switch ./fresh.jsonl");
	const file = (await project.start()).session.getSessionFile();
	await project.prompt("/switch ./no-session.txt");

	expect(project.strip(file ?? "")).toBe("work/fresh.jsonl");
	expect((await project.start()).session.getSessionFile()).toBe(file);
	expect(project.faults).toHaveLength(1);
	expect(project.faults[0]?.error).toContain("no-session.txt");
});

test("an extension that refuses keeps the session, whatever another one throws (E06, TRAP89)", async () => {
	const project = await diaryProject({
		"home/.pi/agent/extensions/a-throws.ts": `export default (pi) => pi.on("session_before_switch", () => { throw new Error("no opinion"); });`,
		"home/.pi/agent/extensions/b-refuses.ts": `export default (pi) => pi.on("session_before_switch", () => ({ cancel: true }));`,
	});
	await project.prompt("/switch ./other.jsonl");

	expect(project.diary().at(-1)).toBe("1 switch true");
	expect(project.faults.map(({ error }) => error)).toEqual(["no opinion"]);
});

test("what fails after the switch fails for its caller; the new session stays (K09, TRAP85)", async () => {
	const project = await diaryProject();
	await project.prompt("/fail");

	expect(project.faults.map(({ error }) => error)).toEqual(["with failed"]);
	expect(project.diary().slice(-2)).toEqual(["2 start new", "2 discover startup"]);
});

test("what extensions name in answer to resources_discover counts from then on (E02)", async () => {
	const project = await startProject({
		files: {
			"home/.pi/agent/extensions/more.ts": `export default (pi) => {
				pi.on("resources_discover", () => ({ skillPaths: ["./skills"], promptPaths: ["./say.md", "./gone.md"] }));
				pi.registerCommand("list", { handler: () => pi.appendEntry("list", pi.getCommands().map((c) => c.name + " " + c.sourceInfo.source)) });
			};`,
			"work/skills/cook/SKILL.md": "---\nname: cook\ndescription: Cooks.\n---\nCook well.\n",
			"work/say.md": "Say $1.\n",
		},
		model: [say("said")],
	});
	await project.prompt("/list");
	await project.prompt("/say cheese");

	expect(await project.stored("list")).toEqual([["list auto", "say extension:more", "skill:cook extension:more"]]);
	expect(project.problems).toEqual([
		'warning: resources_discover of home/.pi/agent/extensions/more.ts names "./gone.md", which does not exist',
	]);
	expect(project.requests[0]?.messages.at(-1)?.content).toEqual([{ type: "text", text: "Say cheese." }]);
	expect(project.requests[0]?.prompt).toContain("cook");
});

test("a resumed session goes on with the model, the level and the tools it had, and nobody is told (V12, API16, TRAP93)", async () => {
	const files = {
		"home/.pi/agent/models.json": JSON.stringify({
			providers: {
				one: { baseUrl: "http://127.0.0.1:9/v1", api: "openai-completions", apiKey: "x", models: [{ id: "a" }] },
				two: {
					baseUrl: "http://127.0.0.1:9/v1",
					api: "openai-completions",
					apiKey: "x",
					models: [{ id: "b", reasoning: true }],
				},
			},
		}),
		"home/.pi/agent/extensions/pick.ts": `export default (pi) => {
			pi.on("model_select", () => pi.appendEntry("now", "told"));
			pi.registerCommand("now", { handler: (_args, ctx) => pi.appendEntry("now", [ctx.model?.id, ctx.thinkingLevel, pi.getActiveTools().join()]) });
		};`,
		"home/old.jsonl": [
			{ type: "session", version: 3, id: "s", timestamp: "2026-01-01T00:00:00.000Z", cwd: "" },
			{ type: "model_change", id: "00000001", parentId: null, provider: "two", modelId: "b" },
			{ type: "thinking_level_change", id: "00000002", parentId: "00000001", thinkingLevel: "high" },
			{
				type: "message",
				id: "00000003",
				parentId: "00000002",
				message: {
					role: "system",
					content: "",
					sections: { preamble: "p" },
					toolsAdded: [
						{ name: "grep", description: "g", parameters: {} },
						{ name: "read", description: "r", parameters: {} },
					],
					timestamp: 0,
				},
			},
		]
			.map((line) => JSON.stringify({ timestamp: "2026-01-01T00:00:00.000Z", ...line }))
			.join("\n"),
	};
	const resumed = await startProject({ files, words: ["--session", "%/home/old.jsonl"] });
	await resumed.prompt("/now");
	const { "home/.pi/agent/models.json": _models, ...withoutModels } = files;
	const missing = await startProject({ files: withoutModels, words: ["--session", "%/home/old.jsonl"] });
	await missing.start();

	expect(await resumed.stored("now")).toEqual([["b", "high", "grep,read"]]);
	expect(missing.problems).toEqual([
		"warning: the session's model two/b is not configured or has no credentials any more; choose another one with --model",
	]);
});

test("after a reload every member of the old handles throws, and plain code goes on (TRAP87, L14)", async () => {
	const world = globalThis as { afterReload?: unknown[] };
	world.afterReload = [];
	const project = await startProject({
		files: {
			"home/.pi/agent/extensions/old.ts": `export default (pi) => pi.registerCommand("go", { handler: async (_args, ctx) => {
				const { sessionManager } = ctx;
				await ctx.reload();
				const uses = {
					on: () => pi.on("turn_end", () => {}),
					emit: () => pi.events.emit("x", 1),
					exec: () => pi.exec("true", []),
					registerCommand: () => pi.registerCommand("x", {}),
					cwd: () => ctx.cwd,
					ui: () => ctx.ui,
					isIdle: () => ctx.isIdle(),
					waitForIdle: () => ctx.waitForIdle(),
				};
				for (const [name, use] of Object.entries(uses))
					try { await use(); globalThis.afterReload.push(name + " works"); }
					catch (error) { if (!error.message.includes("withSession")) globalThis.afterReload.push(error.message); }
				globalThis.afterReload.push(typeof sessionManager.getSessionId());
			} });`,
		},
		model: [],
	});

	await project.prompt("/go");

	expect([world.afterReload, project.faults]).toEqual([["string"], []]);
});
