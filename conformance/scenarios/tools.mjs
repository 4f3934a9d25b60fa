// Tools: batches, results, gates, arguments.
const on = (event, body) =>
	`export default (pi) => { pi.on(${JSON.stringify(event)}, async (event, ctx) => { ${body} }); }`;
const tool = (name, body, more = "") =>
	`pi.registerTool({ name: ${JSON.stringify(name)}, label: "L", description: "d", parameters: { type: "object", properties: { n: { type: "number" } } }, ${more} execute: async (id, params, signal, onUpdate, ctx) => { ${body} } });`;
const ext = (...tools) =>
	`const sleep = (ms) => new Promise((r) => setTimeout(r, ms)); export default (pi) => { ${tools.join("\n")} }`;
const text = (value) => `return { content: [{ type: "text", text: ${JSON.stringify(value)} }], details: {} };`;
const echo = { name: "bash", args: { command: "echo hi" } };

export const TOOLS = [
	{
		name: "parallel slow, fast, mid (TRAP25)",
		extensions: [
			ext(
				tool("slow", `await sleep(150); ${text("slow")}`),
				tool("fast", text("fast")),
				tool("mid", `await sleep(60); ${text("mid")}`),
			),
		],
		turns: [{ calls: [{ name: "slow" }, { name: "fast" }, { name: "mid" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "sequential in the middle (TRAP26)",
		extensions: [
			ext(
				tool("a", `await sleep(20); ${text("a")}`),
				tool("b", text("b"), 'executionMode: "sequential",'),
				tool("c", text("c")),
			),
		],
		turns: [{ calls: [{ name: "a" }, { name: "b" }, { name: "c" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{ name: "unknown tool (TRAP31)", turns: [{ calls: [{ name: "nosuch" }] }, { text: "b" }], prompts: ["one"] },
	{
		name: "invalid arguments",
		extensions: [ext(tool("t", text("t")))],
		turns: [{ calls: [{ name: "t", args: { n: "zz" } }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "arguments are coerced",
		extensions: [ext(tool("t", "return { content: [{ type: 'text', text: JSON.stringify(params) }], details: {} };"))],
		turns: [{ calls: [{ name: "t", args: { n: "5" } }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "malformed argument text (TL06)",
		extensions: [ext(tool("t", text("t")))],
		turns: [{ calls: [{ name: "t", rawArgs: '{"n": bad}' }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "block with a reason",
		extensions: [on("tool_call", 'return { block: true, reason: "not today" };')],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "block without a reason (TL08)",
		extensions: [on("tool_call", "return { block: true };")],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "block:false goes on (TRAP30)",
		extensions: [
			on("tool_call", "return { block: false };"),
			on("tool_call", 'return { block: true, reason: "second" };'),
		],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "first block stops the chain",
		extensions: [
			on("tool_call", 'return { block: true, reason: "first" };'),
			on("tool_call", 'pi.appendEntry("never");'),
		],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "a throwing guard blocks (PC-18)",
		extensions: [on("tool_call", 'throw new Error("guard broke");')],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "input mutated (TRAP29)",
		extensions: [on("tool_call", 'event.input.command = "echo mutated";')],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "input reassigned (TRAP28)",
		extensions: [
			on("tool_call", 'event.input = { command: "echo reassigned" };'),
			on("tool_call", 'pi.appendEntry("seen", event.input);'),
		],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "two terminating tools (TRAP32)",
		extensions: [ext(tool("t", "return { content: [{ type: 'text', text: 'x' }], details: {}, terminate: true };"))],
		turns: [{ calls: [{ name: "t" }, { name: "t" }] }, { text: "never" }],
		prompts: ["one"],
	},
	{
		name: "terminating beside a normal one",
		extensions: [ext(tool("t", "return { content: [{ type: 'text', text: 'x' }], details: {}, terminate: true };"))],
		turns: [{ calls: [{ name: "t" }, echo] }, { text: "again" }],
		prompts: ["one"],
	},
	{
		name: "terminating beside a blocked terminating one (TRAP33)",
		extensions: [
			ext(
				tool("t", "return { content: [{ type: 'text', text: 'x' }], details: {}, terminate: true };"),
				'pi.on("tool_call", (e) => e.toolName === "bash" ? { block: true, reason: "no", terminate: true } : undefined);',
			),
		],
		turns: [{ calls: [{ name: "t" }, echo] }, { text: "never" }],
		prompts: ["one"],
	},
	{
		name: "tool throws",
		extensions: [ext(tool("t", 'throw new Error("tool broke");'))],
		turns: [{ calls: [{ name: "t" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "tool returns isError (TL03)",
		extensions: [
			ext(tool("t", "return { content: [{ type: 'text', text: 'failed' }], details: { why: 1 }, isError: true };")),
		],
		turns: [{ calls: [{ name: "t" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "late update is dropped (TRAP37)",
		extensions: [
			ext(
				tool(
					"t",
					`onUpdate({ content: [{ type: "text", text: "half" }], details: {} }); setTimeout(() => onUpdate({ content: [{ type: "text", text: "late" }], details: {} }), 5); ${text("whole")}`,
				),
			),
		],
		turns: [{ calls: [{ name: "t" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "tool_result patches content only (TRAP35)",
		extensions: [
			ext(
				tool("t", "return { content: [{ type: 'text', text: 'x' }], details: { d: 1 }, structuredContent: { s: 1 } };"),
			),
			on("tool_result", 'return { content: [{ type: "text", text: "patched" }] };'),
		],
		turns: [{ calls: [{ name: "t" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "tool_result chain with a throw (TRAP36)",
		extensions: [
			on("tool_result", "return { details: { by: 1 } };"),
			on("tool_result", 'throw new Error("no");'),
			on("tool_result", "return { isError: true };"),
		],
		turns: [{ calls: [echo] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "prepareArguments",
		extensions: [
			ext(
				tool(
					"t",
					"return { content: [{ type: 'text', text: JSON.stringify(params) }], details: {} };",
					"prepareArguments: (raw) => ({ n: raw.old }),",
				),
			),
		],
		turns: [{ calls: [{ name: "t", args: { old: 3 } }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "built-in overridden without a snippet (TRAP40)",
		extensions: [ext(tool("read", text("mine")))],
		turns: [{ calls: [{ name: "read", args: {} }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "bash fails",
		turns: [{ calls: [{ name: "bash", args: { command: "echo out; exit 3" } }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "three edits of one file (TRAP44)",
		files: { "a.txt": "one\ntwo\nthree\n" },
		turns: [
			{
				calls: ["one", "two", "three"].map((word) => ({
					name: "edit",
					args: { path: "a.txt", edits: [{ oldText: word, newText: word.toUpperCase() }] },
				})),
			},
			{ calls: [{ name: "read", args: { path: "a.txt" } }] },
			{ text: "b" },
		],
		prompts: ["one"],
	},
	{
		name: "write and read back",
		turns: [
			{ calls: [{ name: "write", args: { path: "d/e.txt", content: "x\n" } }] },
			{ calls: [{ name: "read", args: { path: "@d/e.txt" } }] },
			{ text: "b" },
		],
		prompts: ["one"],
	},
	{
		name: "read with offset and limit",
		files: { "n.txt": Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join("\n") },
		turns: [
			{ calls: [{ name: "read", args: { path: "n.txt", offset: 5, limit: 3 } }] },
			{ calls: [{ name: "read", args: { path: "n.txt", offset: 99 } }] },
			{ text: "b" },
		],
		prompts: ["one"],
	},
];
