import { expect, test } from "vitest";
import { startProject, type TestProject } from "../harness/start-project.ts";

/**
 * Two physical models that play a list, and routers over them. `user` requests go to the big one, all others to the
 * small one; the state holds why the router was asked, when something new is to be remembered.
 */
const ROUTERS = `
import { createAssistantMessageEventStream } from "@earendil-works/pi-ai";
const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 } };
export default (pi) => {
	const plan = globalThis.routedPlan;
	pi.registerProvider("real", {
		baseUrl: "http://127.0.0.1:9", apiKey: "x", api: "mine",
		models: [{ id: "small", reasoning: true, contextWindow: 1000 }, { id: "big", reasoning: true, contextWindow: 50000 }],
		streamSimple: (model, _context, options) => {
			const stream = createAssistantMessageEventStream();
			const step = plan.shift() ?? "done";
			const base = { role: "assistant", api: model.api, provider: model.provider, model: model.id, thinkingLevel: options.reasoning, usage, timestamp: 0 };
			if (step === "fail") {
				const error = { ...base, content: [], stopReason: "error", errorMessage: "503 overloaded" };
				stream.push({ type: "error", reason: "error", error });
			} else {
				const content = step === "ping" ? [{ type: "toolCall", id: "c" + plan.length, name: "ping", arguments: {} }] : [{ type: "text", text: step }];
				const message = { ...base, content, stopReason: step === "ping" ? "toolUse" : "stop" };
				stream.push({ type: "done", reason: message.stopReason, message });
			}
			return stream;
		},
	});
	pi.registerVirtualModel({
		provider: "router", id: "auto", name: "Auto", thinkingLevels: ["low", "high"],
		route(request, ctx) {
			const why = [request.reason, request.thinkingLevel, request.previous?.model.id ?? "-", request.failed?.model.id ?? "-"].join(" ");
			const model = ctx.modelRegistry.find("real", request.reason === "user" ? "big" : "small");
			if (request.reason === "continuation") return { model, thinkingLevel: "high", state: request.state };
			return { model, thinkingLevel: "high", state: { asked: [...(request.state?.asked ?? []), why] } };
		},
	});
	pi.registerVirtualModel({ provider: "router", id: "broken", name: "Broken", route() { throw new Error("no idea"); } });
	pi.registerVirtualModel({ provider: "router", id: "circle", name: "Circle", route: (_request, ctx) => ({ model: ctx.modelRegistry.find("router", "auto"), thinkingLevel: "off" }) });
	pi.registerVirtualModel({ provider: "real", id: "mixed", name: "Mixed", route: (_request, ctx) => ({ model: ctx.modelRegistry.find("real", "small"), thinkingLevel: "off" }) });
	pi.registerTool({ name: "ping", label: "Ping", description: "p", parameters: { type: "object", properties: {} }, execute: async () => ({ content: [{ type: "text", text: "pong" }] }) });
	pi.registerCommand("seen", { handler: (_args, ctx) => pi.appendEntry("seen", [ctx.model?.id, ctx.thinkingLevel, ctx.modelRegistry.getAll().filter((m) => ["real", "router"].includes(m.provider)).map((m) => m.provider + "/" + m.id)]) });
	pi.registerCommand("ask", { handler: async (_args, ctx) => {
		const answer = await ctx.modelRegistry.complete(ctx.modelRegistry.find("router", "auto"), { messages: [{ role: "user", content: "x", timestamp: 0 }] });
		pi.appendEntry("seen", [answer.model, answer.stopReason]);
	} });
	pi.registerCommand("usage", { handler: (_args, ctx) => pi.appendEntry("usage", ctx.getContextUsage().contextWindow) });
	pi.registerVirtualModel({ provider: "router", id: "declared", name: "Declared", contextWindow: 7000, route: (_request, ctx) => ({ model: ctx.modelRegistry.find("real", "big"), thinkingLevel: "off" }) });
	pi.registerCommand("gone", { handler: (_args, ctx) => {
		pi.unregisterVirtualModel("router", "auto");
		pi.appendEntry("seen", ctx.modelRegistry.find("router", "auto") === undefined);
	} });
};`;

const STATE = "pi.virtual-model-state";

async function routed(plan: string[], words: string[]): Promise<TestProject> {
	(globalThis as { routedPlan?: string[] }).routedPlan = plan;
	return startProject({
		files: {
			"home/.pi/agent/extensions/routers.ts": ROUTERS,
			"home/.pi/agent/settings.json": JSON.stringify({
				retry: { baseDelayMs: 1 },
				compaction: { keepRecentTokens: 10 },
			}),
		},
		words,
	});
}

