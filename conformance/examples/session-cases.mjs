// Examples that write into the session, speak to each other, or watch what passes.
import { existsSync, writeFileSync } from "node:fs";
import { customData, fileText, lastTexts, outcomes } from "./world.mjs";

const bash = (command) => ({ name: "bash", args: { command } });
const ofType = ({ entries }, type) => entries.filter((entry) => entry.type === type);
const TRIGGER = "/tmp/agent-trigger.txt";
const summaryModel = (provider, id) =>
	JSON.stringify({
		providers: Object.fromEntries(
			[
				["fake", "fake"],
				[provider, id],
			].map(([name, model]) => [
				name,
				{
					baseUrl: "$BASE_URL",
					api: "openai-completions",
					apiKey: "x",
					models: [{ id: model, contextWindow: 200_000, maxTokens: 8192 }],
				},
			]),
		),
	});

/** A command that waits for what other commands started. */
const IDLE =
	'export default (pi: any) => { pi.registerCommand("idle", { handler: async (_args: string, ctx: any) => ctx.waitForIdle() }); }';

/** The trigger file is a fixed path: it must be there before the program starts. */
export function ensureTriggerFile() {
	if (!existsSync(TRIGGER)) writeFileSync(TRIGGER, "");
}

/** Examples made for the terminal, with the commands that need one. */
const HARMLESS = [
	["commands", "/commands"],
	["tools", "/tools"],
	["handoff", "/handoff the next part"],
	["qna", "/qna"],
	["snake", "/snake"],
	["space-invaders", "/invaders"],
	["tic-tac-toe", "/tic-tac-toe"],
	["doom-overlay", "/doom-overlay"],
	["overlay-test", "/overlay-test"],
	["timed-confirm", "/timed", "/timed-select", "/timed-signal"],
	["interactive-shell"],
	["status-line"],
	["titlebar-spinner"],
	["working-indicator", "/working-indicator pulse"],
	["working-message-test"],
	["custom-footer", "/footer"],
	["custom-header", "/builtin-header"],
	["widget-placement"],
	["hidden-thinking-label", "/thinking-label Pondering"],
	["github-issue-autocomplete"],
	["mac-system-theme"],
	["rpc-demo"],
	["border-status-editor"],
	["modal-editor"],
	["rainbow-editor"],
];

