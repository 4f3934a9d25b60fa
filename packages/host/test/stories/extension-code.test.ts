import * as agent from "@tau/agent";
import * as ai from "@tau/ai";
import * as host from "@tau/host";
import * as tui from "@tau/tui";
import * as typebox from "typebox";
import { expect, test } from "vitest";
import { createHostModules } from "../../src/extensions/load/host-modules.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { startProject } from "../harness/start-project.ts";

/** What an extension of a test leaves for it to look at. */
const left = globalThis as { left?: unknown };

test("an extension is a TypeScript file that exports a factory, without a build step (L01)", async () => {
	const host = await startTestHost({ model: [callTool("shout", { text: "hi" }), say("done")] });
	host.extensionFile(`
		import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
		import { Type, type Static } from "typebox";

		enum Mark { Loud = "!" }
		const Parameters = Type.Object({ text: Type.String() });
		class Shout {
			constructor(private readonly mark: Mark) {}
			say<T extends string>(text: T): string { return (text as string).toUpperCase() + this.mark; }
		}

		export default async function (pi: ExtensionAPI): Promise<void> {
			pi.registerTool({
				name: "shout", label: "Shout", description: "Shouts", parameters: Parameters,
				async execute(_id, params: Static<typeof Parameters>) {
					return { content: [{ type: "text" as const, text: new Shout(Mark.Loud).say(params.text) }], details: {} };
				},
			});
		}
	`);

	await host.prompt("shout");

	expect([host.problems, host.transcript()]).toEqual([[], ["user: shout", "shout: HI!", "assistant: done"]]);
});

test("a plain JavaScript file is an extension too (L01)", async () => {
	const host = await startTestHost({ model: [] });
	host.extensionFile('module.exports = (pi) => { pi.on("session_start", () => pi.appendEntry("here")); };', "plain.js");

	await host.start();

	expect([host.problems, host.entries("custom").length]).toEqual([[], 1]);
});

const SERVED: Record<string, object> = {
	"@earendil-works/pi-coding-agent": host,
	"@earendil-works/pi-agent-core": agent,
	"@earendil-works/pi-tui": tui,
	"@earendil-works/pi-ai": ai,
	"@earendil-works/pi-ai/compat": ai,
	"@earendil-works/pi-ai/models": ai,
	"@earendil-works/pi-ai/oauth": ai,
	"@earendil-works/pi-ai/providers/all": ai,
	"@mariozechner/pi-coding-agent": host,
	"@mariozechner/pi-agent-core": agent,
	"@mariozechner/pi-tui": tui,
	"@mariozechner/pi-ai": ai,
	"@greppleai/grip": host,
	"@greppleai/grip-agent-core": agent,
	"@greppleai/grip-tui": tui,
	"@greppleai/grip-ai": ai,
	typebox,
	"@sinclair/typebox": typebox,
};

test.each(Object.entries(SERVED))("%s is the host's own copy, whole (L02)", async (name, copy) => {
	const host = await startTestHost({ model: [] });
	host.extensionFile(`import * as served from ${JSON.stringify(name)};
		globalThis.left = served;
		export default () => {};`);

	await host.start();

	const served = left.left as Record<string, unknown>;
	const strange = Object.entries(copy).filter(([key, value]) => served[key] !== value);
	expect([host.problems, strange.map(([key]) => key)]).toEqual([[], []]);
});

