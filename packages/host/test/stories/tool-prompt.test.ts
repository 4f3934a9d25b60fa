import { expect, test } from "vitest";
import { createReadToolDefinition } from "../../src/tools/read/read-tool.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import type { SeenRequest } from "../harness/scripted-model.ts";
import { textTool } from "../harness/text-tool.ts";

/** The lines of one section of a request's prompt. */
function section(request: SeenRequest | undefined, name: string): string[] {
	const found = new RegExp(`<${name}>\\n([\\s\\S]*?)\\n</${name}>`).exec(request?.prompt ?? "");
	return found?.[1]?.split("\n") ?? [];
}

const toolLines = (request: SeenRequest | undefined): string[] =>
	section(request, "tools").flatMap((line) => /^- (\w+):/.exec(line)?.[1] ?? []);

test("a tool with a snippet has a line in the prompt, one without is only declared (TL13)", async () => {
	const host = await startTestHost({ model: [say("a")] });
	host.extension((pi) => {
		pi.registerTool(textTool("shown", { promptSnippet: "Shows things" }));
		pi.registerTool(textTool("quiet"));
		pi.registerTool(textTool("asleep", { promptSnippet: "Sleeps", defaultActive: false }));
	});

	await host.prompt("go");

	const [request] = host.requests;
	expect([toolLines(request), section(request, "tools")[4], request?.tools.map(({ name }) => name)]).toEqual([
		["read", "bash", "edit", "write", "shown"],
		"- shown: Shows things",
		["read", "bash", "edit", "write", "shown", "quiet"],
	]);
});

test("guidelines of a tool are bullets of the rules while it is active (TL14)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b"), say("c")] });
	host.extension((pi) => {
		pi.registerTool(textTool("t", { promptGuidelines: ["Use t well.", "Never use t twice."] }));
		pi.registerCommand("off", { handler: () => pi.setActiveTools(pi.getActiveTools().filter((name) => name !== "t")) });
		pi.registerCommand("on", { handler: () => pi.setActiveTools([...pi.getActiveTools(), "t"]) });
	});

	await host.prompt("one");
	await host.prompt("/off");
	await host.prompt("two");
	await host.prompt("/on");
	await host.prompt("three");

	const bullets = host.requests.map((request) => section(request, "rules").filter((line) => line.includes(" t ")));
	expect(bullets).toEqual([["- Use t well.", "- Never use t twice."], [], ["- Use t well.", "- Never use t twice."]]);
});

test("an override of read without a snippet is declared, but speaks for itself in the prompt (TRAP40, TL19)", async () => {
	const host = await startTestHost({ model: [say("a")] });
	const plain = await startTestHost({ model: [say("a")] });
	host.extension((pi) =>
		pi.registerTool(textTool("read", { description: "My read", properties: { path: { type: "string" } } })),
	);

	await plain.prompt("go");
	await host.prompt("go");

	const [request] = host.requests;
	const gone = section(plain.requests[0], "rules").filter((line) => !section(request, "rules").includes(line));
	expect([request?.tools[0], toolLines(request), gone]).toEqual([
		{
			name: "read",
			description: "My read",
			parameters: { type: "object", properties: { path: { type: "string" } }, required: [] },
		},
		["bash", "edit", "write"],
		createReadToolDefinition("/").promptGuidelines?.map((rule) => `- ${rule}`),
	]);
});

test("an override of bash runs in its place with its own snippet and guidelines (TL19)", async () => {
	const host = await startTestHost({ model: [callTool("bash", { command: "ls" }), say("a")] });
	host.extension((pi) =>
		pi.registerTool(
			textTool("bash", {
				promptSnippet: "My shell",
				promptGuidelines: ["Whisper."],
				properties: { command: { type: "string" } },
				run: ({ command }) => `would run ${String(command)}`,
			}),
		),
	);

	await host.prompt("go");

	const [request] = host.requests;
	expect([
		section(request, "tools")[1],
		section(request, "rules").includes("- Whisper."),
		host.transcript()[1],
	]).toEqual(["- bash: My shell", true, "bash: would run ls"]);
});
