/**
 * What the agent package does, told by its own events (Q05): `describeAgentCore(module)` runs the same scenarios with
 * whatever module it is given. As a program it prints them as JSON: `node agent-core.mjs <module>`.
 */
import { pathToFileURL } from "node:url";

const FREE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
const MODEL = {
	id: "m",
	name: "m",
	api: "x",
	provider: "p",
	baseUrl: "",
	reasoning: false,
	input: ["text"],
	cost: FREE,
	contextWindow: 1000,
	maxTokens: 100,
};

const user = (content) => ({ role: "user", content, timestamp: 1 });

function answer({ text, calls = [], error } = {}) {
	const blocks = calls.map((name, index) => ({ type: "toolCall", id: name + index, name, arguments: { a: 1 } }));
	return {
		role: "assistant",
		content: text === undefined ? blocks : [{ type: "text", text }, ...blocks],
		api: "x",
		provider: "p",
		model: "m",
		usage: { ...FREE, totalTokens: 0, cost: { ...FREE, total: 0 } },
		stopReason: error ? "error" : calls.length > 0 ? "toolUse" : "stop",
		...(error && { errorMessage: error }),
		timestamp: 1,
	};
}

/** A stream function that plays `replies` and writes down what it is asked. */
function play(replies, requests = []) {
	const left = [...replies];
	return (_model, { messages }, options = {}) => {
		const message = answer(left.shift() ?? { text: "over" });
		requests.push({
			messages: messages.map(describeMessage),
			options: Object.keys(options).toSorted().join(" "),
			apiKey: options.apiKey,
			reasoning: options.reasoning,
		});
		return {
			async *[Symbol.asyncIterator]() {
				yield { type: "start", partial: message };
				if (message.errorMessage) yield { type: "error", reason: "error", error: message };
				else {
					yield { type: "text_delta", contentIndex: 0, delta: "x", partial: message };
					yield { type: "done", reason: message.stopReason, message };
				}
			},
			result: async () => message,
		};
	};
}

function tool(name, more = {}) {
	return {
		name,
		label: name,
		description: name,
		parameters: { type: "object", properties: { a: { type: "number" } } },
		async execute(...given) {
			const [onUpdate] = given.slice(3);
			onUpdate?.({ content: [], details: {} });
			return { content: [{ type: "text", text: name }], details: {}, structuredContent: { name } };
		},
		...more,
	};
}

function describeMessage({ role, content, toolsAdded, toolsRemoved }) {
	if (role !== "system") {
		const texts = typeof content === "string" ? [content] : content.map((block) => block.text ?? block.type);
		return `${role}: ${texts.join(" + ")}`;
	}
	const added = toolsAdded?.map(({ name }) => ` +${name}`).join("") ?? "";
	return `system: ${content}${added}${toolsRemoved?.map(({ name }) => ` -${name}`).join("") ?? ""}`;
}

function describeEvent({ type, message, messages, toolCallId, isError, result }) {
	return [
		type,
		message && `${describeMessage(message)} ${message.stopReason ?? ""} ${message.errorMessage ?? ""}`,
		messages?.map(describeMessage).join(", "),
		toolCallId,
		isError === undefined ? undefined : `${isError ? "failed" : "done"} ${JSON.stringify(result)}`,
	]
		.filter((part) => part !== undefined)
		.join(" ");
}

function describeState(agent) {
	const { state, signal } = agent;
	return {
		streaming: state.isStreaming,
		pending: [...state.pendingToolCalls],
		begun: state.streamingMessage?.role,
		error: state.errorMessage,
		messages: state.messages.map(describeMessage),
		prompt: state.systemPrompt,
		tools: state.tools.map(({ name }) => name),
		level: state.thinkingLevel,
		queued: agent.hasQueuedMessages(),
		signal: signal !== undefined,
	};
}

const once = (value) => {
	let given = false;
	return () => {
		if (given) return undefined;
		given = true;
		return value;
	};
};

const fail = (text) => () => {
	throw new Error(text);
};