test("an extension runs an agent of its own beside the session, on the models of the host (Q05)", async () => {
	const host = await startTestHost({ model: [] });
	host.extensionFile(`import { Agent } from "@earendil-works/pi-agent-core";
		import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";
		const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: {} };
		function streamFn(model, { messages }) {
			const stream = createAssistantMessageEventStream();
			const content = [{ type: "text", text: "heard " + messages.map(({ role }) => role).join() }];
			const { api, provider, id } = model;
			const message = { role: "assistant", content, api, provider, model: id, usage, stopReason: "stop", timestamp: 0 };
			stream.push({ type: "done", reason: "stop", message });
			return stream;
		}
		export default (pi) => pi.on("session_start", async () => {
			const agent = new Agent({ streamFn, initialState: { systemPrompt: "Be brief." } });
			await agent.prompt("hi");
			const withoutStreamFn = new Agent({});
			globalThis.left = [agent.state.messages.at(-1).content[0].text, typeof withoutStreamFn.streamFunction];
		});`);

	await host.start();

	expect([host.problems, host.faults, left.left]).toEqual([[], [], ["heard system,user", "function"]]);
});

test("extensions import from these modules (L02)", () => {
	const prefixes = ["@earendil-works/pi-", "@mariozechner/pi-", "@greppleai/grip-"];
	const packages = prefixes.flatMap((prefix) => {
		const host = prefix.startsWith("@greppleai") ? "@greppleai/grip" : `${prefix}coding-agent`;
		return [host, `${prefix}agent-core`, `${prefix}tui`, `${prefix}ai`];
	});
	const aiPaths = prefixes.flatMap((prefix) =>
		["compat", "models", "oauth", "providers/all"].map((path) => `${prefix}ai/${path}`),
	);
	const typeboxes = ["typebox", "typebox/value", "typebox/compile"];
	const olderTypeboxes = ["@sinclair/typebox", "@sinclair/typebox/value", "@sinclair/typebox/compiler"];
	const manifests = packages.map((name) => `${name}/package.json`);

	expect(Object.keys(createHostModules()).sort()).toEqual(
		[...packages, ...aiPaths, ...typeboxes, ...olderTypeboxes, ...manifests].sort(),
	);
});

test.each([
	["@earendil-works/pi-ai", ["Type"]],
	["typebox", ["Type", "default"]],
	["typebox/value", ["Value", "Check", "Errors"]],
	["typebox/compile", ["Compile"]],
	["@sinclair/typebox", ["Type"]],
	["@sinclair/typebox/value", ["Value"]],
])("%s has the names of TypeBox that published extensions import (L02, L03)", async (name, wanted) => {
	const served = (await createHostModules()[name]?.()) ?? {};

	expect(wanted.filter((key) => !(key in served))).toEqual([]);
});

test("an object of the host is an instance of the class an extension imports, under each name (L02)", async () => {
	const host = await startTestHost({ model: [] });
	host.extensionFile(`
		import { SessionManager } from "@earendil-works/pi-coding-agent";
		import { SessionManager as Older } from "@mariozechner/pi-coding-agent";
		import { Compile } from "typebox/compile";
		import { Value } from "@sinclair/typebox/value";
		import { Type } from "typebox";
		export default (pi) => {
			pi.on("session_start", () => pi.appendEntry("same", [
				SessionManager.inMemory() instanceof Older,
				Compile(Type.String()).Check("x"),
				Value.Check(Type.Number(), "x"),
			]));
		};
	`);

	await host.start();

	expect([host.problems, host.stored("same")]).toEqual([[], [[true, true, false]]]);
});

test("inside the host pi-ai also shows TypeBox's Type, and StringEnum fits into it (L03)", async () => {
	const host = await startTestHost({ model: [callTool("paint", { colour: "green" }), say("done")] });
	host.extensionFile(`
		import { StringEnum, Type, type Static, type TSchema } from "@earendil-works/pi-ai";
		const parameters = Type.Object({ colour: StringEnum(["red", "blue"], { description: "Which" }) });
		type Input = Static<typeof parameters>;
		export default (pi) => pi.registerTool({
			name: "paint", label: "Paint", description: "Paints", parameters: parameters as TSchema,
			execute: async (_id, { colour }: Input) => ({ content: [{ type: "text", text: colour }], details: {} }),
		});
	`);

	await host.prompt("paint");

	expect(host.requests[0]?.tools.at(-1)).toEqual({
		name: "paint",
		description: "Paints",
		parameters: {
			type: "object",
			required: ["colour"],
			properties: { colour: { type: "string", enum: ["red", "blue"], description: "Which" } },
		},
	});
	expect(host.transcript()[1]).toMatch(/colour: expected one of \["red","blue"\]/);
});

