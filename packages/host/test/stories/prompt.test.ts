import { expect, test } from "vitest";
import { say } from "../harness.ts";
import { startProject, type TestProject } from "../harness/start-project.ts";

/** The tags of the prompt in order, and the text of one of them. */
function parts(project: TestProject): { tags: string[]; text(tag: string): string; prompt: string } {
	const prompt = project.requests[0]?.prompt ?? "";
	const tags = [...prompt.matchAll(/^<(\w+)>$/gm)].map(([, tag]) => tag ?? "");
	const text = (tag: string): string => prompt.split(`<${tag}>\n`)[1]?.split(`\n</${tag}>`)[0] ?? "";
	return { tags, text, prompt };
}

async function promptOf(files: Record<string, string>, words: string[] = []): Promise<TestProject> {
	const project = await startProject({ files, words: ["--no-extensions", ...words], model: [say("ok")] });
	await project.prompt("hi");
	return project;
}

test("context files of the user and of every folder down to the working one are in the prompt, without trust (R01)", async () => {
	const project = await promptOf({
		"home/.pi/agent/AGENTS.md": "of the user",
		"AGENTS.md": "of the root",
		"CLAUDE.md": "never: AGENTS.md goes first",
		"work/CLAUDE.md": "of the project",
	});

	const context = project.strip(parts(project).text("project_context"));
	const found = [...context.matchAll(/<project_instructions path="([^"]+)">\s*(.+)\s*<\/project_instructions>/g)];
	expect(found.map(([, path, text]) => [path, text])).toEqual([
		["home/.pi/agent/AGENTS.md", "of the user"],
		["AGENTS.md", "of the root"],
		["work/CLAUDE.md", "of the project"],
	]);
});

const BOTH = {
	"home/.pi/agent/SYSTEM.md": "user prompt",
	"work/.pi/SYSTEM.md": "project prompt",
	"work/.pi/APPEND_SYSTEM.md": "project addendum",
};

test.each<[words: string[], preamble: string, addendum: string]>([
	[[], "user prompt", ""],
	[["--approve"], "project prompt", "project addendum"],
	[["--approve", "--system-prompt", "mine"], "mine", "project addendum"],
	[["--append-system-prompt", "one", "--append-system-prompt", "two"], "user prompt", "one\n\ntwo"],
])("with %j the prompt is %j and its addendum %j (R02)", async (words, preamble, addendum) => {
	const { prompt, text } = parts(await promptOf(BOTH, words));

	expect([prompt.split("\n\n<")[0], text("addendum")]).toEqual([preamble, addendum]);
});

test("the sections stand in their order, and a custom prompt takes the place of the first four (R03)", async () => {
	const files = {
		"AGENTS.md": "rules of the project",
		"home/.pi/agent/skills/pdf/SKILL.md": "---\nname: pdf\ndescription: Reads PDF\n---\nHow to.\n",
	};
	const append = ["--append-system-prompt", "more"];
	const plain = parts(await promptOf(files, append));
	const custom = parts(await promptOf(files, ["--system-prompt", "mine", ...append]));

	const rest = ["addendum", "project_context", "skills", "cwd"];
	const sections = ({ tags }: { tags: string[] }): string[] =>
		tags.filter((tag) => ["tools", "rules", "docs", ...rest].includes(tag));
	expect([sections(plain).filter((tag) => tag !== "docs"), sections(custom), plain.prompt.startsWith("<")]).toEqual([
		["tools", "rules", ...rest],
		rest,
		false,
	]);
});
