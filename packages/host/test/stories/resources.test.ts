import { expect, test } from "vitest";
import { say } from "../harness.ts";
import { startProject, type TestProject } from "../harness/start-project.ts";

/** The text the model got for what was typed last. */
const sent = (project: TestProject): string => JSON.stringify(project.requests.at(-1)?.messages.at(-1));

const BRINGS = `export default (pi) => {
	pi.on("resources_discover", () => ({ rulePaths: ["../extra/rules"], promptPaths: ["../extra/more.md"], skillPaths: ["../extra/deep"] }));
	pi.registerCommand("list", { handler: () => pi.appendEntry("commands", pi.getCommands().map(({ name }) => name)) });
	pi.registerCommand("again", { handler: (_args, ctx) => ctx.reload() });
};`;

const EXTRA = {
	"extra/rules/tidy.md": "---\ndescription: Keep it tidy\n---\nLeave no mess.\n",
	"extra/more.md": "More of $1",
	"extra/deep/SKILL.md": "---\nname: deep\ndescription: Goes deep\n---\nDig.\n",
};

test("rules, templates and skills that an extension names are commands and expand (R09, E02)", async () => {
	const project = await startProject({
		files: { ...EXTRA, "brings.ts": BRINGS },
		words: ["-e", "%/brings.ts"],
		model: [say("ok"), say("ok"), say("ok")],
	});
	await project.prompt("/list");
	await project.prompt("/rule:tidy the kitchen");
	const rule = sent(project);
	await project.prompt("/more cake");
	const template = sent(project);

	expect((await project.stored("commands"))[0]).toEqual(
		expect.arrayContaining(["list", "again", "more", "skill:deep", "rule:tidy"]),
	);
	expect([rule.includes("Leave no mess.\\n\\nthe kitchen"), template.includes("More of cake")]).toEqual([true, true]);
	expect(project.problems).toEqual([]);
});

test("a rule of an unknown name is text, and the second one of a name is reported and left out (R09)", async () => {
	const project = await startProject({
		files: {
			"one/same.md": "first",
			"two/same.md": "second",
			"rules.ts": `export default (pi) => pi.on("resources_discover", () => ({ rulePaths: ["../one", "../two", "../three"] }));`,
		},
		words: ["-e", "%/rules.ts"],
		model: [say("ok"), say("ok")],
	});
	await project.prompt("/rule:other x");
	const unknown = sent(project);
	await project.prompt("/rule:same");

	expect([unknown.includes("/rule:other x"), sent(project).includes("first")]).toEqual([true, true]);
	expect(project.problems).toEqual([
		'warning: resources_discover of rules.ts names "../three", which does not exist',
		'warning: rule "same" is left out: the name belongs to one/same.md',
	]);
});

test("a command of an extension comes before a skill, and both before a template of that name (R08)", async () => {
	const project = await startProject({
		files: {
			"home/.pi/agent/prompts/both.md": "from the template",
			"home/.pi/agent/prompts/skill:pdf.md": "from the template",
			"home/.pi/agent/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF\n---\nHow to.\n",
			"both.ts": `export default (pi) => pi.registerCommand("both", { handler: (args) => pi.appendEntry("ran", args) });`,
		},
		words: ["-e", "%/both.ts"],
		model: [say("ok")],
	});
	await project.prompt("/both now");
	await project.prompt("/skill:pdf");

	expect([await project.stored("ran"), project.requests.length, sent(project).includes("How to.")]).toEqual([
		["now"],
		1,
		true,
	]);
});

test("a reload reads extensions, skills, templates and context files again (R07, R04, R05)", async () => {
	const tool = (text: string): string => `export default (pi) => pi.registerTool({ name: "probe", label: "p",
		description: ${JSON.stringify(text)}, parameters: { type: "object", properties: {} }, execute: async () => ({ content: [] }) });`;
	const write = (project: Pick<TestProject, "write">, text: string): void => {
		project.write("home/.pi/agent/extensions/probe.ts", tool(`tool ${text} `));
		project.write("home/.pi/agent/prompts/greet.md", `template ${text} `);
		project.write("home/.pi/agent/skills/pdf/SKILL.md", `---\nname: pdf\ndescription: skill ${text} \n---\n`);
		project.write("work/AGENTS.md", `context ${text} `);
	};
	const files: Record<string, string> = { "brings.ts": BRINGS, ...EXTRA };
	write({ write: (name, content) => void (files[name] = content) }, "old");
	const project = await startProject({ files, words: ["-e", "%/brings.ts"], model: [say("ok"), say("ok")] });
	const seen = async (): Promise<string[]> => {
		await project.prompt("/greet");
		const { prompt, tools, messages } = project.requests.at(-1) ?? {};
		const all = JSON.stringify([prompt, tools, messages?.at(-1)]);
		return [...new Set(all.match(/(?:tool|template|skill|context) (?:old|newer)/g))].sort();
	};
	const before = await seen();
	write(project, "newer");
	await project.prompt("/again");

	expect([before, await seen()]).toEqual([
		["context old", "skill old", "template old", "tool old"],
		["context newer", "skill newer", "template newer", "tool newer"],
	]);
});
