import { emptyUsage } from "@tau/ai";
import { expect, test } from "vitest";
import { callTool, say, startTestHost } from "../harness.ts";
import { textAnswer, textTool } from "../harness/text-tool.ts";

test.each([
	["its text alone counts the inner usage once", false, 10],
	["the inner result as it is counts it twice", true, 20],
])("a tool that returns %s (TC5, TRAP42)", async (_what, unchanged, input) => {
	const host = await startTestHost({ model: [callTool("outer"), say("done")] });
	const usage = { ...emptyUsage(), input: 10, totalTokens: 10 };
	host.extension((pi) => {
		pi.registerTool(textTool("inner", { run: () => ({ ...textAnswer("x"), usage }) }));
		pi.registerTool(
			textTool("outer", {
				run: async (_params, { ctx }) => {
					const { result } = await ctx.executeTool("inner", {});
					return unchanged ? result : "done";
				},
			}),
		);
	});

	await host.prompt("go");

	const { messages } = host.session.buildSessionContext();
	expect(messages.flatMap((message) => (message.role === "toolResult" ? [message.usage?.input] : []))).toEqual([input]);
});
