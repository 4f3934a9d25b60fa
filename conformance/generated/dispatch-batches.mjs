// Every event with none to three handlers that answer, throw, reject, change the event or answer nonsense.

const note = (name) => `{ customType: "${name}", content: "${name}", display: true }`;
const user = '{ role: "user", content: [{ type: "text", text: "added @" }], timestamp: 1 }';
const tool = [{ calls: [{ name: "t" }] }, { text: "done" }];
const observer = (mutate, more = {}) => ({ answer: "return { surprise: @ };", mutate, bad: "return 42;", ...more });

/** Per event: a valid answer, a change in place, nonsense; `@` is the number of the handler. */
const EVENTS = {
	input: {
		answer: 'return { action: "transform", text: event.text + " answered @" };',
		mutate: 'event.text += " changed @";',
		bad: 'return { action: "nonsense", text: 7 };',
	},
	before_agent_start: {
		answer: `return { message: ${note("answer-@")} };`,
		mutate: 'event.systemPromptOptions.sections.s@ = "text";',
		bad: "return 42;",
	},
	context: {
		answer: `return { messages: [...event.messages, ${user}] };`,
		mutate: `event.messages.push(${user});`,
		bad: "return 42;",
	},
	context_with_system: {
		answer: `return { messages: [...event.messages, ${user}] };`,
		mutate: `event.messages.push(${user});`,
		bad: "return 42;",
	},
	before_provider_request: {
		answer: 'return { ...event.payload, messages: [...event.payload.messages, { role: "user", content: "added @" }] };',
		mutate: 'event.payload.messages.push({ role: "user", content: "pushed @" });',
		bad: "return null;",
	},
	message_start: observer('event.message.marked = "@";'),
	message_update: observer("event.assistantMessageEvent.marked = @;"),
	message_end: {
		answer:
			'if (event.message.role === "assistant") return { message: { ...event.message, content: [...event.message.content, { type: "text", text: "answered @" }] } };',
		mutate: 'if (event.message.role === "assistant") event.message.content.push({ type: "text", text: "changed @" });',
		bad: 'return { message: { role: "nobody" } };',
	},
	turn_start: observer("event.turnIndex = 90;"),
	agent_start: observer("event.extra = @;"),
	agent_end: observer("event.messages.length = 0;"),
	agent_settled: observer("event.aborted = true;"),
	tool_call: {
		answer: 'return { block: true, reason: "no, says @" };',
		mutate: "event.input.n = @;",
		bad: 'return "nonsense";',
		turns: tool,
	},
	tool_result: {
		answer: 'return { content: [...event.content, { type: "text", text: "answered @" }] };',
		mutate: 'event.content.push({ type: "text", text: "changed @" });',
		bad: "return 42;",
		turns: tool,
	},
	tool_execution_start: observer("event.args.n = 9@;", { turns: tool }),
	tool_execution_update: observer("event.partialResult = undefined;", { turns: tool }),
	tool_execution_end: observer("event.isError = true;", { turns: tool }),
	turn_end: {
		answer:
			'return { entries: [...event.entries, { type: "custom_message", customType: "n@", content: "n@", display: true }] };',
		mutate: 'event.entries.push({ type: "custom", customType: "m@", data: @ });',
		bad: 'return { entries: "nonsense" };',
		turns: tool,
	},
	agent_before_settle: {
		answer: 'return { entries: [...event.entries, { type: "custom", customType: "n@", data: @ }] };',
		mutate: 'event.entries.push({ type: "custom", customType: "m@", data: @ });',
		bad: 'return { continue: "nonsense" };',
	},
	thinking_level_select: observer('event.level = "max";', {
		start: 'pi.setThinkingLevel(pi.getThinkingLevel() === "high" ? "low" : "high");',
	}),
	session_info_changed: observer('event.name = "changed";', { start: 'pi.setSessionName("name " + number);' }),
};

const KINDS = ["answer", "throw", "reject", "mutate", "bad"];
const others = KINDS.filter((kind) => kind !== "answer");
const COMBINATIONS = [
	[],
	...KINDS.map((kind) => [kind]),
	["answer", "answer"],
	...others.flatMap((kind) => [
		["answer", kind],
		[kind, "answer"],
	]),
	...KINDS.map((kind) => ["answer", kind, "answer"]),
];

function handler(event, kind, by) {
	if (kind === "throw") return { event, by, sync: true, code: `throw new Error("broken ${by}");` };
	if (kind === "reject") return { event, by, code: `await null; throw new Error("broken ${by}");` };
	return { event, by, code: EVENTS[event][kind].replaceAll("@", String(by)) };
}

/** One batch per event: one start of each program. */
export const DISPATCH_BATCHES = Object.entries(EVENTS).map(([event, { turns = [{ text: "done" }], start = "" }]) => ({
	name: `handlers of ${event}`,
	model: { reasoning: true },
	cases: COMBINATIONS.map((kinds) => ({
		name: `${event}: ${kinds.join(", ") || "no handler"}`,
		handlers: kinds.map((kind, by) => handler(event, kind, by)),
		start: start.replace("number", String(COMBINATIONS.indexOf(kinds))),
		turns,
	})),
}));
