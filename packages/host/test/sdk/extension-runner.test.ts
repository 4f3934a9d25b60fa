import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ExtensionCommandContext } from "../../src/extension-api/context.ts";
import type { ExtensionFactory } from "../../src/extension-api/extension-api.ts";
import type { BoundaryDraft, BoundaryPreview } from "../../src/extension-api/events/turn-events.ts";
import { DefaultResourceLoader } from "../../src/sdk/default-resource-loader.ts";
import { ExtensionRunner } from "../../src/sdk/extension-runner.ts";
import type { ExtensionActions, ExtensionContextActions } from "../../src/sdk/runner-bindings.ts";
import { SessionManager } from "../../src/session/published-session.ts";

let root: string;
let runner: ExtensionRunner | undefined;

beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "tau-runner-")));
	mkdirSync(join(root, "work"));
});

afterEach(() => {
	runner?.invalidate();
	runner = undefined;
	rmSync(root, { recursive: true, force: true });
});

/** A runner over these extensions, and what its embedder was asked to do. */
async function startRunner(...extensionFactories: ExtensionFactory[]) {
	const cwd = join(root, "work");
	const loader = new DefaultResourceLoader({ cwd, agentDir: join(root, "agent"), extensionFactories });
	await loader.reload();
	const { extensions, runtime } = loader.getExtensions();
	const asked: unknown[] = [];
	const faults: string[] = [];
	const registry = { find: () => undefined } as never;
	const made = new ExtensionRunner(extensions, runtime, cwd, SessionManager.inMemory(cwd), registry);
	runner = made;
	made.onError(({ extensionPath, event, error }) => faults.push(`${extensionPath} ${event}: ${error}`));
	const actions = {
		appendEntry: (type: string, data: unknown) => asked.push(["entry", type, data]),
		getThinkingLevel: () => "low",
		refreshTools: () => asked.push("tools"),
	} as unknown as ExtensionActions;
	const context = {
		isIdle: () => true,
		getSystemPrompt: () => "the prompt",
		getModel: () => ({ id: "model" }),
		getSignal: () => undefined,
	} as unknown as ExtensionContextActions;
	const registerProvider = (name: string): void => void asked.push(["provider", name]);
	const bind = (): void => made.bindCore(actions, context, { registerProvider });
	return { runner: made, runtime, extensions, cwd, bind, asked, faults };
}

const note = (customType: string): BoundaryDraft => ({ type: "custom", customType });

const preview = (entries: readonly BoundaryDraft[]): BoundaryPreview => {
	const names = entries.map((entry) => (entry.type === "custom" ? entry.customType : entry.type));
	if (names.includes("bad")) throw new Error("bad cannot be committed");
	return {
		contextEntries: [],
		contextMessages: [],
		llmMessages: [],
		pendingMessages: names as never,
		canContinue: true,
	};
};

const turnEnd = {
	type: "turn_end",
	turnIndex: 0,
	message: { role: "assistant" },
	toolResults: [],
	messageEntryId: "a",
	toolResultEntryIds: [],
	outcome: "completed",
} as never;

test("an embedder binds core, commands and user interface one after the other, and contexts follow (AD7)", async () => {
	const seen: unknown[] = [];
	const { runner, bind, asked, faults, cwd } = await startRunner((pi) => {
		pi.registerProvider("early", {} as never);
		pi.on("session_start", async (_event, ctx) => {
			pi.appendEntry("started", 1);
			const answer = await ctx.ui.confirm("t", "m");
			seen.push([ctx.cwd, ctx.model?.id, ctx.thinkingLevel, ctx.mode, ctx.hasUI, ctx.getSystemPrompt(), answer]);
		});
	});
	const start = { type: "session_start", reason: "startup" } as const;
	const failure = (error: Error): string => error.message;

	await runner.emit(start);
	bind();
	await runner.emit(start);
	runner.setUIContext({ ...runner.getUIContext(), confirm: async () => true }, "rpc");
	await runner.emit(start);
	const command: ExtensionCommandContext = runner.createCommandContext();
	const unbound = await command.waitForIdle().catch(failure);
	const notSupported = (): unknown => command.getSystemPromptOptions();
	runner.bindCommandContext({ waitForIdle: async () => void asked.push("waited") } as never);
	await command.waitForIdle();

	expect(seen).toEqual([
		[cwd, "model", "low", "print", false, "the prompt", false],
		[cwd, "model", "low", "rpc", true, "the prompt", true],
	]);
	expect(asked).toEqual([["provider", "early"], ["entry", "started", 1], ["entry", "started", 1], "waited"]);
	expect([unbound, runner.hasUI(), runner.getExtensionPaths(), faults]).toEqual([
		"No command context is bound: the host calls bindCommandContext() for that",
		true,
		["<inline:1>"],
		[expect.stringMatching(/^<inline:1> session_start: Extension runtime not initialized/)],
	]);
	expect(notSupported).toThrow("This host does not support getSystemPromptOptions()");
});

