import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome, type Home } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { toolResults } from "./support/read-request.ts";
import { runTau } from "./support/run-tau.ts";

const GOOD = `export default (pi) => pi.registerCommand("good", { handler: async () => console.error("the good one works") });`;

const linesOf = (stderr: string): string[] => stderr.split("\n").slice(0, -1);

/** What every report of a broken extension begins with. */
const named = (home: Home, file: string): string => `error: ${join(home.extensionsDir, file)}`;

interface Case {
	readonly what: string;
	readonly code: string;
	/** Line and column, where the place is known. */
	readonly place: string;
	readonly reason: RegExp;
}

const broken: Case[] = [
	{
		what: "PC-03: a quote too many",
		code: 'export default (pi: unknown) => {\n\tconst text = "an "unescaped" quote";\n};\n',
		place: ":2:20: ",
		reason: /Expected/,
	},
	{
		what: "L06: a default export that is no function",
		code: "export default 42;",
		place: ": ",
		reason: /does not export a valid factory function$/,
	},
	{
		what: "L06: no default export",
		code: "export const name = 1;",
		place: ": ",
		reason: /does not export a valid factory function$/,
	},
	{
		what: "a package that is not installed",
		code: 'import type { A } from "a";\nimport leftPad from "left-pad";\nexport default leftPad;\n',
		place: ":2:21: ",
		reason: /Cannot find module "left-pad"/,
	},
	{
		what: "a file that is not there",
		code: '\nimport { x } from "./x.ts";\nexport default x;\n',
		place: ":2:19: ",
		reason: /Cannot find module "\.\/x\.ts"/,
	},
	{
		what: "L07: a factory that throws",
		code: '\nexport default () => {\n\tthrow new Error("kaputt");\n};\n',
		place: ": ",
		reason: /failed to load: kaputt \(.*broken\.ts:3\)$/,
	},
	{
		what: "L07: a factory that rejects",
		code: 'export default async () => {\n\tawait null;\n\tthrow "only words";\n};\n',
		place: ": ",
		reason: /failed to load: only words$/,
	},
	{
		what: "a module that throws while it is imported",
		code: '\n\nthrow new TypeError("at once");\nexport default () => {};\n',
		place: ":3:",
		reason: /at once/,
	},
];

test.concurrent.each(broken)(
	"$what is one line with file and reason; the others work (B3)",
	async ({ code, place, reason }) => {
		const model = await startModel({ text: "Fine." });
		const home = createHome({
			...model,
			extensions: { "a.js": GOOD, "broken.ts": code, "z.js": GOOD.replaceAll("good", "other") },
		});
		const outcome = await runTau(home, ["-p", "/good", "/other", "hi"]);

		const [first = "", ...rest] = linesOf(outcome.stderr);
		const start = named(home, "broken.ts") + place;
		expect([outcome.code, outcome.stdout, first.slice(0, start.length), rest]).toEqual([
			0,
			"Fine.\n",
			start,
			["the good one works", "the other one works"],
		]);
		expect(first).toMatch(reason);
	},
);

test.concurrent("--strict-extensions refuses to start over the same, says how to start, and asks nothing (L08, B3, PC-03)", async () => {
	const model = await startModel();
	const home = createHome({ ...model, extensions: { "a.js": GOOD, "b.ts": "export default 42;" } });
	const { code, stdout, stderr } = await runTau(home, ["-p", "--strict-extensions", "hi"]);

	expect([code, stdout, linesOf(stderr), model.requests]).toEqual([
		1,
		"",
		[
			expect.stringMatching(/b\.ts: .*does not export a valid factory function$/),
			"An extension could not be loaded and --strict-extensions is set; start without extensions: tau --no-extensions",
		],
		[],
	]);
	expect(
		(await runTau(createHome({ extensions: { "a.js": GOOD } }), ["-p", "--strict-extensions", "/good"])).code,
	).toBe(0);
});

test.concurrent("the first of two extensions keeps a flag; --strict-extensions refuses both (B4, B5)", async () => {
	const model = await startModel({ text: "Fine." });
	const flag = (text: string): string => `export default (pi) => {
		pi.registerFlag("tone", { type: "string", default: "${text}" });
		pi.on("session_start", () => console.error("${text} hears", pi.getFlag("tone")));
	};`;
	const home = createHome({ ...model, extensions: { "a.js": flag("flat"), "b.js": flag("sharp") } });
	const loose = await runTau(home, ["-p", "--tone", "low", "hi"]);
	const strict = await runTau(home, ["-p", "--tone", "low", "--strict-extensions", "hi"]);

	const [a, b] = ["a.js", "b.js"].map((name) => join(home.extensionsDir, name));
	const conflict = expect.stringMatching(new RegExp(`^error: ${b}: .*flag .*tone.*${a}.* loaded first`));
	expect([loose.code, loose.stdout, linesOf(loose.stderr), strict.code, linesOf(strict.stderr)]).toEqual([
		0,
		"Fine.\n",
		[conflict, "flat hears low", "sharp hears low"],
		1,
		[conflict, expect.stringContaining("--strict-extensions is set")],
	]);
});

