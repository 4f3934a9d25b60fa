// Examples that register tools or replace built-in ones.
import { createRequire } from "node:module";
import { fileText, lastTexts, outcomes, systemText, toolNames, toolResults } from "./world.mjs";

const { rgPath } = createRequire(new URL("../../packages/host/package.json", import.meta.url))("@vscode/ripgrep");

const call = (name, args) => ({ name, args });
const bash = (command) => call("bash", { command });
const notes = { "notes.txt": "first\nsecond\n" };
const allTools = [
	call("read", { path: "notes.txt" }),
	call("write", { path: "new.txt", content: "made\n" }),
	bash("cat notes.txt"),
	call("edit", { path: "notes.txt", edits: [{ oldText: "second", newText: "2nd" }] }),
];

export const TOOL_CASES = [
	{
		example: "hello",
		promise: "greets by name in a tool result",
		turns: [{ calls: [call("hello", { name: "Ada" })] }, { text: "greeted" }],
		runs: [{ prompts: ["greet Ada"] }],
		observe: (world) => [outcomes(world), lastTexts(world, "tool"), toolResults(world).map(({ details }) => details)],
		expected: [[[0, "greeted"]], ["Hello, Ada!"], [{ greeted: "Ada" }]],
	},
	{
		example: "todo",
		promise: "keeps its list in the branch, so that a resumed session knows it",
		turns: [
			{ calls: [call("todo", { action: "add", text: "one" }), call("todo", { action: "add", text: "two" })] },
			{ text: "added" },
			{ calls: [call("todo", { action: "toggle", id: 2 }), call("todo", { action: "list" })] },
			{ text: "listed" },
		],
		runs: [{ prompts: ["add"] }, { args: ["-c"], prompts: ["list"] }],
		observe: (world) => [outcomes(world), lastTexts(world, "tool"), toolResults(world).at(-1)?.details.nextId],
		expected: [
			[
				[0, "added"],
				[0, "listed"],
			],
			["Added todo #1: one", "Added todo #2: two", "Todo #2 completed", "[ ] #1: one\n[x] #2: two"],
			3,
		],
	},
	{
		example: "todo",
		promise: "says that its command needs a terminal and asks no model",
		runs: [{ prompts: ["/todos"] }],
		observe: (world) => [world.runs[0].code, world.requests.length],
		expected: [0, 0],
	},
	{
		example: "dynamic-tools",
		promise: "declares one tool at the start and another by command, each with its line in the prompt",
		turns: [
			{ text: "one" },
			{ calls: [call("shout", { message: "hey" }), call("echo_session", { message: "ho" })] },
			{ text: "two" },
		],
		runs: [{ prompts: ["first", "/add-echo-tool shout", "second"] }],
		observe: (world) => [
			[0, 1].map((number) => toolNames(world, number).filter((name) => ["echo_session", "shout"].includes(name))),
			[0, 1].map((number) => /with \[shout\] prefix/.test(systemText(world, number))),
			systemText(world, 0).includes("Use echo_session when the user asks for exact echo output."),
			lastTexts(world, "tool"),
		],
		expected: [[["echo_session"], ["echo_session", "shout"]], [false, true], true, ["[shout] hey", "[session] ho"]],
	},
	{
		example: "structured-output",
		promise: "ends the run with its tool call: no further request",
		turns: [
			{ calls: [call("structured_output", { headline: "H", summary: "S", actionItems: ["a", "b"] })] },
			{ text: "never" },
		],
		runs: [{ prompts: ["summarize"] }],
		observe: (world) => [
			world.runs[0].code,
			world.requests.length,
			toolResults(world).map(({ content, details }) => [content[0].text, details]),
		],
		expected: [0, 1, [["Saved structured output: H", { headline: "H", summary: "S", actionItems: ["a", "b"] }]]],
	},
	{
		example: "truncated-tool",
		promise: "cuts the output at 2000 lines and says where the rest is",
		home: { files: { "big.txt": "needle\n".repeat(2500) }, commands: { rg: `#!/bin/sh\nexec "${rgPath}" "$@"\n` } },
		turns: [{ calls: [call("rg", { pattern: "needle" }), call("rg", { pattern: "absent" })] }, { text: "found" }],
		runs: [{ prompts: ["search"] }],
		observe: (world) => {
			const [found, absent] = lastTexts(world, "tool");
			const { matchCount, truncation } = toolResults(world)[0]?.details ?? {};
			return [
				found?.split("\n").filter((line) => line.includes("needle")).length,
				/\[Output truncated: showing 2000 of 2500 lines/.test(found),
				absent,
				matchCount,
				truncation?.truncatedBy,
			];
		},
		expected: [2000, true, "No matches found", 2500, "lines"],
	},
	{
		example: "tool-override",
		promise: "replaces read: secrets are refused, and every access is logged",
		home: { files: { ...notes, ".env": "SECRET=1\n" } },
		turns: [{ calls: [call("read", { path: ".env" }), call("read", { path: "notes.txt" })] }, { text: "done" }],
		runs: [{ prompts: ["read"] }],
		observe: (world) => {
			const [secret, plain] = lastTexts(world, "tool");
			const log = fileText(world, "agent/read-access.log") ?? "";
			return [
				secret.startsWith("Access denied"),
				secret?.includes("SECRET"),
				plain,
				[...log.matchAll(/\] (ALLOWED|BLOCKED): .*\/([^/ \n]+)/g)].map((match) => match.slice(1)).sort(),
			];
		},
		expected: [
			true,
			false,
			"first\nsecond\n",
			[
				["ALLOWED", "notes.txt"],
				["BLOCKED", ".env"],
			],
		],
	},
	...["built-in-tool-renderer", "minimal-mode"].map((example) => ({
		example,
		promise: "draws built-in tools in its own way and leaves what they do alone",
		...(example === "minimal-mode" && {}),
		home: { files: notes },
		turns: [...allTools.map((one) => ({ calls: [one] })), { text: "done" }],
		runs: [{ prompts: ["work"] }],
		observe: (world) => [
			outcomes(world),
			toolResults(world).map(({ toolName, isError }) => [toolName, isError]),
			fileText(world, "new.txt"),
			fileText(world, "notes.txt"),
		],
		expected: [
			[[0, "done"]],
			[
				["read", false],
				["write", false],
				["bash", false],
				["edit", false],
			],
			"made\n",
			"first\n2nd\n",
		],
	})),
	{
		example: "bash-spawn-hook",
		promise: "sources the profile and sets its variable before every command",
		home: { commands: { profiled: "#!/bin/sh\necho profiled\n" } },
		turns: [
			{ calls: [bash('touch "$HOME/.profile"; echo "export FROM_PROFILE=yes" > "$HOME/.profile"')] },
			{ calls: [bash("echo $PI_SPAWN_HOOK $FROM_PROFILE")] },
			{ text: "done" },
		],
		runs: [{ prompts: ["run"] }],
		observe: (world) => [outcomes(world), lastTexts(world, "tool").at(-1)?.trim()],
		expected: [[[0, "done"]], "1 yes"],
	},
	{
		example: "ssh",
		promise: "works here without its flag",
		home: { files: notes, commands: { ssh: '#!/bin/sh\necho called >> "$HOME/ssh.log"\nexit 9\n' } },
		turns: [...allTools.map((one) => ({ calls: [one] })), { text: "done" }],
		runs: [{ prompts: ["work"] }],
		observe: (world) => [
			outcomes(world),
			fileText(world, "../ssh.log"),
			fileText(world, "new.txt"),
			fileText(world, "notes.txt"),
		],
		expected: [[[0, "done"]], undefined, "made\n", "first\n2nd\n"],
	},
	{
		example: "ssh",
		promise: "runs all four tools over there with its flag",
		// The far side is a folder beside the folder of work; its shell is what the fake ssh starts.
		home: {
			commands: {
				ssh: '#!/bin/sh\necho "$1" >> "$HOME/ssh.log"\nmkdir -p "$HOME/far"\n[ -e "$HOME/far/notes.txt" ] || printf "first\\nsecond\\n" > "$HOME/far/notes.txt"\ncase "$2" in pwd) cd "$HOME/far";; esac\nexec sh -c "$2"\n',
			},
		},
		turns: [...allTools.map((one) => ({ calls: [one] })), { text: "done" }],
		runs: [{ args: ["--ssh", "me@there"], prompts: ["work"] }],
		observe: (world) => [
			outcomes(world),
			[...new Set(fileText(world, "../ssh.log")?.trim().split("\n"))],
			["new.txt", "notes.txt"].map((name) => [fileText(world, name), fileText(world, `../far/${name}`)]),
			lastTexts(world, "tool")
				.map((text) => text.trim())
				.filter((text) => text === "first\nsecond").length,
		],
		expected: [
			[[0, "done"]],
			["me@there"],
			[
				[undefined, "made\n"],
				[undefined, "first\n2nd\n"],
			],
			2,
		],
	},
	{
		example: "with-deps",
		promise: "uses the package from its own node_modules",
		turns: [
			{ calls: [call("parse_duration", { duration: "2 days" }), call("parse_duration", { duration: "never" })] },
			{ text: "done" },
		],
		runs: [{ prompts: ["parse"] }],
		observe: (world) => [outcomes(world), toolResults(world).map(({ content, isError }) => [content[0].text, isError])],
		expected: [
			[[0, "done"]],
			[
				["2 days = 172800000 milliseconds", false],
				['Invalid duration: "never"', true],
			],
		],
	},
	{
		example: "tic-tac-toe",
		promise: "runs its calls one after the other, each on the cursor the last one left",
		turns: [
			{ calls: ["move_right", "move_down", "play"].map((action) => call("tic_tac_toe", { action })) },
			{ calls: [call("tic_tac_toe_see_board", {})] },
			{ text: "done" },
		],
		runs: [{ prompts: ["play"] }],
		observe: (world) => [
			outcomes(world),
			lastTexts(world, "tool").slice(0, 3),
			toolResults(world).map(({ isError }) => isError),
		],
		expected: [
			[[0, "done"]],
			["Moved right. Cursor: (0, 1)", "Moved down. Cursor: (1, 1)", "It is not your turn."],
			[false, false, true, false],
		],
	},
	{
		example: ["question", "questionnaire"],
		promise: "tell the model that nobody can be asked",
		turns: [
			{
				calls: [
					call("question", { question: "q", options: [{ label: "a" }] }),
					call("questionnaire", { questions: [{ id: "x", prompt: "p", options: [{ value: "v", label: "l" }] }] }),
				],
			},
			{ text: "done" },
		],
		runs: [{ prompts: ["ask"] }],
		observe: (world) => [outcomes(world), lastTexts(world, "tool").map((text) => /UI not available/.test(text))],
		expected: [[[0, "done"]], [true, true]],
	},
	{
		example: "subagent",
		promise: "starts a second program for the named agent and brings its answer back",
		differs: "the answer of the second program names its model again and counts no reasoning",
		home: {
			agentFiles: {
				"agents/scout.md": "---\nname: scout\ndescription: Looks around\ntools: read, bash\n---\nYou are a scout.\n",
			},
		},
		turns: [
			{ calls: [call("subagent", { agent: "scout", task: "look" })] },
			{ text: "all quiet" },
			{ text: "reported" },
		],
		runs: [{ prompts: ["delegate"] }],
		observe: (world) => [
			outcomes(world),
			lastTexts(world, "tool").map((text) => text.trim()),
			systemText(world, 1).includes("You are a scout."),
			toolNames(world, 1),
		],
		expected: [[[0, "reported"]], ["all quiet"], true, ["bash", "read"]],
	},
	{
		example: "reload-runtime",
		promise: "ends the run by its tool and reloads once the agent has settled",
		home: {
			companion:
				'export default (pi: any) => { pi.on("session_start", (event: any) => pi.appendEntry("start", event.reason)); }',
		},
		turns: [{ calls: [call("reload_runtime", {})] }, { text: "never" }],
		runs: [{ prompts: ["reload"] }],
		observe: (world) => [
			world.runs[0].code,
			world.requests.length,
			world.entries.filter(({ customType }) => customType === "start").map(({ data }) => data),
		],
		expected: [0, 1, ["startup", "reload"]],
	},
	{
		example: "shutdown-command",
		promise: "asks for the end by a tool without cutting the run short",
		turns: [{ calls: [call("finish_and_exit", {})] }, { text: "bye" }, { text: "second" }],
		runs: [{ prompts: ["finish"] }],
		observe: (world) => [outcomes(world), world.requests.length],
		expected: [[[0, "bye"]], 2],
	},
];