test("boundaries go through emitBoundary, each handler with a preview of the proposals so far (AD7, E20)", async () => {
	const seen: unknown[] = [];
	const { runner, bind, faults } = await startRunner(
		(pi) => void pi.on("turn_end", () => ({ entries: [note("one")], continue: true })),
		(pi) =>
			void pi.on("turn_end", ({ entries, context, ...event }) => {
				seen.push([entries, context.pendingMessages, event.continue]);
				return { entries: [...entries, note("two")] };
			}),
		(pi) => void pi.on("agent_before_settle", () => ({ entries: [note("bad")] })),
	);
	bind();
	const settle = { type: "agent_before_settle", outcome: "completed" } as const;

	expect([await runner.emitBoundary(turnEnd, preview), seen]).toEqual([
		{
			entries: [note("one"), note("two")],
			continue: true,
			context: preview([note("one"), note("two")]),
			valid: true,
		},
		[[[note("one")], ["one"], true]],
	]);
	expect([await runner.emitBoundary(settle, preview), faults]).toEqual([
		{ entries: [note("bad")], continue: false, context: preview([]), valid: false },
		["<inline:3> agent_before_settle: bad cannot be committed"],
	]);
});

test("without handlers a boundary is the preview of nothing (AD7)", async () => {
	const { runner, bind } = await startRunner();
	bind();

	expect([await runner.emitBoundary(turnEnd, preview), runner.hasHandlers("turn_end")]).toEqual([
		{ entries: [], continue: false, context: preview([]), valid: true },
		false,
	]);
});

test("emit answers what stops a change of the session, and refuses boundaries and other questions (AD7)", async () => {
	const { runner, bind } = await startRunner((pi) => void pi.on("session_before_switch", () => ({ cancel: true })));
	bind();
	const failure = (error: Error): string => error.message;
	const emit = (event: object): Promise<unknown> => runner.emit(event as never).catch(failure);

	expect([
		await emit({ type: "session_before_switch", reason: "new" }),
		await emit({ type: "session_before_fork", entryId: "a", position: "at" }),
		await emit({ type: "agent_start" }),
		await emit(turnEnd),
		await emit({ type: "agent_before_settle", outcome: "completed" }),
		await emit({ type: "tool_call", toolName: "x", toolCallId: "1", input: {} }),
		await emit({ type: "toString" }),
		await runner.emitBoundary({ type: "agent_start" } as never, preview).catch(failure),
	]).toEqual([
		{ cancel: true },
		undefined,
		undefined,
		'emit() does not take "turn_end": use emitBoundary(event, buildContext)',
		'emit() does not take "agent_before_settle": use emitBoundary(event, buildContext)',
		'emit() does not take "tool_call": only a session can use its answers',
		'There is no event "toString"',
		'"agent_start" is no boundary event: use emit()',
	]);
});

test("the extensions of a runtime have one owner, and refuse when it is done (AD7, L14)", async () => {
	let use = (): unknown => undefined;
	const { runner, bind, runtime, extensions, cwd } = await startRunner((pi) => {
		use = () => pi.getThinkingLevel();
	});
	bind();
	const again = (): ExtensionRunner =>
		new ExtensionRunner(extensions, runtime, cwd, SessionManager.inMemory(cwd), {} as never);

	expect(again).toThrow("no session and no runner has taken");
	expect(use()).toBe("low");
	runner.invalidate();
	expect(use).toThrow("no longer active");
});
