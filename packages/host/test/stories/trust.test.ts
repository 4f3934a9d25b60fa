import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { say } from "../harness.ts";
import { marker, startProject, type ProjectOptions, type TestProject } from "../harness/start-project.ts";

const PROJECT = {
	"work/.pi/extensions/project.ts": marker("project"),
	"work/.pi/prompts/greet.md": "Hello",
	"work/.pi/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF\n---\n",
	"work/.pi/SYSTEM.md": "of the project",
	"work/.agents/skills/shared/SKILL.md": "---\nname: shared\ndescription: Shared\n---\n",
	"work/.pi/settings.json": JSON.stringify({ steeringMode: "all" }),
};
const ALL = ["project", "greet", "pdf", "system", "shared", "settings"];

const PROBE = `export default (pi) => {
	pi.on("session_start", (_event, ctx) => pi.appendEntry("trusted", ctx.isProjectTrusted()));
	pi.on("session_start", () => pi.appendEntry("commands", pi.getCommands().map(({ name }) => name)));
	pi.on("session_start", () => pi.appendEntry("steering", pi.getSettings().steeringMode));
};`;

/** An extension of the user that answers as told. */
const answers = (expression: string): string =>
	`export default (pi) => { pi.on("project_trust", (event, ctx) => ${expression}); };`;

const store = (project: TestProject): unknown => {
	const file = join(project.root, "home/.pi/agent/trust.json");
	return existsSync(file) ? JSON.parse(project.strip(readFileSync(file, "utf8"))) : undefined;
};

const settings = (values: object): Record<string, string> => ({
	"home/.pi/agent/settings.json": JSON.stringify(values),
});

const begin = (options: ProjectOptions): Promise<TestProject> =>
	startProject({
		model: [say("ok")],
		...options,
		words: ["-e", "%/probe.ts", ...(options.words ?? [])],
		files: { "probe.ts": PROBE, ...options.files },
	});

/** What of the project counts in the session, and whether extensions are told that it is trusted. */
async function whatCounts(project: TestProject): Promise<{ trusted: unknown; counts: string[] }> {
	await project.prompt("hi");
	const prompt = project.requests[0]?.prompt ?? "";
	const commands = (await project.stored("commands")).flat();
	const counts = [
		...((await project.stored("marker")) as string[]),
		...(commands.includes("greet") ? ["greet"] : []),
		...(commands.includes("skill:pdf") ? ["pdf"] : []),
		...(prompt.startsWith("of the project") ? ["system"] : []),
		...(commands.includes("skill:shared") ? ["shared"] : []),
		...((await project.stored("steering")).includes("all") ? ["settings"] : []),
	];
	const [trusted] = await project.stored("trusted");
	return { trusted, counts };
}

const YES = answers(`({ trusted: "yes" })`);
const NO = answers(`({ trusted: "no" })`);
test.each<[how: string, trusted: boolean, words: string[], files: Record<string, string>]>([
	["asking nobody", false, [], {}],
	["--approve", true, ["--approve"], {}],
	["--approve over an extension's no", true, ["-a"], { "home/.pi/agent/extensions/a.ts": NO }],
	["--no-approve over an extension's yes", false, ["-na"], { "home/.pi/agent/extensions/a.ts": YES }],
	[
		"an extension's yes over the default never",
		true,
		[],
		{ "home/.pi/agent/extensions/a.ts": YES, ...settings({ defaultProjectTrust: "never" }) },
	],
	[
		"an extension's no over the default always",
		false,
		[],
		{ "home/.pi/agent/extensions/a.ts": NO, ...settings({ defaultProjectTrust: "always" }) },
	],
	["the default always", true, [], settings({ defaultProjectTrust: "always" })],
	["the default never", false, [], settings({ defaultProjectTrust: "never" })],
	[
		"a default that only the project names",
		false,
		[],
		{ "work/.pi/settings.json": JSON.stringify({ defaultProjectTrust: "always" }) },
	],
])("%s: everything of the project counts: %j (TR1, TR2, C05, TRAP99)", async (_how, trusted, words, files) => {
	const project = await begin({ files: { ...PROJECT, "work/AGENTS.md": "needs no trust", ...files }, words });

	expect(await whatCounts(project)).toEqual({ trusted, counts: trusted ? ALL : [] });
	expect([project.requests[0]?.prompt.includes("needs no trust"), project.problems, project.faults]).toEqual([
		true,
		[],
		[],
	]);
});

