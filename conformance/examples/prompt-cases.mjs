// Examples that change what the model is told: the system prompt, the user's words, the resources.
import { customData, fileText, lastTexts, outcomes, systemText, toolNames } from "./world.mjs";

const has = (text) => (world, number) => systemText(world, number).includes(text);
const each = (world, read) => world.requests.map((_request, number) => read(world, number));

export const PROMPT_CASES = [
	{
		example: "pirate",
		promise: "speaks like a pirate from its command on and until the next one",
		turns: [{ text: "one" }, { text: "two" }, { text: "three" }],
		runs: [{ prompts: ["first", "/pirate", "second", "/pirate", "third"] }],
		observe: (world) => [outcomes(world), each(world, has("You are now in PIRATE MODE"))],
		expected: [[[0, "three"]], [false, true, false]],
	},
	{
		example: "claude-rules",
		promise: "lists the rule files of the project, also those in folders",
		home: {
			files: { ".claude/rules/testing.md": "t\n", ".claude/rules/web/api.md": "a\n", ".claude/rules/other.txt": "o\n" },
		},
		turns: [{ text: "one" }],
		runs: [{ prompts: ["go"] }],
		observe: (world) => [
			has("## Project Rules")(world, 0),
			[...systemText(world, 0).matchAll(/^- (\.claude\/rules\/.*)$/gm)].map(([, path]) => path).sort(),
		],
		expected: [true, [".claude/rules/testing.md", ".claude/rules/web/api.md"]],
	},
	{
		example: "prompt-customizer",
		promise: "adds a section that fits the active tools",
		turns: [{ text: "one" }],
		runs: [{ args: ["--tools", "read,bash"], prompts: ["go"] }],
		observe: (world) => [
			/<tool_guidance>\n[\s\S]*<\/tool_guidance>/.test(systemText(world, 0)),
			["Use `read`", "Use `bash`", "Use `edit`", "Use `write`"].map((text) => has(text)(world, 0)),
		],
		expected: [true, [true, true, false, false]],
	},
	{
		example: "input-transform",
		promise: "rewrites ?quick and answers ping itself",
		turns: [{ text: "one" }, { text: "two" }],
		runs: [{ prompts: ["?quick What is it?", "ping", "?quick ", "plain"] }],
		observe: (world) => [outcomes(world), lastTexts(world, "user"), world.requests.length],
		expected: [[[0, "two"]], ["Respond briefly in 1-2 sentences: What is it?", "plain"], 2],
	},
	{
		example: "inline-bash",
		promise: "puts the output of commands into the prompt",
		home: { files: { "notes.txt": "noted\n" } },
		turns: [{ text: "one" }, { text: "two" }],
		runs: [{ prompts: ["It says !{cat notes.txt} and !{echo !; exit 0}.", "No commands here"] }],
		observe: (world) => lastTexts(world, "user"),
		expected: ["It says noted and !.", "No commands here"],
	},
	{
		example: "input-transform-streaming",
		promise: "adds the uncommitted changes when the prompt asks for them",
		home: { files: { "a.txt": "a\n" }, repository: true },
		turns: [
			{ text: "clean" },
			{ calls: [{ name: "bash", args: { command: "echo b >> a.txt" } }] },
			{ text: "done" },
			{ text: "seen" },
		],
		runs: [{ prompts: ["which changes?", "work", "which changes?"] }],
		observe: (world) => lastTexts(world, "user"),
		expected: [
			"which changes?",
			"work",
			"which changes?\n\nCurrent uncommitted changes:\n```\na.txt | 1 +\n 1 file changed, 1 insertion(+)\n```",
		],
	},
	{
		example: "preset",
		promise: "takes tools, model and instructions from the preset named by its flag, and keeps it in the session",
		home: {
			agentFiles: {
				"models.json": JSON.stringify({
					providers: {
						fake: {
							baseUrl: "$BASE_URL",
							api: "openai-completions",
							apiKey: "x",
							models: ["fake", "other"].map((id) => ({ id, contextWindow: 200_000, maxTokens: 8192 })),
						},
					},
				}),
				"presets.json": JSON.stringify({
					look: { provider: "fake", model: "other", tools: ["read", "nosuch"], instructions: "Only look." },
				}),
			},
		},
		turns: [{ text: "one" }, { text: "two" }, { text: "three" }],
		runs: [
			{ args: ["--preset", "look"], prompts: ["first"] },
			{ args: ["-c"], prompts: ["second"] },
			{ args: ["--preset", "nosuch", "--no-session"], prompts: ["third"] },
		],
		observe: (world) => [
			outcomes(world),
			each(world, ({ requests }, number) => requests[number].body.model),
			each(world, toolNames)[0],
			each(world, has("Only look.")),
			customData(world, "preset-state"),
		],
		expected: [
			[
				[0, "one"],
				[0, "two"],
				[0, "three"],
			],
			["other", "fake", "fake"],
			["read"],
			[true, true, false],
			[{ name: "look" }, { name: "look" }],
		],
	},
	{
		example: "preset",
		promise: "is switched by its command between two prompts",
		home: { agentFiles: { "presets.json": JSON.stringify({ look: { tools: ["read"], instructions: "Only look." } }) } },
		turns: [{ text: "one" }, { text: "two" }],
		runs: [{ prompts: ["first", "/preset look", "second"] }],
		observe: (world) => [each(world, toolNames), each(world, has("Only look."))],
		expected: [
			[["bash", "edit", "read", "write"], ["read"]],
			[false, true],
		],
	},
	{
		example: "dynamic-resources",
		promise: "brings a skill, which the prompt names, and a template, which its name expands",
		turns: [{ text: "one" }],
		runs: [{ prompts: ["/dynamic"] }],
		observe: (world) => [
			has("Example skill loaded from resources_discover")(world, 0),
			lastTexts(world, "user").map((text) => text.trim()),
		],
		expected: [true, ["Summarize the current repository structure and mention any build or test commands."]],
	},
	{
		example: "send-user-message",
		promise: "sends what its commands are given as the user's own words",
		home: {
			companion:
				'export default (pi: any) => { pi.registerCommand("idle", { handler: async (_args: string, ctx: any) => ctx.waitForIdle() }); }',
		},
		turns: [{ text: "one" }, { text: "two" }, { text: "three" }],
		runs: [{ prompts: ["/ask What is it?", "/idle", "/askwith Tell me", "/idle", "/steer Look there", "/idle"] }],
		observe: (world) => [world.runs[0].code, lastTexts(world, "user")],
		expected: [0, ["What is it?", "User request: Tell me\nPlease respond concisely.", "Look there"]],
	},
	{
		example: "project-trust",
		promise: "hears of a project's resources and leaves the decision open when nobody can be asked",
		home: {
			files: { ".pi/skills/local/SKILL.md": "---\nname: local\ndescription: A skill of the project\n---\nText.\n" },
		},
		turns: [{ text: "one" }, { text: "two" }],
		runs: [{ prompts: ["first"] }, { args: ["--approve"], prompts: ["second"] }],
		observe: (world) => [outcomes(world), each(world, has("A skill of the project"))],
		expected: [
			[
				[0, "one"],
				[0, "two"],
			],
			[false, true],
		],
	},
	{
		example: "system-prompt-header",
		promise: "reads the prompt that is in force when the agent starts",
		home: {
			companion:
				'import { writeFileSync } from "node:fs"; export default (pi: any) => { pi.on("agent_start", (_event: any, ctx: any) => writeFileSync("length", String(ctx.getSystemPrompt().length))); }',
		},
		turns: [{ text: "one" }],
		runs: [{ prompts: ["go"] }],
		observe: (world) => [outcomes(world), Number(fileText(world, "length")) === systemText(world, 0).length],
		expected: [[[0, "one"]], true],
	},
];
