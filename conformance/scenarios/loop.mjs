// Order of the loop: turns, queues, prompts, requests.
const on = (event, body) =>
	`export default (pi) => { pi.on(${JSON.stringify(event)}, async (event, ctx) => { ${body} }); }`;
const once = (event, body) => `let done = false; ${on(event, `if (done) return; done = true; ${body}`)}`;
const echo = { name: "bash", args: { command: "echo hi" } };

export const LOOP = [
	{ name: "plain answer", turns: [{ text: "ok" }], prompts: ["hi"] },
	{ name: "two prompts", turns: [{ text: "one" }, { text: "two" }], prompts: ["a", "b"] },
	{ name: "tool call and answer", turns: [{ text: "look", calls: [echo] }, { text: "done" }], prompts: ["hi"] },
	{ name: "three turns", turns: [{ calls: [echo] }, { calls: [echo] }, { text: "done" }], prompts: ["hi"] },
	{
		name: "steer from a tool_call handler",
		later: ["input"],
		extensions: [once("tool_call", 'pi.sendUserMessage("steered", { deliverAs: "steer" });')],
		turns: [{ calls: [echo] }, { text: "a" }, { text: "b" }],
		prompts: ["hi"],
	},
	{
		name: "follow-up from a tool_call handler",
		later: ["input"],
		extensions: [once("tool_call", 'pi.sendUserMessage("later", { deliverAs: "followUp" });')],
		turns: [{ calls: [echo] }, { text: "a" }, { text: "b" }],
		prompts: ["hi"],
	},
	{
		name: "two steers and two follow-ups (TRAP63)",
		later: ["input"],
		extensions: [
			once(
				"tool_call",
				'for (const t of ["s1","s2"]) pi.sendUserMessage(t, { deliverAs: "steer" }); for (const t of ["f1","f2"]) pi.sendUserMessage(t, { deliverAs: "followUp" });',
			),
		],
		turns: [{ calls: [echo] }, { text: "1" }, { text: "2" }, { text: "3" }, { text: "4" }, { text: "5" }],
		prompts: ["hi"],
	},
	{
		name: "queue modes all",
		later: ["input"],
		settings: { steeringMode: "all", followUpMode: "all" },
		extensions: [
			once(
				"tool_call",
				'for (const t of ["s1","s2"]) pi.sendUserMessage(t, { deliverAs: "steer" }); for (const t of ["f1","f2"]) pi.sendUserMessage(t, { deliverAs: "followUp" });',
			),
		],
		turns: [{ calls: [echo] }, { text: "1" }, { text: "2" }, { text: "3" }],
		prompts: ["hi"],
	},
	{
		name: "delivery of custom messages while streaming (TRAP60)",
		extensions: [
			once(
				"tool_call",
				'const m = (customType, options) => pi.sendMessage({ customType, content: customType, display: true }, options); m("default"); m("steer", { deliverAs: "steer" }); m("trigger", { triggerTurn: true }); m("follow", { deliverAs: "followUp" }); m("next", { deliverAs: "nextTurn" }); m("quiet", { triggerTurn: false });',
			),
		],
		turns: [
			{ calls: [echo] },
			{ text: "1" },
			{ text: "2" },
			{ text: "3" },
			{ text: "4" },
			{ text: "5" },
			{ text: "6" },
		],
		prompts: ["hi", "again"],
	},
	{
		name: "custom message while idle (TRAP62)",
		extensions: [on("session_start", 'pi.sendMessage({ customType: "note", content: "noted", display: true });')],
		turns: [{ text: "ok" }],
		prompts: ["hi"],
	},
	{
		name: "nextTurn ignores triggerTurn while idle (TRAP61)",
		extensions: [
			on(
				"session_start",
				'pi.sendMessage({ customType: "note", content: "noted", display: true }, { deliverAs: "nextTurn", triggerTurn: true });',
			),
		],
		turns: [{ text: "ok" }],
		prompts: ["hi"],
	},
	{
		name: "input transform",
		extensions: [
			on("input", 'return { action: "transform", text: event.text + "!" };'),
			on("input", 'return { action: "transform", text: event.text + "?" };'),
		],
		turns: [{ text: "ok" }],
		prompts: ["hi"],
	},
	{
		name: "input handled (TRAP79)",
		extensions: [
			on("input", 'return { action: "handled" };'),
			on("input", 'return { action: "transform", text: "never" };'),
		],
		turns: [{ text: "ok" }],
		prompts: ["hi"],
	},
	{
		name: "input throws (TRAP80)",
		extensions: [on("input", 'throw new Error("no");')],
		turns: [{ text: "ok" }],
		prompts: ["hi"],
	},
	{
		name: "input transform to a command stays text (TRAP76)",
		extensions: [
			'export default (pi) => { pi.registerCommand("cmd", { handler: async () => { throw new Error("must not run"); } }); pi.on("input", () => ({ action: "transform", text: "/cmd x" })); }',
		],
		turns: [{ text: "ok" }],
		prompts: ["hi"],
	},
	{
		name: "before_agent_start messages (TRAP54)",
		extensions: [
			on("before_agent_start", 'return { message: { customType: "a", content: "first", display: true } };'),
			on("before_agent_start", 'throw new Error("no");'),
			on(
				"before_agent_start",
				'return { message: { customType: "b", content: "second", display: false, details: { x: 1 } } };',
			),
		],
		turns: [{ text: "ok" }],
		prompts: ["hi"],
	},
	{
		name: "forced system prompt for one run (TRAP50)",
		extensions: [once("before_agent_start", 'return { systemPrompt: "only this" };')],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{
		name: "a section in run one only (TRAP51)",
		extensions: [once("before_agent_start", 'event.systemPromptOptions.sections.foo = "bar";')],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{
		name: "selected tools in run one only (TRAP52)",
		extensions: [once("before_agent_start", 'event.systemPromptOptions.selectedTools = ["read"];')],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{
		name: "context keeps the last message only (TRAP46)",
		extensions: [on("context", "return { messages: event.messages.slice(-1) };")],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "context edits in place (TRAP48)",
		extensions: [
			on(
				"context",
				'for (const m of event.messages) if (m.role === "user") m.content = [{ type: "text", text: "changed" }];',
			),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "context throws",
		extensions: [on("context", 'throw new Error("no");')],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "payload replaced (TRAP57)",
		extensions: [
			on("before_provider_request", "return { ...event.payload, messages: event.payload.messages.slice(-1) };"),
			on("before_provider_request", "return undefined;"),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "message_end replaces the user's text (TRAP58)",
		extensions: [
			on(
				"message_end",
				'if (event.message.role === "user") return { message: { ...event.message, content: [{ type: "text", text: "replaced" }] } };',
			),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "message_end changes the role",
		extensions: [
			on("message_end", 'if (event.message.role === "user") return { message: { ...event.message, role: "custom" } };'),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "message_end patches a call's arguments (TRAP59)",
		extensions: [
			on(
				"message_end",
				'if (event.message.role === "assistant") return { message: { ...event.message, content: event.message.content.map((c) => c.type === "toolCall" ? { ...c, arguments: { command: "echo patched" } } : c) } };',
			),
		],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "observer throws everywhere",
		extensions: [
			'export default (pi) => { for (const e of ["session_start","agent_start","turn_start","message_start","message_end","tool_execution_start","tool_execution_end","turn_end","agent_end","agent_settled","session_shutdown"]) pi.on(e, () => { throw new Error(e); }); }',
		],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "appendEntry inside a tool (TRAP95)",
		extensions: [
			'export default (pi) => { pi.registerTool({ name: "t", label: "T", description: "d", parameters: { type: "object", properties: {} }, execute: async () => { pi.appendEntry("mark", { n: 1 }); return { content: [{ type: "text", text: "x" }], details: {} }; } }); }',
		],
		turns: [{ calls: [{ name: "t" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "session name normalised",
		later: ["session_info_changed"],
		extensions: [on("session_start", 'pi.setSessionName("  a\\nb ");')],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "abort in tool_call (TRAP39)",
		extensions: [on("tool_call", "ctx.abort();")],
		turns: [{ calls: [echo, { name: "read", args: { path: "a" } }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "message sent from agent_settled (TRAP66)",
		extensions: [once("agent_settled", 'pi.sendUserMessage("more");')],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{
		name: "follow-up sent from agent_end (TRAP65)",
		extensions: [once("agent_end", 'pi.sendUserMessage("more", { deliverAs: "followUp" });')],
		turns: [{ text: "a" }, { text: "b" }, { text: "c" }],
		prompts: ["one"],
	},
];