test.each<[nearest: string, trust: Record<string, boolean>, byDefault: string, trusted: boolean]>([
	["the folder itself", { "": false, work: true }, "never", true],
	["the folder above", { "": true }, "never", true],
	["a no below a yes", { "": true, work: false }, "always", false],
	["no folder, only one beside it", { workshop: true }, "ask", false],
])("the saved decision of %s holds (TR2)", async (_nearest, trust, byDefault, trusted) => {
	const saved = Object.entries(trust).map(([folder, decision]) => [join("%", folder), decision]);
	const project = await begin({
		files: {
			...PROJECT,
			...settings({ defaultProjectTrust: byDefault }),
			"home/.pi/agent/trust.json": `% ${JSON.stringify(Object.fromEntries(saved))}`,
		},
	});

	expect((await whatCounts(project)).trusted).toBe(trusted);
});

test("user and command-line extensions run before the project's, are asked, and then stand in the order of authority (E01, D02)", async () => {
	const trace = (name: string): string => `export default (pi) => {
		(globalThis.trustTrace ??= []).push("load ${name}");
		pi.on("project_trust", () => { globalThis.trustTrace.push("ask ${name}"); return { trusted: "${name === "user" ? "yes" : "undecided"}" }; });
		pi.on("session_start", () => { globalThis.trustTrace.push("start ${name}"); pi.appendEntry("trace", globalThis.trustTrace.slice()); });
		pi.registerTool({ name: "same", label: "s", description: "${name}", parameters: { type: "object", properties: {} }, execute: async () => ({ content: [] }) });
	};`;
	delete (globalThis as { trustTrace?: unknown }).trustTrace;
	const project = await startProject({
		files: {
			"cli.ts": trace("cli").replace("same", "other"),
			"home/.pi/agent/extensions/user.ts": trace("user"),
			"work/.pi/extensions/project.ts": trace("project"),
		},
		words: ["-e", "%/cli.ts"],
		model: [say("ok")],
	});
	await project.prompt("hi");

	expect((await project.stored("trace")).at(-1)).toEqual([
		"load cli",
		"load user",
		"ask cli",
		"ask user",
		"load project",
		"start cli",
		"start project",
		"start user",
	]);
	expect(project.requests[0]?.tools.find(({ name }) => name === "same")?.description).toBe("project");
});

test.each<[what: string, code: string, complaint: string]>([
	["throws", `{ throw new Error("broken"); }`, "broken"],
	["answers nothing", `{}`, 'project_trust handler must return { trusted: "yes" | "no" | "undecided" }'],
	["answers badly", `({ trusted: true })`, 'project_trust handler must return { trusted: "yes" | "no" | "undecided" }'],
])(
	"a handler that %s means no for this run, also under always and a saved yes (TRAP100)",
	async (_what, code, complaint) => {
		const project = await begin({
			files: {
				...PROJECT,
				...settings({ defaultProjectTrust: "always" }),
				"home/.pi/agent/extensions/a.ts": answers(code),
				"home/.pi/agent/extensions/b.ts": answers(`({ trusted: "yes", remember: true })`),
			},
		});

		expect(await whatCounts(project)).toEqual({ trusted: false, counts: [] });
		expect(
			project.faults.map(({ extensionPath, event, error }) => [project.strip(extensionPath), event, error]),
		).toEqual([["home/.pi/agent/extensions/a.ts", "project_trust", complaint]]);
		expect(store(project)).toBeUndefined();
	},
);

