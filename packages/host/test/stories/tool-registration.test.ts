import { expect, test } from "vitest";
import type { ToolDefinition } from "../../src/extension-api/tool.ts";
import { callTool, say, startTestHost, type TestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";

/** What a call comes to: its value, or the message it throws. */
function attempt(call: () => unknown): unknown {
	try {
		return call();
	} catch (error) {
		return (error as Error).message;
	}
}

const toolNames = (host: TestHost, request: number): string[] =>
	host.requests[request]?.tools.map(({ name }) => name) ?? [];

test("a tool that is registered while a tool runs is declared in the next request (API02)", async () => {
	const host = await startTestHost({ model: [callTool("make"), callTool("made"), say("done")] });
	host.extension((pi) =>
		pi.registerTool(
			textTool("make", {
				run: () => {
					pi.registerTool(textTool("made"));
					pi.registerTool(textTool("inactive", { defaultActive: false }));
					pi.registerTool(textTool("deferred", { exposure: "deferred" }));
					pi.registerTool(textTool("model-only", { exposure: "model-only" }));
					return "ok";
				},
			}),
		),
	);

	await host.prompt("go");

	expect([toolNames(host, 0).slice(4), toolNames(host, 1).slice(4), host.transcript().slice(1)]).toEqual([
		["make"],
		["make", "made", "model-only"],
		["make: ok", "made: made", "assistant: done"],
	]);
});

test("a tool that is registered again as hidden is gone from the next request (API02)", async () => {
	const host = await startTestHost({ model: [callTool("t"), callTool("t"), say("done")] });
	host.extension((pi) =>
		pi.registerTool(
			textTool("t", {
				run: () => {
					pi.registerTool(textTool("t", { exposure: "hidden" }));
					return "hiding";
				},
			}),
		),
	);

	await host.prompt("go");

	expect([toolNames(host, 0).slice(4), toolNames(host, 1).slice(4), host.transcript().slice(1)]).toEqual([
		["t"],
		[],
		["t: hiding", "t: Tool t not found (error)", "assistant: done"],
	]);
});

test("a tool without name, schema or execute is refused where it is registered (API02, TL01)", async () => {
	const host = await startTestHost({ model: [] });
	const said: unknown[] = [];
	host.extension((pi) => {
		const wrong = (fields: object): unknown =>
			attempt(() => pi.registerTool({ ...textTool("t"), ...fields } as ToolDefinition));
		said.push(wrong({ name: "" }), wrong({ parameters: undefined }), wrong({ execute: "run" }));
	});

	await host.start();

	expect(said).toEqual([
		"registerTool needs a name",
		'Tool "t" needs parameters: a JSON Schema object',
		'Tool "t" needs an execute function',
	]);
});

test("the five required fields make a tool, and execute gets its five arguments (TL01)", async () => {
	const host = await startTestHost({ model: [callTool("t", { n: 7 }), say("done")] });
	const got: unknown[] = [];
	host.extension((pi) =>
		pi.registerTool({
			name: "t",
			label: "T",
			description: "d",
			parameters: { type: "object", properties: { n: { type: "number" } }, required: ["n"] } as never,
			execute: async (...args) => {
				const [id, params, signal, onUpdate, ctx] = args;
				got.push(typeof id, params, signal instanceof AbortSignal, typeof onUpdate, ctx.cwd === host.cwd, args.length);
				return { content: [{ type: "text", text: "ok" }], details: {} };
			},
		}),
	);

	await host.prompt("go");

	expect(got).toEqual(["string", { n: 7 }, true, "function", true, 5]);
});

test.each([
	["by nothing", {}, []],
	["by --tools", { toolFlags: { tools: ["+t"] } }, ["t"]],
	["by defaultTools", { settings: { defaultTools: ["+t"] } }, ["t"]],
])("a tool that registers inactive is activated %s (TL17)", async (_by, options, declared) => {
	const host = await startTestHost({ model: [say("a")], ...options });
	host.extension((pi) => pi.registerTool(textTool("t", { defaultActive: false })));

	await host.prompt("go");

	expect(toolNames(host, 0).slice(4)).toEqual(declared);
});

test("an inactive tool is activated by setActiveTools, for the next request (TL17)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b")] });
	host.extension((pi) => {
		pi.registerTool(textTool("t", { defaultActive: false }));
		pi.on("agent_end", () => pi.setActiveTools([...pi.getActiveTools(), "t"]));
	});

	await host.prompt("one");
	await host.prompt("two");

	expect([toolNames(host, 0).slice(4), toolNames(host, 1).slice(4)]).toEqual([[], ["t"]]);
});

test("setting the active tools keeps the order of those that stay and says nothing to the model (TRAP12)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b")] });
	const seen: string[][] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("a"));
		pi.registerTool(textTool("b"));
		pi.on("session_start", () => pi.setActiveTools(["a", "b"]));
		pi.on("agent_end", () => {
			pi.setActiveTools(["b", "a"]);
			seen.push(pi.getActiveTools());
		});
	});

	await host.prompt("one");
	await host.prompt("two");

	const systemMessages = host.requests.map(({ messages }) => messages.filter(({ role }) => role === "system").length);
	expect([seen, systemMessages]).toEqual([
		[
			["a", "b"],
			["a", "b"],
		],
		[1, 1],
	]);
});

test("active tools ignore unknown and hidden names and append new ones (API16)", async () => {
	const host = await startTestHost({ model: [] });
	const seen: string[][] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("direct"));
		pi.registerTool(textTool("codemode", { exposure: "codemode" }));
		pi.registerTool(textTool("hidden", { exposure: "hidden" }));
		pi.on("session_start", () => {
			seen.push(pi.getActiveTools());
			pi.setActiveTools(["codemode", "grep", "direct", "hidden", "nobody", "bash", "codemode"]);
			seen.push(pi.getActiveTools());
		});
	});

	await host.start();

	expect(seen).toEqual([
		["read", "bash", "edit", "write", "direct"],
		["bash", "direct", "codemode", "grep"],
	]);
});

test("the list of all tools has their published fields (API16)", async () => {
	const host = await startTestHost({ model: [] });
	const seen: unknown[] = [];
	const reachesTools = (): "all" => "all";
	host.extension((pi) => {
		pi.registerTool(
			textTool("t", {
				promptGuidelines: ["Use t."],
				exposure: "deferred",
				namespace: { name: "n" },
				annotations: { readOnlyHint: true },
				reachesTools,
			}),
		);
		pi.on("session_start", () => {
			const all = pi.getAllTools();
			seen.push(all.find(({ name }) => name === "read")?.sourceInfo, all.at(-1));
		});
	}, "mine.ts");

	await host.start();

	expect(seen).toEqual([
		{ path: "builtin:read", source: "builtin", scope: "temporary", origin: "top-level" },
		{
			name: "t",
			description: "Does t",
			parameters: { type: "object", properties: {}, required: [] },
			promptGuidelines: ["Use t."],
			exposure: "deferred",
			sourceInfo: { path: "mine.ts", source: "local", scope: "temporary", origin: "top-level" },
			namespace: { name: "n" },
			annotations: { readOnlyHint: true },
			reachesTools,
		},
	]);
});
