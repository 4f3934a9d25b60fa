import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../src/extension-api/extension-api.ts";
import { callTool, say, startTestHost, type TestHost } from "../harness.ts";
import { startProject } from "../harness/start-project.ts";
import { textTool } from "../harness/text-tool.ts";

const NOT_YET = "Extension runtime not initialized. Action methods cannot be called during extension loading.";

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

test("while its factory runs an extension registers, hears the bus and reads defaults, but cannot act (L09)", async () => {
	const host = await startTestHost({ model: [], flags: { level: "high" } });
	const acts: unknown[] = [];
	host.extension((pi) => {
		pi.registerFlag("level", { type: "string", default: "low" });
		pi.registerCommand("c", { handler: () => {} });
		pi.registerTool(textTool("t"));
		pi.events.on("greeting", (data) => acts.push(data));
		pi.events.emit("greeting", "hello");
		acts.push(pi.getFlag("level"));
		acts.push(
			attempt(() => pi.sendMessage({ customType: "x", content: "x", display: true })),
			attempt(() => pi.sendUserMessage("x")),
			attempt(() => pi.appendEntry("x")),
			attempt(() => pi.setSessionName("x")),
			attempt(() => pi.getActiveTools()),
			attempt(() => pi.setActiveTools([])),
			attempt(() => pi.getCommands()),
			attempt(() => pi.getSettings()),
			attempt(() => pi.setThinkingLevel("low")),
		);
	});

	await host.start();

	expect([acts, host.problems, host.faults]).toEqual([["hello", "low", ...Array(9).fill(NOT_YET)], [], []]);
});

test("an action works as soon as a session is bound, with the handle that was refused before (L13)", async () => {
	const host = await startTestHost({ model: [] });
	const seen: unknown[] = [];
	let captured: ExtensionAPI | undefined;
	host.extension((pi) => void (captured = pi));
	host.extension(() => void seen.push(attempt(() => captured?.getSessionName())));
	host.extension((pi) => void pi.on("session_start", () => captured?.setSessionName("bound")));

	await host.start();

	expect([seen, captured?.getSessionName()]).toEqual([[NOT_YET], "bound"]);
});

test("what extensions contribute keeps where it came from (L11)", async () => {
	const folder = "home/.pi/agent/extensions";
	const source = (name: string): string => `export default (pi) => {
		pi.registerCommand(${JSON.stringify(name)}, { handler: () => {} });
		pi.registerTool({
			name: "tool-${name}", label: "t", description: "t", parameters: { type: "object", properties: {} },
			execute: async () => ({ content: [], details: {} }),
		});
		pi.on("session_start", () => pi.appendEntry("known", [
			...pi.getCommands(), ...pi.getAllTools().filter(({ name }) => name.startsWith("tool-")),
		].map(({ name, sourceInfo }) => [name, sourceInfo.path, sourceInfo.scope, sourceInfo.origin])));
	};`;
	const project = await startProject({
		files: { [`${folder}/a.ts`]: source("a"), "given.ts": source("given") },
		words: ["-e", "%/given.ts"],
		model: [],
	});

	const [known] = await project.stored("known");
	expect(JSON.parse(project.strip(JSON.stringify(known)))).toEqual([
		["given", "given.ts", "temporary", "top-level"],
		["a", `${folder}/a.ts`, "user", "top-level"],
		["tool-given", "given.ts", "temporary", "top-level"],
		["tool-a", `${folder}/a.ts`, "user", "top-level"],
	]);
});

test("of two extensions with one tool the first keeps the name, and the rest of the second works (L16)", async () => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	host.extension((pi) => pi.registerTool(textTool("t", { run: () => "of the first" })), "first.ts");
	host.extension((pi) => {
		pi.registerTool(textTool("t", { run: () => "of the second" }));
		pi.registerTool(textTool("other"));
	}, "second.ts");

	await host.prompt("go");

	expect([host.transcript()[1], toolNames(host, 0).slice(4), host.problems]).toEqual([
		"t: of the first",
		["t", "other"],
		['tool "t" of second.ts conflicts with first.ts, which was loaded first and keeps the name'],
	]);
});

test("an extension that registers a tool or command twice replaces its own (L16, TRAP3)", async () => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	host.extension((pi) => {
		pi.registerTool(textTool("t", { run: () => "one" }));
		pi.registerTool(textTool("t", { run: () => "two" }));
		pi.registerCommand("c", { handler: () => pi.appendEntry("ran", "one") });
		pi.registerCommand("c", { handler: () => pi.appendEntry("ran", "two") });
	});

	await host.prompt("go");
	await host.prompt("/c");

	expect([host.transcript()[1], host.stored("ran"), host.problems]).toEqual(["t: two", ["two"], []]);
});

test("a tool of another extension's name that comes late changes nothing (L16, TRAP5)", async () => {
	const host = await startTestHost({ model: [callTool("t"), say("done")] });
	host.extension((pi) => pi.registerTool(textTool("t", { run: () => "first" })));
	host.extension((pi) => {
		pi.on("session_start", () => pi.registerTool(textTool("t", { run: () => "late", promptSnippet: "late" })));
	});

	await host.prompt("go");

	expect([host.transcript()[1], host.requests[0]?.prompt.includes("late"), host.faults]).toEqual([
		"t: first",
		false,
		[],
	]);
});