async function answers(project: TestProject): Promise<string[]> {
	const { session } = await project.start();
	return session.getEntries().flatMap((entry) => {
		if (entry.type !== "message" || entry.message.role !== "assistant") return [];
		const { provider, model, thinkingLevel, stopReason, errorMessage } = entry.message;
		return [[`${provider}/${model}`, thinkingLevel ?? "-", stopReason, errorMessage ?? ""].join(" ").trim()];
	});
}

test("a router picks the physical model of each request and is told why it is asked (V13, API22)", async () => {
	const project = await routed(["ping", "answered"], ["--model", "router/auto", "--thinking", "high"]);
	await project.prompt("go");
	await project.prompt("/seen");

	expect(await answers(project)).toEqual(["real/big high toolUse", "real/small high stop"]);
	expect(await project.stored("seen")).toEqual([
		[
			"auto",
			"high",
			["real/small", "real/big", "real/mixed", "router/auto", "router/broken", "router/circle", "router/declared"],
		],
	]);
	const { session } = await project.start();
	const types = session.getBranch().map((entry) => (entry.type === "message" ? entry.message.role : entry.type));
	expect(types.slice(0, 5)).toEqual(["model_change", "thinking_level_change", "system", "user", "custom"]);
});

test("state is stored when it is new and before its request, also when that fails (S19, TRAP109)", async () => {
	const project = await routed(["first", "fail", "second"], ["--model", "router/auto", "--thinking", "low"]);
	await project.prompt("one");
	await project.prompt("two");

	expect((await project.stored(STATE)).map((data) => (data as { state: unknown }).state)).toEqual([
		{ asked: ["user low - -"] },
		{ asked: ["user low - -", "user low big -"] },
		{ asked: ["user low - -", "user low big -", "retry low big big"] },
	]);
	expect(await answers(project)).toEqual([
		"real/big high stop",
		"real/big high error 503 overloaded",
		"real/small high stop",
	]);
});

test("a router that throws, or names a virtual model, ends the request with an error (V13)", async () => {
	const broken = await routed([], ["--model", "router/broken"]);
	await broken.prompt("one");
	const circle = await routed([], ["--model", "router/circle"]);
	await circle.prompt("two");

	expect([...(await answers(broken)), ...(await answers(circle))]).toEqual([
		"router/broken - error no idea",
		"router/circle - error router/circle routed to router/auto, which is a virtual model, too",
	]);
});

test("a request outside the loop is routed without state (V13)", async () => {
	const project = await routed(["direct answer"], ["--model", "router/auto"]);
	await project.prompt("/ask");

	expect([await project.stored("seen"), await project.stored(STATE)]).toEqual([[["small", "stop"]], []]);
});

test("a virtual model that is removed is gone at once (API22)", async () => {
	const project = await routed([], ["--model", "router/auto"]);
	await project.prompt("/gone");
	await project.prompt("still there?");

	expect([await project.stored("seen"), await answers(project)]).toEqual([
		[true],
		["router/auto - error The virtual model router/auto is not registered any more"],
	]);
});

test("a definition that cannot work is refused where it is registered (API22)", async () => {
	const project = await startProject({
		files: {
			"home/.pi/agent/extensions/wrong.ts": `export default (pi) => pi.registerVirtualModel({ provider: "p", id: "x", name: "X" });`,
		},
	});

	expect(project.problems).toHaveLength(1);
	expect(project.problems[0]).toMatch(
		/^error: failed to load: virtual model "x" needs a route function \(home\/.pi\/agent\/extensions\/wrong.ts:1\)$/,
	);
});

test("context usage has the limits of the physical model that answered last, or those that are declared (V13, C15)", async () => {
	const project = await routed(["first", "ping", "second"], ["--model", "router/declared"]);
	await project.prompt("/usage");
	await project.prompt("one");
	await project.prompt("/usage");

	expect([await project.stored("usage"), project.faults]).toEqual([[7000, 50_000], []]);
	expect((await project.start()).limitingModel?.id).toBe("big");
});

test("compaction keeps to the window of the physical model that answered last (V13, M01)", async () => {
	const project = await routed(["first", "second", "a summary", "third"], ["--model", "router/auto"]);
	await project.prompt("a".repeat(400));
	await project.prompt("b".repeat(400));
	// With it the context is larger than the window of `big` less its reserve; the router declares no window.
	await project.prompt("c".repeat(160_000));

	const { session } = await project.start();
	const summaries = session.getEntries().flatMap((entry) => (entry.type === "compaction" ? [entry.summary] : []));
	expect([summaries, project.faults]).toEqual([["a summary"], []]);
});
