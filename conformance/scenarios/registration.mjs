// Registration: tools, commands, flags, activity.
const tool = (name, more = "") =>
	`pi.registerTool({ name: ${JSON.stringify(name)}, label: "L", description: "d", parameters: { type: "object", properties: {} }, ${more} execute: async () => ({ content: [{ type: "text", text: "x" }], details: {} }) });`;
const ext = (...body) => `export default (pi) => { ${body.join("\n")} }`;
const atStart = (...body) => ext(`pi.on("session_start", (event, ctx) => { ${body.join("\n")} });`);
const report = 'pi.appendEntry("report", value);';

export const REGISTRATION = [
	{
		name: "tool registered at load",
		extensions: [ext(tool("t", 'promptSnippet: "does t", promptGuidelines: ["Use t well."],'))],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "inactive tool (TL17)",
		extensions: [ext(tool("t", "defaultActive: false,"))],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "exposures (X01)",
		extensions: [
			ext(
				tool("a", 'exposure: "direct",'),
				tool("b", 'exposure: "model-only",'),
				tool("c", 'exposure: "codemode",'),
				tool("d", 'exposure: "deferred",'),
				tool("e", 'exposure: "hidden",'),
			),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "late tool (API02)",
		extensions: [`export default (pi) => { pi.on("tool_call", () => { ${tool("late")} }); }`],
		turns: [{ calls: [{ name: "bash", args: { command: "true" } }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "active tools changed inside a tool call",
		extensions: [ext('pi.on("tool_call", () => pi.setActiveTools(["bash", "read"]));')],
		turns: [{ calls: [{ name: "bash", args: { command: "true" } }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "active tools keep their order (TRAP12)",
		extensions: [
			atStart('pi.setActiveTools(["write", "bash", "grep"]);', "const value = pi.getActiveTools();", report),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "tool list fields",
		extensions: [
			atStart(
				'const value = pi.getAllTools().map(({ name, exposure, sourceInfo }) => [name, exposure, sourceInfo.source, sourceInfo.scope]).filter(([name]) => ["read", "bash", "edit", "write", "grep", "find", "ls"].includes(name));',
				report,
			),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "three commands of one name (TRAP1)",
		extensions: [1, 2, 3]
			.map((n) =>
				ext(
					`pi.registerCommand("dup", { description: "d${n}", handler: async (args) => pi.appendEntry("ran", ["${n}", args]) });`,
				),
			)
			.concat(
				atStart('const value = pi.getCommands().map((c) => c.name).filter((name) => name.startsWith("dup"));', report),
			),
		turns: [{ text: "b" }, { text: "c" }],
		prompts: ["/dup:2  two spaces", "/dup x"],
	},
	{
		name: "a literal name that is taken (TRAP2)",
		extensions: [
			ext('pi.registerCommand("dup", { handler: async () => {} });'),
			ext(
				'pi.registerCommand("dup", { handler: async () => {} }); pi.registerCommand("dup:1", { handler: async () => {} });',
			),
			atStart('const value = pi.getCommands().map((c) => c.name).filter((name) => name.startsWith("dup"));', report),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "same extension registers twice (TRAP3)",
		extensions: [
			ext(
				'pi.registerCommand("c", { handler: async () => pi.appendEntry("ran", 1) }); pi.registerCommand("c", { handler: async () => pi.appendEntry("ran", 2) });',
			),
		],
		turns: [{ text: "b" }],
		prompts: ["/c", "hello"],
	},
	{
		name: "late tool of a foreign name (TRAP5)",
		extensions: [ext(tool("t", 'promptSnippet: "first",')), atStart(tool("t", 'promptSnippet: "second",'))],
		turns: [{ calls: [{ name: "t" }] }, { text: "b" }],
		prompts: ["one"],
	},
	{
		name: "command with leading space or line break is text (TRAP77)",
		extensions: [ext('pi.registerCommand("c", { handler: async () => pi.appendEntry("ran") });')],
		turns: [{ text: "b" }, { text: "c" }],
		prompts: [" /c", "/c\nx"],
	},
	{
		name: "command throws (TRAP81)",
		extensions: [ext('pi.registerCommand("c", { handler: async () => { throw new Error("no"); } });')],
		turns: [{ text: "b" }],
		prompts: ["/c", "hello"],
	},
	{
		name: "command starts a run and waits",
		extensions: [
			ext(
				'pi.registerCommand("c", { handler: async (args, ctx) => { pi.sendMessage({ customType: "go", content: "go", display: true }, { triggerTurn: true }); await ctx.waitForIdle(); pi.appendEntry("idle", ctx.isIdle()); } });',
			),
		],
		turns: [{ text: "b" }],
		prompts: ["/c"],
	},
	{
		name: "flag values (TRAP8, TRAP9)",
		extensions: [
			ext(
				'pi.registerFlag("fs", { type: "string", default: "d" }); pi.registerFlag("fb", { type: "boolean", default: false }); const early = [pi.getFlag("fs"), pi.getFlag("fb")]; pi.on("session_start", () => pi.appendEntry("flags", [early, pi.getFlag("fs"), pi.getFlag("fb")]));',
			),
		],
		args: ["--fs", "v", "--fb=false"],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "event bus",
		extensions: [
			ext(
				'pi.events.on("x", (data) => pi.appendEntry("got", data)); pi.events.on("x", () => { throw new Error("no"); }); pi.events.on("x", (data) => pi.appendEntry("also", data));',
			),
			atStart('pi.events.emit("x", { n: 1 });'),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "unsubscribe inside a handler (API01)",
		extensions: [ext('const off = pi.on("turn_end", () => { off(); pi.appendEntry("once"); });')],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{ name: "tools allowlist", args: ["--tools", "read,g*"], turns: [{ text: "b" }], prompts: ["one"] },
	{ name: "tools excluded", args: ["-xt", "bash"], turns: [{ text: "b" }], prompts: ["one"] },
	{ name: "no built-in tools", extensions: [ext(tool("t"))], args: ["-nbt"], turns: [{ text: "b" }], prompts: ["one"] },
	{ name: "no tools", extensions: [ext(tool("t"))], args: ["-nt"], turns: [{ text: "b" }], prompts: ["one"] },
	{
		name: "default tools modified",
		settings: { defaultTools: ["+grep", "-bash"] },
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "exec",
		extensions: [
			atStart(
				'return pi.exec("sh", ["-c", "echo out; echo err >&2; exit 4"]).then((value) => pi.appendEntry("exec", value));',
			),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "exec of a missing program (TRAP110)",
		extensions: [
			atStart(
				'return pi.exec("no-such-program", []).then(({ code, killed }) => pi.appendEntry("exec", { code, killed }));',
			),
		],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{
		name: "system prompt and append",
		args: ["--system-prompt", "be brief", "--append-system-prompt", "one", "--append-system-prompt", "two"],
		turns: [{ text: "b" }],
		prompts: ["one"],
	},
	{ name: "context files (R01)", files: { "AGENTS.md": "Project rules." }, turns: [{ text: "b" }], prompts: ["one"] },
	{
		name: "file argument and stdin (O04)",
		files: { "f.txt": "file text\n" },
		stdin: "piped\n",
		args: ["@f.txt"],
		turns: [{ text: "b" }],
		prompts: ["msg"],
	},
];
