// Tools side by side with every pair of outcomes, and tools that call tools.

const tool = (name, body, more = "") =>
	`pi.registerTool({ name: "${name}", label: "L", description: "d", parameters: { type: "object", properties: { n: { type: "number" } } }, ${more} execute: async (id, params, signal, onUpdate, ctx) => { ${body} } });`;
const text = (value, more = "") => `return { content: [{ type: "text", text: "${value}" }], details: {}, ${more} };`;

export const SETUP = [
	tool("t", `onUpdate?.({ content: [{ type: "text", text: "half" }], details: {} }); ${text("whole")}`),
	// Every slow call takes longer than the one before, so that two of them never end together.
	"let calls = 0;",
	tool("slow", `await new Promise((done) => setTimeout(done, 20 + 15 * (calls++ % 3))); ${text("slow")}`),
	tool("failing", 'throw new Error("broken tool");'),
	tool("error", text("an error", "isError: true")),
	tool("last", text("last", "terminate: true")),
	tool("guarded", text("never")),
	tool("alone", text("alone"), 'executionMode: "sequential",'),
	'pi.on("tool_call", (event) => event.toolName === "guarded" ? { block: true, reason: "guarded" } : undefined);',
	tool(
		"outer",
		'const seen = []; for (const name of params.names) { const outcome = await ctx.executeTool(name, params.args ?? {}).catch((error) => ({ rejected: error instanceof Error })); seen.push(outcome.rejected ? "rejected" : [outcome.isError, outcome.result.content.map((block) => block.type)]); } return { content: [{ type: "text", text: JSON.stringify(seen) }], details: {} };',
	).replace('n: { type: "number" }', 'names: { type: "array", items: { type: "string" } }, args: {}'),
].join("\n");

const NAMES = ["t", "slow", "failing", "error", "last", "guarded", "alone", "missing"];
const calls = (names) => names.map((name) => ({ name }));
const played = (names) => ({ name: `calls: ${names.join(", ")}`, turns: [{ calls: calls(names) }, { text: "done" }] });

const PAIRS = NAMES.flatMap((first) => NAMES.map((second) => [first, second]));
const TRIPLES = NAMES.map((name, index) => ["slow", name, NAMES[(index + 3) % NAMES.length]]);
const NESTED = [
	["t"],
	["failing"],
	["error"],
	["guarded"],
	["missing"],
	["last"],
	["alone"],
	["t", "guarded", "t"],
	["failing", "t"],
	["bash"],
];

export const TOOL_BATCHES = [
	{ name: "pairs of calls", setup: SETUP, cases: PAIRS.map(played) },
	{ name: "three calls", setup: SETUP, cases: TRIPLES.map(played) },
	{
		name: "calls inside calls",
		setup: SETUP,
		cases: NESTED.map((names) => ({
			name: `inside a call: ${names.join(", ")}`,
			turns: [{ calls: [{ name: "outer", args: { names } }] }, { text: "done" }],
		})).concat([
			{
				name: "inside a call: wrong arguments",
				turns: [{ calls: [{ name: "outer", args: { names: ["t"], args: { n: "zz" } } }] }, { text: "done" }],
			},
		]),
	},
];