test("a built-in tool is overridden without a warning (L16)", async () => {
	const host = await startTestHost({ model: [callTool("read", { path: "x" }), say("done")] });
	host.extension((pi) => pi.registerTool(textTool("read", { properties: { path: {} }, run: () => "mine" })));

	await host.prompt("go");

	expect([host.transcript()[1], toolNames(host, 0), host.problems, host.faults]).toEqual([
		"read: mine",
		["read", "bash", "edit", "write"],
		[],
		[],
	]);
});

test("of two extensions with one flag the first gives its default, and the second is told (L19)", async () => {
	const host = await startTestHost({ model: [] });
	const seen: unknown[] = [];
	host.extension((pi) => pi.registerFlag("f", { type: "string", default: "one" }), "first.ts");
	host.extension((pi) => {
		pi.registerFlag("f", { type: "string", default: "two" });
		pi.on("session_start", () => void seen.push(pi.getFlag("f")));
	}, "second.ts");

	await host.start();

	expect([seen, host.problems]).toEqual([
		["one"],
		['flag "f" of second.ts conflicts with first.ts, which was loaded first and keeps the name'],
	]);
});

test("a later provider of one name replaces the earlier, and who unregisters it removes it whoever brought it (L19)", async () => {
	const host = await startTestHost({ model: [] });
	const seen: unknown[] = [];
	const provider = (id: string) => ({
		baseUrl: "http://127.0.0.1:9",
		api: "openai-completions",
		apiKey: "k",
		models: [{ id }],
	});
	host.extension((pi) => void pi.on("session_start", () => pi.registerProvider("p", provider("one"))));
	host.extension((pi) => {
		pi.on("session_start", (_event, { modelRegistry }) => {
			const ids = (): string[] =>
				modelRegistry.getAll().flatMap(({ provider: name, id }) => (name === "p" ? [id] : []));
			seen.push(ids());
			pi.registerProvider("p", provider("two"));
			seen.push(ids());
			pi.unregisterProvider("p");
			pi.unregisterProvider("nobody's");
			seen.push(ids());
		});
	});

	await host.start();

	expect([seen, host.faults]).toEqual([[["one"], ["two"], []], []]);
});

test("unregistering a provider brings back what was there before it (API21)", async () => {
	const model = { id: "m" };
	const known = { baseUrl: "http://127.0.0.1:9/known", api: "openai-completions", apiKey: "k", models: [model] };
	const project = await startProject({
		files: {
			"home/.pi/agent/models.json": JSON.stringify({ providers: { known } }),
			"swap.ts": `export default (pi) => {
				const own = { baseUrl: "http://127.0.0.1:9/own", api: "openai-completions", apiKey: "k", models: [{ id: "n" }] };
				pi.registerProvider("known", { baseUrl: "http://127.0.0.1:9/moved" });
				pi.registerProvider("own", own);
				pi.on("session_start", (_event, { modelRegistry }) => {
					const look = () => pi.appendEntry("seen", [
						modelRegistry.find("known", "m")?.baseUrl,
						modelRegistry.find("own", "n")?.id ?? "gone",
					]);
					look();
					pi.unregisterProvider("known");
					pi.unregisterProvider("own");
					look();
				});
			};`,
		},
		words: ["-e", "%/swap.ts"],
		model: [],
	});

	expect([await project.stored("seen"), project.faults]).toEqual([
		[
			["http://127.0.0.1:9/moved", "n"],
			["http://127.0.0.1:9/known", "gone"],
		],
		[],
	]);
});

test("unsubscribing inside the handler lets it run once (API01)", async () => {
	const host = await startTestHost({ model: [say("a"), say("b")] });
	const heard: string[] = [];
	host.extension((pi) => {
		const off = pi.on("turn_end", () => {
			heard.push("once");
			off();
		});
		pi.on("turn_end", () => void heard.push("always"));
	});

	await host.prompt("one");
	await host.prompt("two");

	expect(heard).toEqual(["once", "always", "always"]);
});

test("the settings an extension gets are a copy of its own (API24)", async () => {
	const host = await startTestHost({ model: [], settings: { retry: { maxRetries: 5 }, defaultTools: ["+grep"] } });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.on("session_start", () => {
			const first = pi.getSettings();
			first.retry = { maxRetries: 0 };
			first.defaultTools?.push("-bash");
			seen.push(pi.getSettings());
		});
	});

	await host.start();

	expect(seen).toEqual([{ retry: { maxRetries: 5 }, defaultTools: ["+grep"] }]);
});

test("a flag has its default in the factory and its value from the start of the session (TRAP8, TRAP9)", async () => {
	const project = await startProject({
		files: {
			"flags.ts": `export default (pi) => {
				pi.registerFlag("word", { type: "string", default: "d" });
				pi.registerFlag("off", { type: "boolean", default: false });
				const early = [pi.getFlag("word"), pi.getFlag("off")];
				pi.on("session_start", () => pi.appendEntry("flags", [early, [pi.getFlag("word"), pi.getFlag("off")]]));
			};`,
		},
		words: ["-e", "%/flags.ts", "--word", "v", "--off=false"],
		model: [],
	});

	expect(await project.stored("flags")).toEqual([
		[
			["d", false],
			["v", true],
		],
	]);
});
