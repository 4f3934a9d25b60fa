import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome, writeFiles } from "./support/home.ts";
import { startModel, type Answer } from "./support/model-server.ts";
import { toolNames, toolResults } from "./support/read-request.ts";
import { runTau } from "./support/run-tau.ts";

const lookup = (more: string): string => `export default (pi) => {
	pi.registerTool({ name: "lookup", label: "L", description: "Looks up", parameters: { type: "object", properties: {} },
		execute: async () => ({ content: [] }) });
	${more}
};`;

test.concurrent.each([
	["older", 1_000_000],
	["younger", 2_000_000],
])(
	"PC-01: two extensions with one tool: one line names both and the winner; a.ts being %s changes nothing",
	async (_age, time) => {
		const model = await startModel({ text: "Fine." });
		const bee = `pi.registerCommand("bee", { handler: async () => console.error("bee") });`;
		const home = createHome({ ...model, extensions: { "a.ts": lookup(""), "b.ts": lookup(bee) } });
		const [a, b] = ["a.ts", "b.ts"].map((name) => join(home.extensionsDir, name)) as [string, string];
		utimesSync(a, time, time);
		utimesSync(b, 1_500_000, 1_500_000);
		const { code, stdout, stderr } = await runTau(home, ["-p", "/bee", "hi"]);

		const [conflict = "", ...rest] = stderr.split("\n").slice(0, -1);
		expect([code, stdout, rest, model.requests.map(toolNames)]).toEqual([
			0,
			"Fine.\n",
			["bee"],
			[["read", "bash", "edit", "write", "lookup"]],
		]);
		expect(
			conflict.endsWith(`tool "lookup" of ${b} conflicts with ${a}, which was loaded first and keeps the name`),
		).toBe(true);
	},
);

test.concurrent("PC-05: an extension in an isolated layout of node_modules finds the packages beside its real place", async () => {
	const home = createHome();
	const store = join(home.home, "store/.store/ext@1/node_modules");
	writeFiles(store, {
		"ext/package.json": JSON.stringify({ name: "ext", pi: { extensions: ["index.ts"] } }),
		"ext/index.ts": `import { value } from "dep"; export default () => console.error("dep says", value);`,
		"dep/package.json": JSON.stringify({ name: "dep", type: "module", exports: "./index.js" }),
		"dep/index.js": "export const value = 42;",
	});
	const modules = join(home.home, "store/node_modules");
	mkdirSync(modules);
	symlinkSync(join(store, "ext"), join(modules, "ext"), "dir");

	expect((await runTau(home, ["--list-models", "-e", join(modules, "ext")])).stderr).toBe("dep says 42\n");
});

test.concurrent("PC-10: an extension that is found by itself and listed as a package is loaded once", async () => {
	const viking = `export default (pi) => {
		console.error("factory");
		pi.registerCommand("viking", { handler: async () => console.error(pi.getCommands().map(({ name }) => name).join()) });
	};`;
	const home = createHome({ extensions: { "v/index.ts": viking } });
	writeFiles(home.agentDir, { "settings.json": JSON.stringify({ packages: [join(home.extensionsDir, "v")] }) });

	expect(await runTau(home, ["-p", "/viking"])).toEqual({ code: 0, stdout: "", stderr: "factory\nviking\n" });
});

/** Two calls whose parts arrive mixed, the arguments of the first before its id and name. */
function mixedCalls({ send, end }: Answer): void {
	const part = (index: number, fields: object): void => send({ tool_calls: [{ index, ...fields }] });
	part(0, { function: { arguments: '{"path":' } });
	part(1, { id: "call_b", type: "function", function: { name: "read", arguments: '{"pa' } });
	part(0, { id: "call_a", type: "function", function: { name: "read", arguments: ' "a.txt"}' } });
	part(1, { function: { arguments: 'th": "b.txt"}' } });
	send({}, "tool_calls");
	end();
}

test.concurrent("PC-56: calls that arrive in pieces and out of order are run with the right ids and arguments", async () => {
	const model = await startModel({ play: mixedCalls }, { text: "Fine." });
	const home = createHome({ ...model, files: { "a.txt": "content of a", "b.txt": "content of b" } });
	const { code } = await runTau(home, ["-p", "hi"]);

	const messages = model.requests[1]?.body.messages.slice(2) ?? [];
	const calls = messages[0]?.tool_calls?.map(({ id, function: { name, arguments: args } }) => [
		id,
		name,
		JSON.parse(args),
	]);
	expect([code, calls, toolResults(model.requests[1]!)]).toEqual([
		0,
		[
			["call_a", "read", { path: "a.txt" }],
			["call_b", "read", { path: "b.txt" }],
		],
		["content of a", "content of b"],
	]);
});

test.concurrent("PC-58: a call that the output limit cut off is not run, and the model learns why and how much arrived", async () => {
	const args = '{"path": "out.txt", "content": "the first half of';
	const model = await startModel({ calls: [{ name: "write", args }], finish: "length" }, { text: "Fine." });
	const home = createHome(model);
	const { code, stdout } = await runTau(home, ["-p", "hi"]);

	const messages = model.requests[1]?.body.messages ?? [];
	const sent = messages.flatMap((message) => message.tool_calls ?? []);
	expect([code, stdout, existsSync(join(home.cwd, "out.txt"))]).toEqual([0, "Fine.\n", false]);
	expect(sent.map((call) => typeof JSON.parse(call.function.arguments))).toEqual(["object"]);
	expect(toolResults(model.requests[1]!)).toEqual([
		expect.stringMatching(new RegExp(`^Invalid arguments for tool "write": .*\\b${args.length}\\b`)),
	]);
});

test.concurrent("PC-60: a call whose invalid arguments speak of a 429 is refused once and nothing is tried again", async () => {
	const args = { path: 7, content: "429 overloaded" };
	const model = await startModel({ calls: [{ name: "edit", args }] }, { text: "Fine." });
	const home = createHome(model);
	const { code, stdout, stderr } = await runTau(home, ["-p", "hi"]);

	expect([code, stdout, stderr, model.requests.length]).toEqual([0, "Fine.\n", "", 2]);
	expect(toolResults(model.requests[1]!)).toEqual([expect.stringMatching(/edit.*edits/s)]);
});

test.concurrent("PC-89: settings that were changed by hand keep their bytes through a whole run", async () => {
	const text = '{\n\t"theme": "dark",\n\t"quietStartup": true, // no banner\n\t"steeringMode": "all",\n}\n';
	const model = await startModel({ text: "Fine." });
	const home = createHome({ ...model, settings: text });
	const { code, stderr } = await runTau(home, ["-p", "--name", "x", "hi"]);

	expect([code, stderr, readFileSync(join(home.agentDir, "settings.json"), "utf8")]).toEqual([0, "", text]);
});