test.concurrent("declaration files beside extensions are not loaded (TRAP10)", async () => {
	const model = await startModel({ text: "Fine." });
	const home = createHome({ ...model, extensions: { "types.d.ts": "export default 42;", "a.js": GOOD } });

	expect(await runTau(home, ["-p", "/good", "hi"])).toEqual({
		code: 0,
		stdout: "Fine.\n",
		stderr: "the good one works\n",
	});
});

/** Every event, but the gate: a failing gate means no. */
const EVENTS =
	"project_trust resources_discover mcp_servers_change session_start session_info_changed session_before_switch session_before_fork session_before_compact session_compact session_compact_failed session_before_tree session_tree session_shutdown before_agent_start agent_start agent_end agent_before_settle agent_settled ui_prompt_start ui_prompt_end turn_start turn_end message_start message_update message_end tool_execution_start tool_execution_update tool_execution_end context context_with_system before_provider_headers before_provider_request after_provider_response provider_stream_event cache_warming_decision model_select thinking_level_select tool_result user_bash input".split(
		" ",
	);

/** What a run in print mode with one tool call and a name tells at least. */
const TOLD =
	"resources_discover session_start session_info_changed session_shutdown before_agent_start agent_start agent_end agent_before_settle agent_settled turn_start turn_end message_start message_update message_end tool_execution_start tool_execution_end context context_with_system before_provider_headers before_provider_request after_provider_response provider_stream_event tool_result input".split(
		" ",
	);

test.concurrent("an extension that throws in every handler and in its tool stops nothing; each failure is one line with its name", async () => {
	const model = await startModel({ calls: [{ name: "explode" }] }, { text: "Fine." });
	const home = createHome({
		...model,
		extensions: {
			"thrower.js": `import { appendFileSync } from "node:fs";
				export default (pi) => {
					for (const name of ${JSON.stringify(EVENTS)}) pi.on(name, () => {
						appendFileSync("told", name + "\\n");
						throw new Error("no to " + name);
					});
					pi.registerTool({ name: "explode", label: "E", description: "Explodes", parameters: { type: "object", properties: {} },
						execute: async () => { throw new Error("exploded"); } });
				};`,
		},
	});
	const { code, stdout, stderr } = await runTau(home, ["-p", "--name", "loud", "hi"]);

	const told = readFileSync(join(home.cwd, "told"), "utf8").trimEnd().split("\n");
	const path = join(home.extensionsDir, "thrower.js");
	expect([
		code,
		stdout,
		linesOf(stderr),
		TOLD.filter((name) => !told.includes(name)),
		toolResults(model.requests[1]!),
	]).toEqual([0, "Fine.\n", told.map((name) => `Extension error (${path}): no to ${name}`), [], ["exploded"]]);
});

test.concurrent("a gate that throws refuses the call, is named to model and user, and the answer still comes", async () => {
	const model = await startModel({ calls: [{ name: "bash", args: { command: "touch ran" } }] }, { text: "Fine." });
	const home = createHome({
		...model,
		extensions: { "gate.js": `export default (pi) => pi.on("tool_call", () => { throw new Error("jammed"); });` },
	});
	const outcome = await runTau(home, ["-p", "hi"]);

	const path = join(home.extensionsDir, "gate.js");
	expect([outcome, toolResults(model.requests[1]!)]).toEqual([
		{ code: 0, stdout: "Fine.\n", stderr: `Extension error (${path}): jammed\n` },
		[`${path}: jammed`],
	]);
});

test.concurrent.each([
	["a promise nobody waits for", `void Promise.reject(new Error("let go")); done();`],
	["a timer", `setTimeout(() => { done(); throw new Error("let go"); }, 0);`],
])("%s: what an extension lets fail behind everybody's back is named and ends nothing", async (_what, code) => {
	const model = await startModel({ text: "Fine." });
	const loose = `const fail = (done) => { ${code} };
		fail(() => {});
		export default (pi) => pi.on("agent_start", () => new Promise(fail));`;
	const home = createHome({ ...model, extensions: { "loose.js": loose } });
	const outcome = await runTau(home, ["-p", "hi"]);

	const line = `Extension error (${join(home.extensionsDir, "loose.js")}): let go (nobody handled it, line 1)\n`;
	expect(outcome).toEqual({ code: 0, stdout: "Fine.\n", stderr: line + line });
});
