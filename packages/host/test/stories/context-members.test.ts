import { expect, test } from "vitest";
import type { ExtensionContext } from "../../src/extension-api/context.ts";
import type { HookName } from "../../src/extension-api/hook-table.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";

const MOMENTS: readonly HookName[] = [
	"session_start",
	"input",
	"before_agent_start",
	"agent_start",
	"turn_start",
	"tool_call",
	"turn_end",
	"agent_end",
	"agent_before_settle",
	"agent_settled",
];

test("the signal is there while a run goes on, and idle is false until it has settled (C10, C11)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("done")] });
	const seen: Record<string, [signal: boolean, idle: boolean]> = {};
	host.extension((pi) => {
		pi.registerTool(textTool("work"));
		for (const moment of MOMENTS)
			pi.on(
				moment,
				(_event: unknown, ctx: ExtensionContext) => void (seen[moment] = [ctx.signal !== undefined, ctx.isIdle()]),
			);
	});

	await host.prompt("go");

	expect(seen).toEqual({
		session_start: [false, true],
		input: [false, true],
		before_agent_start: [false, false],
		agent_start: [true, false],
		turn_start: [true, false],
		tool_call: [true, false],
		turn_end: [true, false],
		agent_end: [true, false],
		agent_before_settle: [false, false],
		agent_settled: [false, true],
	});
});

test("without a screen dialogs answer at once as if they were cancelled (C01, C02, C03, C04)", async () => {
	const host = await startTestHost({ model: [] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.on("ui_prompt_start", () => void seen.push("asked"));
		pi.on("session_start", async (_event, { ui, mode, hasUI, cwd }) => {
			seen.push([
				await ui.select("t", ["a"]),
				await ui.confirm("t", "m"),
				await ui.input("t"),
				await ui.editor("t", "x"),
				await ui.custom(() => ({ render: () => [], invalidate: () => {} })),
				ui.setTheme("dark"),
				ui.getAllThemes(),
			]);
			seen.push([mode, hasUI, cwd === host.cwd]);
		});
	});

	await host.start();

	expect(seen).toEqual([
		[undefined, false, undefined, undefined, undefined, { success: false, error: "UI not available" }, []],
		["print", false, true],
	]);
});

test("in tool_call the session reaches up to the answer with the call, siblings' results are not there (C06)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("done")] });
	const roles: unknown[] = [];
	const members: string[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("work"));
		pi.on("tool_call", (_event, { sessionManager }) => {
			roles.push(sessionManager.getBranch().flatMap((entry) => (entry.type === "message" ? [entry.message.role] : [])));
			for (const [name, read] of Object.entries({
				getCwd: sessionManager.getCwd() === host.cwd,
				getSessionId: sessionManager.getSessionId() === sessionManager.getHeader()?.id,
				getSessionFile: sessionManager.getSessionFile() === undefined,
				getLeafEntry: sessionManager.getLeafEntry()?.id === sessionManager.getLeafId(),
				getEntry: sessionManager.getEntry(sessionManager.getLeafId() ?? "")?.type === "message",
				getEntries: sessionManager.getEntries().length >= 3,
				getTree: sessionManager.getTree().length === 1,
				getLabel: sessionManager.getLabel(sessionManager.getLeafId() ?? "") === undefined,
				buildContextEntries: sessionManager.buildContextEntries().length > 0,
				buildSessionProjection: typeof sessionManager.buildSessionProjection() === "object",
			}))
				if (read) members.push(name);
		});
	});

	await host.prompt("go");

	expect([roles, members]).toEqual([
		[["system", "user", "assistant"]],
		[
			"getCwd",
			"getSessionId",
			"getSessionFile",
			"getLeafEntry",
			"getEntry",
			"getEntries",
			"getTree",
			"getLabel",
			"buildContextEntries",
			"buildSessionProjection",
		],
	]);
});

test("a model and level that change are told, the level first, and a kept context shows them (C08, E33, E34, TRAP94, API17, API18)", async () => {
	const host = await startTestHost({ model: [] });
	const told: unknown[] = [];
	let kept: ExtensionContext | undefined;
	host.extension((pi) => {
		pi.on("thinking_level_select", ({ level, previousLevel }, ctx) => {
			told.push(["level", level, previousLevel, ctx.model?.id]);
		});
		pi.on("model_select", ({ model, previousModel, source }) => {
			told.push(["model", model.id, previousModel?.id, source]);
		});
		pi.on("session_start", async (_event, ctx) => {
			kept = ctx;
			const model = ctx.model;
			if (!model) return;
			told.push(await pi.setModel({ ...model, id: "thinker", reasoning: true }));
			pi.setThinkingLevel("high");
			pi.setThinkingLevel("high");
			await new Promise(setImmediate);
			told.push([pi.getThinkingLevel(), kept.thinkingLevel, kept.model?.id]);
			told.push(await pi.setModel({ ...model, id: "plain" }));
		});
	});

	await host.start();

	expect(told).toEqual([
		["model", "thinker", "model", "set"],
		true,
		["level", "high", "off", "thinker"],
		["high", "high", "thinker"],
		["level", "off", "high", "plain"],
		["model", "plain", "thinker", "set"],
		true,
	]);
	expect([host.entries("model_change").length, host.entries("thinking_level_change").length]).toEqual([3, 3]);
	expect(kept?.model?.id).toBe("plain");
});

test("a name is tidied before it is told (E05)", async () => {
	const host = await startTestHost({ model: [] });
	const told: unknown[] = [];
	let toldAll = (): void => {};
	const all = new Promise<void>((resolve) => (toldAll = resolve));
	host.extension((pi) => {
		pi.on("session_info_changed", ({ name }) => {
			told.push(name);
			if (name === undefined) toldAll();
		});
		pi.on("session_start", () => {
			pi.setSessionName("  a\nb ");
			pi.setSessionName("");
		});
	});

	await host.start();
	await all;

	expect(told).toEqual(["a b", undefined]);
});

test("a compaction that an extension asks for tells its callbacks why there was none (C16)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const told: string[] = [];
	host.extension((pi) => {
		pi.registerCommand("small", {
			handler: (_args, ctx) =>
				new Promise<void>((resolve) => {
					ctx.compact({
						onComplete: () => (told.push("done"), resolve()),
						onError: ({ message }) => (told.push(message), resolve()),
					});
					told.push("returned");
				}),
		});
	});

	await host.prompt("go");
	await host.prompt("/small");

	expect(told).toEqual(["returned", "Nothing to compact (session too small)"]);
});

test("a command gets the inputs of the base prompt as a copy (K02)", async () => {
	const host = await startTestHost({
		model: [],
		promptInputs: { contextFiles: [{ path: "/AGENTS.md", content: "be kind" }], appendSystemPrompt: "more" },
	});
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.registerCommand("look", {
			handler: async (_args, ctx) => {
				const options = ctx.getSystemPromptOptions();
				const { contextFiles, appendSystemPrompt, selectedTools, cwd } = options;
				seen.push([[...contextFiles], appendSystemPrompt, [...selectedTools], cwd === host.cwd]);
				options.contextFiles.length = 0;
				options.selectedTools.length = 0;
			},
		});
	});

	await host.prompt("/look");
	await host.prompt("/look");

	const look = [[{ path: "/AGENTS.md", content: "be kind" }], "more", ["read", "bash", "edit", "write"], true];
	expect(seen).toEqual([look, look]);
});