export const SESSION_CASES = [
	{
		example: "session-name",
		promise: "names the session",
		turns: [{ text: "one" }],
		runs: [{ prompts: ["/session-name  My work ", "go", "/session-name"] }],
		observe: (world) => [
			world.runs[0].code,
			ofType(world, "session_info").map(({ name }) => name),
			world.requests.length,
		],
		expected: [0, ["My work"], 1],
	},
	{
		example: "bookmark",
		promise: "labels the last answer and takes the label away again",
		turns: [{ text: "one" }],
		runs: [{ prompts: ["go", "/bookmark here", "/unbookmark"] }],
		observe: (world) => {
			const answer = world.entries.find(({ message }) => message?.role === "assistant");
			return ofType(world, "label").map(({ targetId, label }) => [targetId === answer.id, label]);
		},
		expected: [
			[true, "here"],
			[true, undefined],
		],
	},
	{
		example: "message-renderer",
		promise: "puts a message of its own type into the session and before the model",
		turns: [{ text: "one" }],
		runs: [{ prompts: ["/status warn Low disk", "go"] }],
		observe: (world) => [
			ofType(world, "custom_message").map(({ customType, content, display, details }) => [
				customType,
				content,
				display,
				details.level,
			]),
			lastTexts(world, "user"),
		],
		expected: [[["status-update", "Low disk", true, "warn"]], ["Low disk", "go"]],
	},
	{
		example: "entry-renderer",
		promise: "keeps its card in the session and from the model",
		turns: [{ text: "one" }],
		runs: [{ prompts: ["/status-card Built", "go"] }],
		observe: (world) => [customData(world, "status-card").map(({ message }) => message), lastTexts(world, "user")],
		expected: [["Built"], ["go"]],
	},
	{
		example: "debug-provider",
		promise: "keeps the raw events of each answer while it is on",
		turns: [{ text: "one" }, { text: "two words" }, { text: "three" }],
		runs: [{ prompts: ["first", "/debug-provider on", "second", "/debug-provider off", "third"] }],
		observe: (world) =>
			customData(world, "debug-provider-events").map(({ provider, api, model, events }) => [
				provider,
				api,
				model,
				events.map((event) => event.choices?.[0]?.delta?.content ?? null).filter(Boolean),
			]),
		expected: [["fake", "openai-completions", "fake", ["two ", "words"]]],
	},
	{
		example: "event-bus",
		promise: "hears what its command and other extensions emit",
		home: {
			companion:
				'export default (pi: any) => { pi.events.on("my:notification", (data: unknown) => pi.appendEntry("heard", data)); }',
		},
		turns: [{ text: "one" }],
		runs: [{ prompts: ["/emit Built it", "go"] }],
		observe: (world) => customData(world, "heard"),
		expected: [
			{ message: "Session started", from: "event-bus-example" },
			{ message: "Built it", from: "/emit command" },
		],
	},
	{
		example: "provider-payload",
		promise: "logs each request and the status of its response",
		home: { files: { ".pi/keep": "" } },
		turns: [{ text: "one" }],
		runs: [{ prompts: ["go"] }],
		observe: (world) => {
			const [payload, response] = (fileText(world, ".pi/provider-payload.log") ?? "").split("\n\n");
			return [JSON.parse(payload), /^\[200\] \{.*"x-request-id":"r1"/.test(response)].map((value, index) =>
				index === 0
					? [
							value.model,
							value.stream,
							JSON.stringify(value.messages.at(-1)) === JSON.stringify(world.requests[0].body.messages.at(-1)),
						]
					: value,
			);
		},
		expected: [["fake", true, true], true],
	},
	{
		example: "model-status",
		promise: "tells of every change of the model",
		home: {
			agentFiles: { "models.json": summaryModel("second", "beta") },
			companion:
				'export default (pi: any) => { pi.registerCommand("swap", { handler: async (_args: string, ctx: any) => { await pi.setModel(ctx.modelRegistry.find("second", "beta")); } }); }',
		},
		turns: [{ text: "one" }],
		runs: [{ prompts: ["/swap", "go"] }],
		observe: (world) => [
			world.requests.map(({ body }) => body.model),
			`${world.runs[0].stdout}${world.runs[0].stderr}`.match(/\[model_select\].*/g),
		],
		expected: [["beta"], ["[model_select] fake/fake → second/beta (set)"]],
	},
	{
		example: ["custom-compaction", "trigger-compact"],
		promise: "summarize with a model of their own choice when compaction is asked for",
		home: {
			agentFiles: {
				"models.json": summaryModel("google", "gemini-2.5-flash"),
				"settings.json": JSON.stringify({ compaction: { keepRecentTokens: 1 } }),
			},
			companion: IDLE,
		},
		turns: [{ text: "one" }, { text: "two" }, { text: "the summary" }, { text: "three" }],
		runs: [{ prompts: ["first", "second"] }, { args: ["-c"], prompts: ["/trigger-compact", "/idle", "third"] }],
		observe: (world) => [
			world.requests.map(({ body }) => body.model),
			ofType(world, "compaction").map(({ summary, fromHook }) => [summary, fromHook]),
			JSON.stringify(world.requests[2]?.body.messages).includes("[User]: first"),
			lastTexts(world, "user").some((text) => text.includes("the summary")),
		],
		expected: [["fake", "fake", "gemini-2.5-flash", "fake"], [["the summary", true]], true, true],
	},
	{
		example: "summarize",
		promise: "asks its model for a summary of what was said and leaves the session alone",
		home: { agentFiles: { "models.json": summaryModel("openai", "gpt-5.2") } },
		turns: [{ calls: [bash("echo hi")] }, { text: "said hi" }, { text: "the summary" }],
		runs: [{ prompts: ["say hi", "/summarize"] }],
		observe: (world) => [
			world.requests.map(({ body }) => body.model),
			lastTexts(world, "user").map((text) => text.split("<conversation>\n")[1]),
			world.entries.some((entry) => JSON.stringify(entry).includes("the summary")),
		],
		expected: [
			["fake", "fake", "gpt-5.2"],
			['User: say hi\n\nTool bash was called with args {"command":"echo hi"}\n\nAssistant: said hi\n</conversation>'],
			false,
		],
	},
	{
		example: "file-trigger",
		promise: "brings what is written into its file into the conversation and empties the file",
		alone: true,
		differs: "the peer does not end while the example watches its file",
		turns: [
			{ calls: [bash(`echo "Run the tests" > ${TRIGGER}; while [ -s ${TRIGGER} ]; do sleep 0.05; done`)] },
			{ text: "seen" },
			{ text: "more" },
		],
		runs: [{ prompts: ["wait"], patience: { peer: 6_000 } }],
		observe: (world) => [
			world.runs[0].code,
			ofType(world, "custom_message").map(({ customType, content }) => [customType, content]),
			lastTexts(world, "user"),
		],
		expected: [0, [["file-trigger", "External trigger: Run the tests"]], ["wait", "External trigger: Run the tests"]],
	},
	{
		example: "notify",
		promise: "sends its escape sequence once the agent has settled",
		turns: [{ text: "one" }],
		runs: [{ prompts: ["go"] }],
		observe: ({ runs }) => [
			runs[0].code,
			`${runs[0].stdout}${runs[0].stderr}`.split("\u001b]777;notify;Pi;Ready for input\u0007").length - 1,
		],
		expected: [0, 1],
	},
	{
		example: ["message-renderer", "hello"],
		promise: "show in JSON mode what they put between the prompts, tool calls included",
		turns: [{ calls: [{ name: "hello", args: { name: "Ada" } }] }, { text: "one" }],
		runs: [{ mode: ["--mode", "json"], prompts: ["/status Ready", "go"] }],
		observe: ({ runs }) => {
			const events = runs[0].stdout
				.trim()
				.split("\n")
				.map((line) => JSON.parse(line));
			const ended = events
				.filter(({ type }) => type === "message_end")
				.map(({ message }) => message.customType ?? message.role);
			const results = events
				.filter(({ type }) => type === "tool_execution_end")
				.map(({ toolName, result, isError }) => [toolName, result.content[0].text, result.details, isError]);
			return [runs[0].code, ended, results];
		},
		expected: [
			0,
			["status-update", "system", "user", "assistant", "toolResult", "assistant"],
			[["hello", "Hello, Ada!", { greeted: "Ada" }, false]],
		],
	},
	...HARMLESS.map(([example, ...commands]) => ({
		example,
		promise: "does nothing visible without a terminal and harms nothing",
		turns: [{ text: "the answer" }],
		runs: [{ prompts: [...commands, "go"] }],
		observe: (world) => [outcomes(world), world.requests.length, world.runs[0].stderr],
		expected: [[[0, "the answer"]], 1, ""],
	})),
];