/** Each: options of the agent, replies of the model, and what is done; `on` hears every event. */
const AGENT_SCENARIOS = {
	"prompt, tools and options": {
		options: { sessionId: "s", getApiKey: () => "K" },
		state: { systemPrompt: "SP", tools: [tool("t")], thinkingLevel: "high" },
		replies: [{ calls: ["t", "nope"] }, { text: "done" }],
		act: (agent) => agent.prompt("hi"),
	},
	"tools that change between runs": {
		state: { tools: [tool("t")] },
		async act(agent) {
			await agent.prompt("1");
			agent.state.tools = [tool("z")];
			await agent.prompt("2");
			agent.state.tools = [tool("z", { description: "another" })];
			await agent.prompt("3");
		},
	},
	"both queues, one at a time": {
		async act(agent, note) {
			for (const text of ["s1", "s2"]) agent.steer(user(text));
			for (const text of ["f1", "f2"]) agent.followUp(user(text));
			note(agent.peekQueuedMessages().map(describeMessage).join());
			await agent.prompt("p");
		},
	},
	"both queues, all at once": {
		options: { steeringMode: "all", followUpMode: "all" },
		async act(agent) {
			for (const text of ["s1", "s2"]) agent.steer(user(text));
			for (const text of ["f1", "f2"]) agent.followUp(user(text));
			await agent.prompt("p");
		},
	},
	"an answer that failed": { replies: [{ error: "boom" }], act: (agent) => agent.prompt("p") },
	"a stream function that throws": { options: { streamFn: fail("bang") }, act: (agent) => agent.prompt("p") },
	"a conversion that throws": { options: { convertToLlm: fail("conv") }, act: (agent) => agent.prompt("p") },
	"a listener that throws": {
		on: (event) => event.type === "turn_start" && fail("L")(),
		act: (agent) => agent.prompt("p"),
	},
	"continue, and what refuses it": {
		async act(agent, note) {
			const attempt = (promise) => promise.catch((error) => note(error.message));
			await attempt(agent.continue());
			await agent.prompt("p");
			await attempt(agent.continue());
			for (const text of ["s1", "s2"]) agent.steer(user(text));
			await agent.continue();
			agent.followUp(user("f"));
			await agent.continue();
			agent.state.messages = [user("x")];
			agent.state.tools = [tool("t")];
			await agent.continue();
			const running = agent.prompt("y");
			await attempt(agent.prompt("z"));
			await attempt(agent.continue());
			await agent.waitForIdle();
			note(agent.state.isStreaming ? "busy" : "idle");
			await running;
		},
	},
	"reset keeps prompt and tools": {
		state: { systemPrompt: "SP", tools: [tool("t")] },
		replies: [{ error: "e" }],
		async act(agent) {
			await agent.prompt("p");
			agent.steer(user("q"));
			agent.reset();
		},
	},
	"an abort while a tool is announced": {
		state: { tools: [tool("t")] },
		replies: [{ calls: ["t"] }],
		on: (event, agent) => event.type === "tool_execution_start" && agent.abort(),
		act: (agent) => agent.prompt("p"),
	},
	"a call that is blocked and a result that is patched": {
		options: {
			beforeToolCall: async ({ toolCall }) => (toolCall.name === "v" ? { block: true } : undefined),
			afterToolCall: async () => ({ content: [{ type: "text", text: "new" }], isError: true, terminate: true }),
		},
		state: { tools: [tool("t"), tool("v")] },
		replies: [{ calls: ["t", "v"] }],
		act: (agent) => agent.prompt("p"),
	},
	"hooks before a call that throw": {
		options: { beforeToolCall: async () => fail("before")() },
		state: { tools: [tool("t")] },
		replies: [{ calls: ["t"] }],
		act: (agent) => agent.prompt("p"),
	},
	"hooks after a call that throw": {
		options: { afterToolCall: async () => fail("after")() },
		state: { tools: [tool("t")] },
		replies: [{ calls: ["t"] }],
		act: (agent) => agent.prompt("p"),
	},
	"a finished turn that asks for one more": {
		options: () => ({
			finishTurn: once({ action: "continue" }),
			prepareNextTurnWithContext: once({ messages: [user("injected")], thinkingLevel: "low" }),
			prepareRequest: () => undefined,
		}),
		act: (agent) => agent.prompt("p"),
	},
	"a finished turn that ends the run": {
		options: { finishTurn: () => ({ action: "end" }) },
		state: { tools: [tool("t")] },
		replies: [{ calls: ["t"] }],
		async act(agent) {
			agent.steer(user("s"));
			agent.followUp(user("f"));
			await agent.prompt("p");
		},
	},
	"messages of prepareNextTurn stand in front of the queues": {
		options: () => ({ prepareNextTurn: once({ messages: [user("injected")] }) }),
		state: { tools: [tool("t")] },
		on(event, agent) {
			if (event.type !== "turn_end" || agent.state.messages.length > 3) return;
			agent.followUp(user("f"));
		},
		act: (agent) => agent.prompt("p"),
	},
	"a context that is replaced on the way": {
		options: () => ({
			finishTurn: once({ action: "continue" }),
			prepareNextTurn: once({ context: { messages: [user("other")], tools: [tool("z")] } }),
		}),
		state: { tools: [tool("t")] },
		act: (agent) => agent.prompt("p"),
	},
};

