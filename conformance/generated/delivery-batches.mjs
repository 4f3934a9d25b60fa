// Messages of extensions: every way of delivery, while nothing runs and while something does; and what boundaries propose.

const options = (deliverAs, triggerTurn) =>
	`{ ${[deliverAs && `deliverAs: "${deliverAs}"`, triggerTurn !== undefined && `triggerTurn: ${triggerTurn}`].filter(Boolean).join(", ")} }`;
const custom = (given) => `players[0].sendMessage({ customType: "c", content: "c", display: true }, ${given});`;
const said = (given) => `players[0].sendUserMessage("said", ${given});`;

/** Not `waitForIdle`, which may come before the run that a message starts. */
const SETTLED =
	'const settled = new Promise((done) => { const off = players[0].on("agent_settled", () => { off(); done(); }); });';

const SENT = [undefined, "steer", "followUp", "nextTurn"].flatMap((deliverAs) =>
	[undefined, true, false].map((triggerTurn) => options(deliverAs, triggerTurn)),
);
const WAYS = [
	...SENT.map((given) => ({
		way: `sendMessage ${given}`,
		code: custom(given),
		starts: given.includes("true") && !given.includes("nextTurn"),
	})),
	...[undefined, "steer", "followUp"].map((deliverAs) => ({
		way: `sendUserMessage ${options(deliverAs)}`,
		code: said(options(deliverAs)),
		starts: true,
	})),
];
const running = ["tool_call", "tool_execution_end", "message_end", "turn_start", "turn_end"];
const turns = [{ calls: [{ name: "t" }] }, { text: "1" }, { text: "2" }, { text: "3" }];
const setup =
	'pi.registerTool({ name: "t", label: "L", description: "d", parameters: { type: "object", properties: {} }, execute: async () => ({ content: [{ type: "text", text: "x" }], details: {} }) });';

const whileRunning = (event) => ({
	name: `delivery from ${event}`,
	setup,
	later: ["input"],
	cases: WAYS.map(({ way, code }) => ({
		name: `from ${event}: ${way}`,
		handlers: [{ event, once: true, code }],
		turns,
		prompts: ["go", "again"],
	})),
});

const whileIdle = {
	name: "delivery while idle",
	setup,
	cases: WAYS.map(({ way, code, starts }) => ({
		name: `while idle: ${way}`,
		start: starts ? `${SETTLED} ${code} await settled;` : code,
		turns: [{ text: "1" }, { text: "2" }, { text: "3" }],
	})),
};

const ENTRIES = {
	"no entries": undefined,
	"an entry": '[...event.entries, { type: "custom", customType: "e", data: 1 }]',
	"a message": '[...event.entries, { type: "custom_message", customType: "m", content: "m", display: true }]',
	"an edit":
		'[...event.entries, { type: "context_edit", targetId: ctx.sessionManager.getLeafId(), replacement: null }]',
	"an edit of nothing":
		'[...event.entries, { type: "custom", customType: "e" }, { type: "context_edit", targetId: "nothing", replacement: null }]',
	"no list": "5",
	"a list of nonsense": '[{ type: "nonsense" }]',
};
const proposal = (entries, goOn) =>
	`return { ${[entries && `entries: ${entries}`, goOn !== undefined && `continue: ${goOn}`].filter(Boolean).join(", ")} };`;
const SINGLE = Object.entries(ENTRIES).flatMap(([title, entries]) =>
	[undefined, true, false].map((goOn) => ({ title: `${title}, continue ${goOn}`, codes: [proposal(entries, goOn)] })),
);
const SECOND = {
	"takes continue back": "return { continue: false };",
	"empties the entries": "return { entries: [] };",
	throws: 'throw new Error("broken");',
	"answers nonsense": "return 42;",
	"adds a message": proposal(ENTRIES["a message"]),
	"spoils the entries": proposal(ENTRIES["an edit of nothing"]),
	aborts: "ctx.abort();",
};
const FIRST = proposal('[{ type: "custom", customType: "first", data: 1 }]', true);
const PROPOSALS = [
	...SINGLE,
	...Object.entries(SECOND).map(([title, code]) => ({ title: `the second handler ${title}`, codes: [FIRST, code] })),
];

const boundaries = (event) => ({
	name: `proposals of ${event}`,
	setup,
	cases: PROPOSALS.map(({ title, codes }) => ({
		name: `${event}: ${title}`,
		handlers: codes.map((code, by) => ({ event, by, once: true, code })),
		turns,
	})),
});

export const DELIVERY_BATCHES = [
	...running.map(whileRunning),
	whileIdle,
	boundaries("turn_end"),
	boundaries("agent_before_settle"),
];