test("packages beside or above an extension and Node's own modules can be imported (L04)", async () => {
	const host = await startTestHost({
		model: [],
		files: {
			"node_modules/upper/package.json": JSON.stringify({ name: "upper", version: "1.2.3", main: "main.js" }),
			"node_modules/upper/main.js": 'exports.from = "the folder above";',
			"nested/package.json": JSON.stringify({ name: "nested", dependencies: { near: "*" } }),
			"nested/node_modules/near/package.json": JSON.stringify({ name: "near", type: "module", exports: "./index.js" }),
			"nested/node_modules/near/index.js": 'export const from = "its own folder";',
		},
	});
	host.extensionFile(
		`import { from as near } from "near";
		import upper from "upper";
		import { basename } from "node:path";
		import { EOL } from "os";
		export default (pi) => {
			pi.on("session_start", () => pi.appendEntry("from", [near, upper.from, basename("/a/b.ts"), EOL]));
		};`,
		"nested/index.ts",
	);

	await host.start();

	expect([host.problems, host.stored("from")]).toEqual([[], [["its own folder", "the folder above", "b.ts", "\n"]]]);
});

test("factories run one after another and are awaited before the session starts (L05)", async () => {
	const host = await startTestHost({ model: [] });
	const log: string[] = [];
	host.extension(async (pi) => {
		log.push("first begins");
		for (let turn = 0; turn < 5; turn++) await Promise.resolve();
		log.push("first ends");
		pi.on("session_start", () => void log.push("session_start of the first"));
	});
	host.extension((pi) => {
		log.push("second");
		pi.on("session_start", () => void log.push("session_start of the second"));
		pi.on("resources_discover", () => void log.push("resources_discover"));
	});

	await host.start();

	expect(log).toEqual([
		"first begins",
		"first ends",
		"second",
		"session_start of the first",
		"session_start of the second",
		"resources_discover",
	]);
});

const counting = (what: string): string => `
	let calls = 0;
	export default (pi) => {
		const factory = ++calls;
		pi.on("session_start", ({ reason }) => pi.appendEntry("seen", [reason, ${JSON.stringify(what)} + factory]));
		pi.registerCommand("new", { handler: async (args, ctx) => void await ctx.newSession() });
		pi.registerCommand("reload", { handler: (args, ctx) => ctx.reload() });
	};`;

test("another session runs the factory again and keeps the module's state; a reload makes it fresh (L12, TRAP6)", async () => {
	const project = await startProject({
		files: { "counting.ts": counting("old ") },
		words: ["-e", "%/counting.ts"],
		model: [],
	});

	const seen = [await project.stored("seen")];
	await project.prompt("/new");
	seen.push(await project.stored("seen"));
	await project.prompt("/reload");
	seen.push(await project.stored("seen"));

	expect([seen, project.faults, project.problems]).toEqual([
		[
			[["startup", "old 1"]],
			[["new", "old 2"]],
			[
				["new", "old 2"],
				["reload", "old 1"],
			],
		],
		[],
		[],
	]);
});

test("an edited file counts after a reload, not in another session (L12, TRAP7)", async () => {
	const project = await startProject({
		files: { "counting.ts": counting("old ") },
		words: ["-e", "%/counting.ts"],
		model: [],
	});

	await project.start();
	project.write("counting.ts", counting("new "));
	await project.prompt("/new");
	await project.prompt("/reload");

	expect([await project.stored("seen"), project.faults]).toEqual([
		[
			["new", "old 2"],
			["reload", "new 1"],
		],
		[],
	]);
});