async function describeAgent(Agent, { options = {}, state = {}, replies = [], on, act }) {
	const log = [];
	const requests = [];
	const given = typeof options === "function" ? options() : options;
	const agent = new Agent({ streamFn: play(replies, requests), ...given, initialState: { model: MODEL, ...state } });
	const note = (text) => log.push([text, describeState(agent)]);
	note("new");
	agent.subscribe((event) => {
		note(describeEvent(untimed(event)));
		on?.(event, agent);
	});
	await act(agent, note);
	note("end");
	return { log, requests };
}

/** Milliseconds differ from run to run. */
function untimed({ durationMs: _, ...event }) {
	return event;
}

async function describeLoops({ agentLoop, agentLoopContinue, runAgentLoop }) {
	const config = { model: MODEL, convertToLlm: (messages) => messages };
	const read = async (stream) => {
		const events = [];
		for await (const event of stream) events.push(describeEvent(untimed(event)));
		return { events, result: (await stream.result()).map(describeMessage) };
	};
	const start = (messages) => agentLoopContinue({ messages }, config, undefined, play([]));
	const thrown = (call) => {
		try {
			call();
			return "nothing";
		} catch (error) {
			return error.message;
		}
	};
	const queue = [user("s")];
	const steered = { ...config, getSteeringMessages: async () => queue.splice(0) };
	const context = { messages: [], tools: [tool("t")] };
	return {
		prompted: await read(agentLoop([user("p")], context, steered, undefined, play([{ calls: ["t"] }]))),
		untouched: context.messages.length,
		continued: await read(start([user("q")])),
		empty: thrown(() => start([])),
		answered: thrown(() => start([answer({ text: "a" })])),
		rejected: await runAgentLoop([user("p")], context, config, () => {}, undefined, fail("bang")).catch(String),
	};
}

async function describeCalls({ runToolCall }) {
	const assistantMessage = answer({ calls: ["t"] });
	const [call] = assistantMessage.content;
	const variants = {
		runs: { tools: [tool("t")] },
		unknown: { tools: [] },
		blocked: { tools: [tool("t")], beforeToolCall: async () => ({ block: true, reason: "R" }) },
		aborted: { tools: [], signal: AbortSignal.abort() },
		throws: { tools: [tool("t", { execute: async () => fail("T")() })] },
		patched: { tools: [tool("t")], afterToolCall: async () => ({ details: { d: 1 } }) },
	};
	const told = {};
	for (const [name, options] of Object.entries(variants)) {
		const outcome = await runToolCall(call, { assistantMessage, context: { messages: [] }, ...options });
		const { result, isError, durationMs } = outcome;
		told[name] = { result, isError, ran: durationMs !== undefined };
	}
	return told;
}

/** Every scenario by name, as plain data. */
export async function describeAgentCore(module) {
	const told = {};
	for (const [name, scenario] of Object.entries(AGENT_SCENARIOS))
		told[name] = await describeAgent(module.Agent, scenario);
	told["loops without an agent"] = await describeLoops(module);
	told["calls without a loop"] = await describeCalls(module);
	return JSON.parse(JSON.stringify(told));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
	process.stdout.write(JSON.stringify(await describeAgentCore(await import(process.argv[2])), undefined, "\t"));
}