test("a handler that does not answer in time means no for this run (TRAP100)", async () => {
	const silent = `export default (pi) => { pi.on("project_trust", () => new Promise(() => {}), { deadlineMs: 1 }); };`;
	const project = await begin({
		files: { ...PROJECT, ...settings({ defaultProjectTrust: "always" }), "home/.pi/agent/extensions/a.ts": silent },
	});

	expect(await whatCounts(project)).toEqual({ trusted: false, counts: [] });
	expect(project.faults.map(({ error }) => error)).toEqual(["project_trust was not answered within 0.001 s"]);
});

test.each<[answer: string, remember: boolean, after: unknown]>([
	["yes", true, { "/elsewhere": null, work: true }],
	["no", true, { "/elsewhere": null, work: false }],
	["yes", false, { "/elsewhere": null }],
])("a %s with remember %j leaves %j in the file (TR3)", async (trusted, remember, after) => {
	const project = await begin({
		files: {
			...PROJECT,
			"home/.pi/agent/trust.json": `{"/elsewhere": null}`,
			"home/.pi/agent/extensions/a.ts": answers(`(${JSON.stringify({ trusted, remember })})`),
		},
	});

	expect([(await whatCounts(project)).trusted, store(project)]).toEqual([trusted === "yes", after]);
});

test("a file of decisions that cannot be read is told, means no, and keeps its bytes (TR2, TR3)", async () => {
	const files = { ...PROJECT, ...settings({ defaultProjectTrust: "always" }), "home/.pi/agent/trust.json": "{oops" };
	const project = await begin({ files });
	const trusted = (await whatCounts(project)).trusted;
	const asked = await begin({
		files: { ...files, "home/.pi/agent/extensions/a.ts": answers(`({ trusted: "yes", remember: true })`) },
	});

	expect([trusted, project.problems.map((text) => text.split(":", 2).join(":"))]).toEqual([
		false,
		["warning: saved trust decisions are ignored"],
	]);
	expect([(await whatCounts(asked)).trusted, asked.problems.map((text) => text.split(":", 2).join(":"))]).toEqual([
		true,
		["warning: the decision was not saved"],
	]);
	expect(readFileSync(join(asked.root, "home/.pi/agent/trust.json"), "utf8")).toBe("{oops");
});

test("the context of the question has the folder, the mode and four ways to speak, and nobody to ask (E01, TRAP101)", async () => {
	const ask = `export default (pi) => { pi.on("project_trust", async (event, ctx) => {
		globalThis.trustQuestion = [event, { ...ctx, ui: Object.keys(ctx.ui) }, await ctx.ui.confirm("a", "b"), await ctx.ui.select("a", ["x"])];
		return { trusted: "undecided" };
	}); };`;
	const project = await begin({ files: { ...PROJECT, "home/.pi/agent/extensions/a.ts": ask } });
	await project.start();

	const cwd = join(project.root, "work");
	expect((globalThis as { trustQuestion?: unknown }).trustQuestion).toEqual([
		{ type: "project_trust", cwd },
		{ cwd, mode: "print", hasUI: false, ui: ["select", "confirm", "input", "notify"] },
		false,
		undefined,
	]);
});

test("with a user at hand the question is asked last, and the answer can be kept (TR2, TR3)", async () => {
	const asked: string[] = [];
	const select = async (title: string, choices: string[]): Promise<string | undefined> => {
		asked.push(title, ...choices);
		return "Trust and remember";
	};
	const ui = { select, confirm: async () => false, input: async () => undefined, notify: () => {} };
	const project = await begin({ files: PROJECT, asker: { mode: "tui", hasUI: true, ui } });

	expect([(await whatCounts(project)).trusted, store(project), asked.map(project.strip)]).toEqual([
		true,
		{ work: true },
		[
			`Trust the settings, extensions and other files of this project?\n${project.root}/work`,
			"Trust and remember",
			"Trust for this run",
			"Do not trust for this run",
			"Do not trust and remember",
		].map(project.strip),
	]);
});

