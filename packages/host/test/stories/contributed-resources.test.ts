import { expect, test } from "vitest";
import type { ExtensionFactory } from "../../src/extension-api/extension-api.ts";
import { say, startTestHost } from "../harness.ts";
import { startProject } from "../harness/start-project.ts";
import { linesOf } from "../harness/transcript.ts";

test("inline skills, rules and prompts of an extension are commands (API25, Z10)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2"), say("3"), say("4")] });
	const names: unknown[] = [];
	host.extension((pi) => {
		pi.registerSkill({ name: "cook", description: "Cooks", content: "---\nname: x\n---\nCook well.\n" });
		pi.registerRule({ name: "policy", description: "Mandatory", content: "Never rush." });
		pi.registerPrompts([
			{ name: "sum", description: "Sums up", argumentHint: "<what>", content: "Sum up $ARGUMENTS." },
			{ name: "plain", content: "Plain." },
		]);
		pi.registerPrompt({ name: "plain", content: "Plainer." });
		pi.registerCommand("cmd", { handler: () => {} });
		pi.on("session_start", () => void names.push(pi.getCommands().map(({ name, source }) => `${name} ${source}`)));
	}, "kit.ts");

	for (const text of ["/skill:cook eggs", "/rule:policy", "/sum the day", "/plain"]) await host.prompt(text);

	expect([names, host.requests.map(linesOf).map((lines) => lines.at(-1))]).toEqual([
		[["cmd extension", "sum prompt", "plain prompt", "rule:policy prompt", "skill:cook skill"]],
		[
			expect.stringMatching(
				/^user: <skill name="cook" location="kit.ts#skill:cook">[\s\S]*Cook well\.\n<\/skill>\n\neggs$/,
			),
			"user: Never rush.",
			"user: Sum up the day.",
			"user: Plainer.",
		],
	]);
});

test("a registered skill may be a file beside its extension, and is in the prompt; a user's own keeps its name (API25)", async () => {
	const project = await startProject({
		files: {
			"home/.pi/agent/extensions/kit/index.ts": `export default (pi) => {
				pi.registerSkill({ name: "bake", description: "Bakes bread", filePath: "./skills/bake.md" });
				pi.registerSkill({ name: "own", description: "Not mine", content: "Not mine." });
			};`,
			"home/.pi/agent/extensions/kit/skills/bake.md": "---\nname: bake\n---\nBake slowly.\n",
			"home/.pi/agent/skills/own/SKILL.md": "---\nname: own\ndescription: Mine.\n---\nMine.\n",
		},
		model: [say("1"), say("2")],
	});

	await project.prompt("/skill:bake");
	await project.prompt("/skill:own");

	const sent = project.requests.map(linesOf).map((lines) => project.strip(lines.at(-1) ?? ""));
	expect([sent[0]?.includes("Bake slowly."), sent[1]?.includes("Mine.") && !sent[1].includes("Not")]).toEqual([
		true,
		true,
	]);
	expect(project.strip(project.requests[0]?.prompt ?? "")).toContain("home/.pi/agent/extensions/kit/skills/bake.md");
});

test.each<[string, ExtensionFactory, string]>([
	["no name", (pi) => pi.registerSkill({ content: "x" } as never), "needs a name without blanks"],
	["neither text nor file", (pi) => pi.registerRule({ name: "r" } as never), '"r" needs either filePath or content'],
	[
		"both",
		(pi) => pi.registerPrompt({ name: "p", content: "x", filePath: "y" } as never),
		'"p" needs either filePath or content',
	],
])("a resource with %s is refused where it is registered (API25)", async (_what, factory, problem) => {
	const host = await startTestHost({ model: [] });
	host.extension(factory);

	await host.start();

	expect(host.problems).toEqual([expect.stringContaining(problem)]);
});
