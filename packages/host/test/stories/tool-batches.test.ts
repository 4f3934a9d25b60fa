import { expect, test } from "vitest";
import { callTool, callTools, say, startTestHost, type TestHost } from "../harness.ts";
import { textAnswer, textTool, type TextToolOptions } from "../harness/text-tool.ts";

/** A gate that tools wait at, so that a test decides who finishes first. */
function createGate(): { opened: Promise<void>; open: () => void } {
	let open = (): void => {};
	const opened = new Promise<void>((resolve) => (open = resolve));
	return { opened, open };
}

/** What happens to the calls of a batch, a line each, results included. */
function listen(host: TestHost): string[] {
	const told: string[] = [];
	host.extension((pi) => {
		pi.on("tool_execution_start", ({ toolName }) => void told.push(`start ${toolName}`));
		pi.on("tool_call", ({ toolName }) => void told.push(`call ${toolName}`));
		pi.on("tool_execution_end", ({ toolName }) => void told.push(`end ${toolName}`));
		pi.on("message_end", ({ message }) => {
			if (message.role === "toolResult") told.push(`message ${message.toolName}`);
		});
	});
	return told;
}

/** Three tools of which the first waits for the third and the third for the second. */
function addChain(host: TestHost, told: string[], options: TextToolOptions = {}): void {
	const second = createGate();
	const third = createGate();
	const ran = async (name: string, wait: Promise<void> | undefined, open: () => void): Promise<string> => {
		told.push(`run ${name}`);
		if (options.executionMode === undefined) await wait;
		open();
		return name;
	};
	host.extension((pi) => {
		pi.registerTool(textTool("slow", { run: () => ran("slow", third.opened, () => {}) }));
		pi.registerTool(textTool("fast", { ...options, run: () => ran("fast", undefined, second.open) }));
		pi.registerTool(textTool("mid", { run: () => ran("mid", second.opened, third.open) }));
	});
}

test("a batch is asked about in source order, runs side by side, ends as it finishes and answers in source order (TL10, TRAP25)", async () => {
	const host = await startTestHost({ model: [callTools(["slow"], ["fast"], ["mid"]), say("done")] });
	const told = listen(host);
	addChain(host, told);

	await host.prompt("go");

	const inSourceOrder = (word: string): string[] => ["slow", "fast", "mid"].map((name) => `${word} ${name}`);
	expect(told.filter((line) => /^(start|call)/.test(line))).toEqual(
		["slow", "fast", "mid"].flatMap((name) => [`start ${name}`, `call ${name}`]),
	);
	expect(told.slice(6)).toEqual([
		...inSourceOrder("run"),
		"end fast",
		"end mid",
		"end slow",
		...inSourceOrder("message"),
	]);
});

test("one sequential tool makes the whole batch one call after another, each with its result (TL09, TRAP26)", async () => {
	const host = await startTestHost({ model: [callTools(["slow"], ["fast"], ["mid"]), say("done")] });
	const told = listen(host);
	addChain(host, told, { executionMode: "sequential" });

	await host.prompt("go");

	expect(told).toEqual(
		["slow", "fast", "mid"].flatMap((name) => [
			`start ${name}`,
			`call ${name}`,
			`run ${name}`,
			`end ${name}`,
			`message ${name}`,
		]),
	);
});

test("a tool that is still running does not see the result of one that has finished (TRAP27)", async () => {
	const host = await startTestHost({ model: [callTools(["first"], ["second"]), say("done")] });
	const ended = createGate();
	const roles: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("first"));
		pi.registerTool(
			textTool("second", {
				run: async (_params, { ctx }) => {
					await ended.opened;
					const branch = ctx.sessionManager.getBranch();
					roles.push(branch.flatMap((entry) => (entry.type === "message" ? [entry.message.role] : [])));
					return "looked";
				},
			}),
		);
		pi.on("tool_execution_end", ({ toolName }) => {
			if (toolName === "first") ended.open();
		});
	});

	await host.prompt("go");

	expect(roles).toEqual([["system", "user", "assistant"]]);
});

const stop = textTool("stop", { run: () => ({ ...textAnswer("stopping"), terminate: true }) });
const failing = textTool("failing", { run: () => ({ ...textAnswer("failed"), isError: true, terminate: true }) });

test.each<[calls: string[], requests: number]>([
	[["stop"], 1],
	[["stop", "stop"], 1],
	[["stop", "plain"], 2],
	[["stop", "nosuch"], 2],
	[["stop", "strict"], 2],
	[["stop", "blocked"], 1],
	[["stop", "failing"], 1],
])("a batch of %j makes %i requests (TL11, TRAP32, TRAP33)", async (calls, requests) => {
	const host = await startTestHost({ model: [callTools(...calls.map((name): [string] => [name])), say("again")] });
	host.extension((pi) => {
		for (const tool of [stop, failing, textTool("plain"), textTool("blocked")]) pi.registerTool(tool);
		pi.registerTool(textTool("strict", { properties: { n: {} }, required: ["n"] }));
		pi.on("tool_call", ({ toolName }) => (toolName === "blocked" ? { block: true, terminate: true } : undefined));
	});

	await host.prompt("go");

	expect(host.requests.length).toBe(requests);
});

test.each(["steer", "followUp"] as const)(
	"a terminating batch goes on when a %s message waits (TL11, TRAP34)",
	async (deliverAs) => {
		const host = await startTestHost({ model: [callTool("stop"), say("went on")] });
		host.extension((pi) => {
			pi.registerTool(stop);
			pi.on("tool_call", () => pi.sendUserMessage("more", { deliverAs }));
		});

		await host.prompt("go");

		expect(host.transcript()).toEqual(["user: go", "stop: stopping", "user: more", "assistant: went on"]);
	},
);
