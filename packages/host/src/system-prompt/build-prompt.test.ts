import { expect, test } from "vitest";
import type { PromptOptions } from "../extension-api/prompt-options.ts";
import { buildPromptSections, buildPromptState, joinSections } from "./build-prompt.ts";
import { createHostFacts } from "./default-texts.ts";

const FACTS = createHostFacts("Tau", { docsDir: "/tau/docs", examplesDir: "/tau/examples" });

function options(changes: Partial<PromptOptions> = {}): PromptOptions {
	return {
		selectedTools: ["read", "bash", "quiet"],
		hiddenTools: [],
		toolSnippets: { read: "Reads files", bash: "Runs commands", other: "Not active" },
		toolGuidelines: { bash: ["Use bash for searches", "Shared rule"], read: ["Shared rule"], other: ["Not active"] },
		promptGuidelines: ["From an extension"],
		appendSystemPrompt: "",
		sections: {},
		cwd: "/projects/app",
		contextFiles: [],
		skills: [],
		...changes,
	};
}

const FULL = options({
	appendSystemPrompt: "Be kind.\n",
	contextFiles: [
		{ path: "/projects/AGENTS.md", content: "outer\n" },
		{ path: '/projects/a"b/AGENTS.md', content: "inner <raw> & text" },
	],
	skills: [
		{ name: "pdf", description: "Reads <pdf> & more", filePath: "/s/pdf/SKILL.md", baseDir: "/s/pdf" },
		{ name: "hidden", description: "x", filePath: "/s/h/SKILL.md", baseDir: "/s/h", disableModelInvocation: true },
	],
	sections: { note: "custom <text>\n", empty: " " },
});

test("the sections stand in their order, each but the preamble in a tag of its name (R03)", () => {
	const sections = buildPromptSections(FULL, FACTS);
	expect(Object.entries(sections).map(([name, text]) => [name, /^<(\w+)>\n[^]*\n<\/\1>$/.exec(text)?.[1]])).toEqual([
		["preamble", undefined],
		["tools", "tools"],
		["rules", "rules"],
		["docs", "docs"],
		["addendum", "addendum"],
		["project_context", "project_context"],
		["skills", "skills"],
		["cwd", "cwd"],
		["note", "note"],
	]);
});

test("the whole prompt reads like this", () => {
	expect(joinSections(buildPromptSections(FULL, FACTS))).toMatchInlineSnapshot(`
		"You are Tau, a coding agent working in the user's terminal. You read, search and change files and run commands with the tools below, until what the user asked for is done.

		<tools>
		- read: Reads files
		- bash: Runs commands

		More tools may be declared than are listed here.
		</tools>

		<rules>
		- Shared rule
		- Use bash for searches
		- From an extension
		- Answer briefly and get to the point.
		- Name files by their path when you talk about them.
		- Look before you change: never guess what a file contains.
		</rules>

		<docs>
		Read these only when the user asks about Tau itself: its settings, extensions, skills, themes or SDK.
		- Documentation: /tau/docs
		- Examples: /tau/examples
		</docs>

		<addendum>
		Be kind.
		</addendum>

		<project_context>
		Instructions of this project. Where they disagree, the later ones hold.

		<project_instructions path="/projects/AGENTS.md">
		outer
		</project_instructions>

		<project_instructions path="/projects/a&quot;b/AGENTS.md">
		inner <raw> & text
		</project_instructions>
		</project_context>

		<skills>
		Each skill holds instructions for one kind of task. When a task fits a description, open its file with read before you start. Relative paths in a skill start at the folder of its file.

		<available_skills>
		  <skill>
		    <name>pdf</name>
		    <description>Reads &lt;pdf&gt; &amp; more</description>
		    <location>/s/pdf/SKILL.md</location>
		  </skill>
		</available_skills>
		</skills>

		<cwd>
		/projects/app
		</cwd>

		<note>
		custom <text>
		</note>"
	`);
});

test("a custom prompt replaces preamble, tools, rules and docs, and nothing else", () => {
	const sections = buildPromptSections({ ...FULL, customPrompt: "You are a poet.\n" }, FACTS);
	expect([sections["preamble"], Object.keys(sections)]).toEqual([
		"You are a poet.",
		["preamble", "addendum", "project_context", "skills", "cwd", "note"],
	]);
});

test("a forced prompt stands alone", () => {
	expect(buildPromptState({ ...FULL, forceSystemPrompt: "Only this." }, FACTS)).toEqual({
		content: "Only this.",
		sections: {},
	});
});

test("hidden tools are left out of tools and rules", () => {
	const { tools, rules } = buildPromptSections(options({ hiddenTools: ["bash"] }), FACTS);
	expect([
		tools?.includes("- bash:"),
		tools?.includes("- read:"),
		rules?.includes("Use bash"),
		rules?.includes("Shared rule"),
	]).toEqual([false, true, false, true]);
});

test("skills need a tool that can read them", () => {
	const skillsWith = (changes: Partial<PromptOptions>) => buildPromptSections({ ...FULL, ...changes }, FACTS)["skills"];
	expect([
		skillsWith({ selectedTools: ["edit"] }),
		skillsWith({ selectedTools: ["bash"] })?.includes("with bash"),
		skillsWith({ hiddenTools: ["read"] })?.includes("with read"),
		skillsWith({ skills: FULL.skills.slice(1) }),
	]).toEqual([undefined, true, false, undefined]);
});

test("without shipped documentation there is no docs section", () => {
	expect(buildPromptSections(options(), createHostFacts("Tau"))["docs"]).toBeUndefined();
});
