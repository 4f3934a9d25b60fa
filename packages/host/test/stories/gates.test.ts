import { expect, test } from "vitest";
import { callTool, callTools, say, startTestHost } from "../harness.ts";

test("a blocked tool call reaches the model as an error result", async () => {
	const host = await startTestHost({ model: [callTool("bash", { command: "rm -rf /" }), say("understood")] });
	host.extension((pi) => void pi.on("tool_call", () => ({ block: true, reason: "not today" })));

	await host.prompt("clean up");

	expect(host.transcript()).toEqual(["user: clean up", "bash: not today (error)", "assistant: understood"]);
});

test.each([
	[
		"at once",
		() => {
			throw new Error("guard broke");
		},
	],
	[
		"after a while",
		async () => {
			await Promise.resolve();
			throw new Error("guard broke");
		},
	],
])("a guard that throws %s refuses the call and is named first (PC-18)", async (_when, guard) => {
	const host = await startTestHost({ model: [callTool("bash", { command: "git push" }), say("ok")] });
	host.extension((pi) => void pi.on("tool_call", guard), "guard.ts");

	await host.prompt("push");

	expect(host.transcript()[1]).toBe("bash: guard.ts: guard broke (error)");
	expect(host.faults.map(({ extensionPath, event, error }) => ({ extensionPath, event, error }))).toEqual([
		{ extensionPath: "guard.ts", event: "tool_call", error: "guard broke" },
	]);
});

test("a throwing observer is reported and stops nothing", async () => {
	const host = await startTestHost({ model: [say("fine")] });
	host.extension(
		(pi) =>
			void pi.on("turn_start", () => {
				throw new Error("observer broke");
			}),
		"observer.ts",
	);

	await host.prompt("hi");

	expect(host.transcript()).toEqual(["user: hi", "assistant: fine"]);
	expect(host.faults.map((fault) => [fault.extensionPath, fault.event])).toEqual([["observer.ts", "turn_start"]]);
});

test("a tool of an extension runs and its result goes back to the model", async () => {
	const host = await startTestHost({
		model: [callTools(["greet", { name: "Ada" }], ["greet", { name: "Alan" }]), say("greeted")],
	});
	host.extension((pi) =>
		pi.registerTool({
			name: "greet",
			label: "Greet",
			description: "Greets someone",
			parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] } as never,
			execute: async (_id, params) => ({
				content: [{ type: "text", text: `Hello, ${(params as { name: string }).name}!` }],
				details: {},
			}),
		}),
	);

	await host.prompt("greet them");

	expect(host.transcript()).toEqual([
		"user: greet them",
		"greet: Hello, Ada!",
		"greet: Hello, Alan!",
		"assistant: greeted",
	]);
});
