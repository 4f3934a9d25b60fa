// Packages of the registry at pinned versions, what they register, and a behaviour that shows that each works: steps are
// commands (`say`) or tool calls, `shows` what the protocol must carry afterwards.
const call = (name, args, shows) => ({ call: { name, args }, shows });
const say = (text, shows) => ({ say: text, shows });

export const PACKAGES = [
	{
		spec: "pi-subagents@0.67.0",
		steps: [
			call("bg_wait", {}, /No active async runs/),
			call("subagent", {}, /Execution requires either/),
			say("/subagents-watchdog", /subagent-slash-text-result/),
		],
	},
	{
		spec: "pi-mcp-adapter@2.36.0",
		steps: [call("mcp", {}, /MCP: 0\/0 servers, 0 tools/), call("mcpScript", { code: "return 6*7" }, /42/)],
	},
	{
		spec: "pi-markdown-preview@0.16.0",
		steps: [
			say("/preview", /Preview failed: pandoc was not found|No assistant/i),
			say("/preview-clear-cache", /Cleared preview cache/),
		],
	},
	{
		spec: "pi-mermaid@0.3.0",
		steps: [
			say("hi", /agent_settled/),
			say("/pi-mermaid", /No mermaid blocks found/),
			say("```mermaid\ngraph LR\nA-->B\n```", /"customType":"pi-mermaid"/),
		],
	},
	{
		spec: "pi-prompt-template-model@0.12.2",
		agentFiles: { "prompts/mytpl.md": "---\ndescription: d\nmodel: fake/other\n---\nhello template\n" },
		steps: [
			say("/prompt-tool", /run-prompt tool is disabled/),
			say("/chain-prompts", /Invalid chain step|Usage/),
			say("/mytpl", /Restored to fake/),
		],
	},
	{ spec: "pi-aliases@1.0.7", steps: [say("/clear", /"reason":"new"|"success":true/), { ...say("/exit"), ends: 0 }] },
	{ spec: "pi-system-theme@0.5.0", steps: [say("/system-theme", /require interactive theme support/)] },
	{
		spec: "@aliou/pi-processes@0.12.0",
		steps: [
			call("process", { action: "start", name: "demo", command: "true" }, /Started process|Started \\"demo/),
			call("process", { action: "list" }, /demo/),
		],
	},
	{
		spec: "@baochunli/pi-collaborating-agents@0.4.6",
		steps: [call("agent_message", { action: "status" }, /Focus: local/), say("/subagent", /[Uu]sage/)],
	},
	{
		spec: "@samfp/pi-memory@1.5.0",
		steps: [
			call("memory_remember", { type: "lesson", rule: "use tabs" }, /Lesson learned: use tabs/),
			call("memory_lessons", {}, /use tabs/),
			call("memory_stats", {}, /\.db/),
		],
	},
	{
		spec: "@juicesharp/rpiv-todo@2.11.0",
		steps: [
			call("todo", { action: "create", subject: "first" }, /Created #1: first \(pending\)/),
			call("todo", { action: "list" }, /\[pending\] #1 first/),
			say("/todos", /1 pending/),
		],
	},
	{
		spec: "@juicesharp/rpiv-web-tools@2.11.0",
		steps: [
			call("web_search", { query: "x" }, /BRAVE_SEARCH_API_KEY is not set/),
			say("/web-tools", /Search provider/),
			call("web_fetch", { url: "http://127.0.0.1/" }, /"isError":true/),
		],
	},
	{
		spec: "pi-autoresearch@1.6.0",
		steps: [say("/autoresearch try", /Autoresearch mode ON/), say("/autoresearch off", /Autoresearch mode OFF/)],
	},
	{ spec: "pi-btw@0.4.1", steps: [say("/btw:model", /BTW model: fake\/fake/)] },
	{ spec: "pi-claude-bridge@0.6.3", steps: [call("AskClaude", { prompt: "x" }, /Error: /)] },
	{
		spec: "@tintinweb/pi-subagents@0.14.1",
		steps: [say("/agents", /Agent types/), call("get_subagent_result", { agent_id: "none" }, /Agent not found/)],
	},
	{ spec: "@juicesharp/rpiv-i18n@2.11.0", args: ["--locale", "de"], steps: [say("/languages", /"success":true/)] },
];
