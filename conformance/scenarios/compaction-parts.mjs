// What scenarios of compaction and recovery are made of.
export const on = (event, body) =>
	`export default (pi) => { pi.on(${JSON.stringify(event)}, async (event, ctx) => { ${body} }); }`;
export const once = (event, body) => `let done = false; ${on(event, `if (done) return; done = true; ${body}`)}`;
export const words = (count, word = "word") => Array.from({ length: count }, (_, at) => `${word}${at}`).join(" ");
export const echo = { name: "bash", args: { command: "echo hi" } };
export const large = { "large.txt": "x".repeat(5000) };
export const many = { name: "read", args: { path: "large.txt" } };
export const overloaded = { status: 529, body: { error: { message: "Overloaded", type: "overloaded_error" } } };
export const tooLong = {
	status: 400,
	body: {
		error: {
			message:
				"This model's maximum context length is 128000 tokens. However, your messages resulted in 200000 tokens.",
			type: "invalid_request_error",
			code: "context_length_exceeded",
		},
	},
};
export const full = { prompt_tokens: 11_500, completion_tokens: 100, total_tokens: 11_600 };
export const quick = { retry: { baseDelayMs: 5 } };
export const keep = (tokens, more = {}) => ({
	...quick,
	compaction: { keepRecentTokens: tokens, reserveTokens: 1000, ...more },
});
export const small = { contextWindow: 12_000 };

/** A command `c` that compacts and waits, one `cc` that does so twice, and one `n` that navigates. */
export const commands = (navigate = "") =>
	`export default (pi) => {
	const compact = (ctx, more) => new Promise((resolve) => ctx.compact({ ...more, onComplete: ({ summary }) => resolve([summary, ctx.isIdle()]), onError: ({ message }) => resolve([/^(Nothing to compact \\(session too small\\)|Already compacted|Compaction cancelled)$/.test(message) ? message : "failed", ctx.isIdle()]) }));
	const report = (value) => pi.appendEntry("report", value);
	const user = (ctx, at) => ctx.sessionManager.getEntries().filter((entry) => entry.message?.role === "user")[at].id;
	const answer = (ctx, at) => ctx.sessionManager.getEntries().filter((entry) => entry.message?.role === "assistant")[at].id;
	pi.registerCommand("c", { handler: async (args, ctx) => report([await compact(ctx, args ? { customInstructions: args } : {}), ctx.getContextUsage()?.tokens === null]) });
	pi.registerCommand("cc", { handler: async (args, ctx) => { const first = await compact(ctx); report([first, await compact(ctx)]); } });
	pi.registerCommand("n", { handler: async (args, ctx) => { ${navigate} } });
}`;
export const navigate = (target, options = {}) =>
	commands(
		`report(await ctx.navigateTree(${target}, ${JSON.stringify(options)}).catch(({ message }) => ["rejected", /not found/.test(message)]));`,
	);
