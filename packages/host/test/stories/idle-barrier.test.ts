import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../src/extension-api/extension-api.ts";
import type { ExtensionCommandContext } from "../../src/extension-api/context.ts";
import type { BashOperations } from "../../src/extension-api/tool-operations.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";

const outcomeOf = (wait: Promise<unknown> | undefined): Promise<string> =>
	(wait ?? Promise.reject(new Error("nothing kept"))).then(
		() => "resolved",
		(error: Error) => (/inside the run/.test(error.message) ? "rejected" : error.message),
	);

/** An await of the extension's own, after which nobody sees on the stack whose code runs. */
const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Adds a command that keeps its context. */
function keeper(pi: ExtensionAPI): { readonly context: ExtensionCommandContext | undefined } {
	const kept: { context: ExtensionCommandContext | undefined } = { context: undefined };
	pi.registerCommand("keep", { handler: (_args, ctx) => void (kept.context = ctx) });
	return kept;
}

/** A shell whose command ends when it is let. */
function slowShell(): { operations: BashOperations; begun: Promise<void>; end(): void } {
	let end = (): void => {};
	let begin = (): void => {};
	const begun = new Promise<void>((resolve) => (begin = resolve));
	const ended = new Promise<void>((resolve) => (end = resolve));
	const exec: BashOperations["exec"] = async (_command, _cwd, { onData }) => {
		begin();
		await ended;
		onData(Buffer.from("slow output"));
		return { exitCode: 0 };
	};
	return { operations: { exec }, begun, end: () => end() };
}

test("a wait from inside what it waits for rejects, also after an await of the handler's own (Z12, TRAP69, TRAP88)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("1")] });
	const outcomes: [string, string][] = [];
	host.extension((pi) => {
		const kept = keeper(pi);
		const wait = async (where: string): Promise<void> => {
			outcomes.push([where, await outcomeOf(kept.context?.waitForIdle())]);
		};
		pi.registerTool(
			textTool("work", {
				run: async () => {
					await wait("tool");
					await later();
					await wait("tool, later");
					return "worked";
				},
			}),
		);
		for (const event of ["turn_end", "agent_end", "agent_settled", "user_bash"] as const)
			pi.on(event, async () => {
				await wait(event);
				await later();
				await wait(`${event}, later`);
			});
	});

	await host.prompt("/keep");
	await host.prompt("go");
	await (await host.start()).runShellCommand({ command: "true" });

	expect([[...new Set(outcomes.map(String))], host.faults]).toEqual([
		["tool", "turn_end", "agent_end", "agent_settled", "user_bash"].flatMap((where) => [
			`${where},rejected`,
			`${where}, later,rejected`,
		]),
		[],
	]);
});

test("a wait that a handler only schedules, and a command that it sends, wait for the run to settle (Z12, K03)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const order: string[] = [];
	const waits: Promise<unknown>[] = [];
	host.extension((pi) => {
		const kept = keeper(pi);
		const wait = (name: string, ctx: ExtensionCommandContext | undefined): void => {
			order.push(`${name} waits`);
			waits.push(outcomeOf(ctx?.waitForIdle()).then((outcome) => order.push(`${name} ${outcome}`)));
		};
		pi.registerCommand("wait", { handler: (name, ctx) => wait(name, ctx) });
		let settle = (): void => {};
		const scheduled = new Promise<void>((resolve) => (settle = resolve));
		pi.on("agent_end", () => {
			pi.sendUserMessage("/wait command", { expandPromptTemplates: true });
			process.nextTick(() => {
				wait("timer", kept.context);
				settle();
			});
		});
		pi.on("agent_before_settle", () => scheduled);
		pi.on("agent_settled", () => {
			order.push("settled");
			pi.sendUserMessage("/wait late", { expandPromptTemplates: true });
		});
	});

	await host.prompt("/keep");
	await host.prompt("go");
	await Promise.all(waits);

	expect([order.slice(0, 4), order.slice(4).sort(), host.faults]).toEqual([
		["command waits", "timer waits", "settled", "late waits"],
		["command resolved", "late resolved", "timer resolved"],
		[],
	]);
});

test("waiting covers a command of the user and its message; an abort does not wait for it (Z12, BT13)", async () => {
	const host = await startTestHost({ model: [say("1")] });
	const shell = slowShell();
	const order: unknown[] = [];
	host.extension((pi) => {
		pi.on("user_bash", () => ({ operations: shell.operations }));
		pi.registerCommand("wait", {
			handler: async (_args, ctx) => {
				await ctx.waitForIdle();
				order.push("idle", host.transcript());
			},
		});
	});
	const agent = await host.start();

	const command = agent.runShellCommand({ command: "slow" });
	await shell.begun;
	const waiting = agent.prompt("/wait");
	agent.abort();
	await agent.waitForRun();
	order.push("aborted", agent.isIdle);
	shell.end();
	await Promise.all([command, waiting]);

	expect(order).toEqual(["aborted", true, "idle", ["bashExecution"]]);
});

test("a command of the user that ends during a run has its message stored before anybody is told idle (Z12)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("1")] });
	const shell = slowShell();
	host.extension((pi) => {
		pi.on("user_bash", () => ({ operations: shell.operations }));
		pi.on("agent_settled", () => {
			shell.end();
			return later();
		});
		pi.registerTool(textTool("work", { run: async () => (await shell.begun, "worked") }));
	});
	const agent = await host.start();

	const run = agent.prompt("go");
	const command = agent.runShellCommand({ command: "slow" });
	await agent.waitForIdle();

	expect(host.transcript()).toEqual(["user: go", "work: worked", "assistant: 1", "bashExecution"]);
	await Promise.all([run, command]);
});
