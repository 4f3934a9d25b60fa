import { expect, test } from "vitest";
import type { ExtensionCommandContext } from "../../src/extension-api/context.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";

const outcomeOf = (wait: Promise<unknown> | undefined): Promise<string> =>
	(wait ?? Promise.resolve()).then(
		() => "resolved",
		(error: Error) => (/inside the run/.test(error.message) ? "rejected" : error.message),
	);

test("a command context that is used inside the run it would wait for rejects (K01, K03, TRAP69, TRAP88)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("1")] });
	const outcomes: unknown[] = [];
	let kept: ExtensionCommandContext | undefined;
	host.extension((pi) => {
		pi.registerCommand("keep", { handler: (_args, ctx) => void (kept = ctx) });
		pi.registerTool(
			textTool("work", {
				run: async () => {
					outcomes.push(["tool", await outcomeOf(kept?.newSession()), await outcomeOf(kept?.reload())]);
					return "worked";
				},
			}),
		);
		pi.on("agent_end", async () => void outcomes.push(["agent_end", await outcomeOf(kept?.waitForIdle())]));
	});

	await host.prompt("/keep");
	await host.prompt("go");

	expect([outcomes, host.transcript()]).toEqual([
		[
			["tool", "rejected", "rejected"],
			["agent_end", "rejected"],
		],
		["user: go", "work: worked", "assistant: 1"],
	]);
});

test("a command waits for the run it started, with its follow-ups and what was asked for when it settled (K03)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2"), say("3")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		let ends = 0;
		pi.on("agent_end", () => {
			if (++ends === 1) pi.sendUserMessage("follow", { deliverAs: "followUp" });
		});
		let settled = 0;
		pi.on("agent_settled", () => {
			if (++settled === 1) pi.sendUserMessage("last");
		});
		pi.registerCommand("go", {
			handler: async (_args, ctx) => {
				pi.sendUserMessage("first");
				await ctx.waitForIdle();
				seen.push(host.transcript(), ctx.isIdle());
			},
		});
	});

	await host.prompt("/go");

	expect(seen).toEqual([
		["user: first", "assistant: 1", "user: follow", "assistant: 2", "user: last", "assistant: 3"],
		true,
	]);
});