test.each<[what: string, files: Record<string, string>, asked: boolean]>([
	["nothing", {}, false],
	["a bare configuration folder", { "work/.pi/notes.txt": "" }, false],
	["only context files", { "work/AGENTS.md": "x" }, false],
	["shared skills of the home folder", { "home/.agents/skills/a/SKILL.md": "" }, false],
	["shared skills of a folder above", { ".agents/skills/a/SKILL.md": "" }, true],
	...["settings.json", "mcp.json", "extensions/a.ts", "skills/a/SKILL.md", "prompts/a.md", "themes/a.json"].map(
		(name): [string, Record<string, string>, boolean] => [name, { [`work/.pi/${name}`]: "{}" }, true],
	),
	["SYSTEM.md", { "work/.pi/SYSTEM.md": "x" }, true],
	["APPEND_SYSTEM.md", { "work/.pi/APPEND_SYSTEM.md": "x" }, true],
	["a related host's folder", { "work/.grip/prompts/a.md": "x" }, true],
])("a project with %s is asked about or counts as trusted (TR1)", async (_what, files, asked) => {
	const ask = answers(`(globalThis.trustAsked = true, { trusted: "no" })`);
	delete (globalThis as { trustAsked?: unknown }).trustAsked;
	const project = await begin({ files: { "home/.pi/agent/extensions/a.ts": ask, ...files } });

	expect([(await whatCounts(project)).trusted, "trustAsked" in globalThis]).toEqual([!asked, asked]);
});

test("nothing of an untrusted project is opened: neither pipes that never answer nor broken files are noticed (TR1, PC-93)", async () => {
	const project = await begin({
		files: {
			...PROJECT,
			"work/.pi/settings.json": "| fifo",
			"work/.pi/SYSTEM.md": "| fifo",
			"work/.pi/extensions/project.ts": "this is no code",
			"work/.pi/mcp.json": "{broken",
		},
	});

	expect([await whatCounts(project), project.problems]).toEqual([{ trusted: false, counts: [] }, []]);
});

test.each<[words: string[], folder: string]>([
	[[], "home/.pi/agent/sessions"],
	[["--approve"], "elsewhere"],
])("with %j sessions are stored below %s (TR4, PC-93)", async (words, folder) => {
	const project = await startProject({
		files: { "work/.pi/settings.json": JSON.stringify({ sessionDir: "../elsewhere" }) },
		words,
		model: [say("ok")],
	});
	await project.prompt("hi");

	const file = (await project.start()).session.getSessionFile() ?? "";
	expect(project.strip(file).startsWith(`${folder}/`)).toBe(true);
});

test("a decision holds for the process: a reload does not ask again (E01)", async () => {
	const count = answers(`(globalThis.trustCount = (globalThis.trustCount ?? 0) + 1, { trusted: "yes" })`);
	delete (globalThis as { trustCount?: unknown }).trustCount;
	const project = await begin({
		files: {
			...PROJECT,
			"home/.pi/agent/extensions/a.ts": count,
			"reload.ts": `export default (pi) => pi.registerCommand("again", { handler: (_args, ctx) => ctx.reload() });`,
		},
		words: ["-e", "%/reload.ts"],
	});
	await project.prompt("/again");

	expect([(globalThis as { trustCount?: unknown }).trustCount, await project.stored("trusted")]).toEqual([
		1,
		[true, true],
	]);
});

test("what a project's settings switch off of the user's packages is gone again after a yes (P04, E01)", async () => {
	const project = await begin({
		files: {
			"pack/package.json": JSON.stringify({ pi: { extensions: ["./one.ts", "./two.ts"] } }),
			"pack/one.ts": marker("one"),
			"pack/two.ts": marker("two"),
			...settings({ packages: ["../../../pack"], defaultProjectTrust: "always" }),
			"work/.pi/settings.json": JSON.stringify({ packages: [{ source: "../../pack", extensions: ["two.ts"] }] }),
		},
	});
	await project.start();

	expect(await project.stored("marker")).toEqual(["two"]);
});
