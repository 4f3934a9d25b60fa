// Compaction that is asked for, branch summaries.
import { on, once, words, echo, large, many, keep, commands, navigate } from "./compaction-parts.mjs";

const unheard = ["after_provider_response", "before_provider_request"];

export const COMPACTION = [
	{
		name: "manual compaction (M07, TRAP97)",
		settings: keep(100),
		extensions: [commands()],
		turns: [{ text: words(200) }, { text: "two" }, { text: "summary" }, { text: "after" }],
		prompts: ["one", `two ${words(100)}`, "/c keep names", "three"],
	},
	{
		name: "manual compaction of a small session",
		extensions: [commands()],
		turns: [{ text: "a" }],
		prompts: ["one", "/c"],
	},
	{
		name: "manual compaction twice",
		settings: keep(100),
		extensions: [commands()],
		turns: [{ text: words(200) }, { text: "summary" }],
		prompts: [`one ${words(100)}`, "/cc"],
	},
	{
		name: "manual compaction, cancelled (TRAP98)",
		settings: keep(100),
		extensions: [commands(), on("session_before_compact", "return { cancel: true };")],
		turns: [{ text: words(200) }],
		prompts: [`one ${words(100)}`, "/c"],
	},
	{
		name: "two summaries by extensions (TRAP98)",
		settings: keep(100),
		extensions: [
			commands(),
			...["one", "two"].map((summary) =>
				on(
					"session_before_compact",
					`const { firstKeptEntryId, tokensBefore } = event.preparation; return { compaction: { summary: "${summary}", firstKeptEntryId, tokensBefore, details: { by: "${summary}" } } };`,
				),
			),
		],
		turns: [{ text: words(200) }, { text: "after" }],
		prompts: [`one ${words(100)}`, "/c", "two"],
	},
	{
		name: "manual compaction, no summary",
		settings: keep(100),
		extensions: [commands()],
		turns: [{ text: words(200) }, { status: 400 }, { text: "after" }],
		prompts: [`one ${words(100)}`, "/c", "two"],
	},
	{
		name: "a cut-off summary is none",
		settings: keep(100),
		extensions: [commands()],
		turns: [{ text: words(200) }, { text: "half", finish: "length" }, { text: "after" }],
		prompts: [`one ${words(100)}`, "/c", "two"],
	},
	{
		name: "an empty summary",
		settings: keep(100),
		extensions: [commands()],
		turns: [{ text: words(200) }, { text: "" }, { text: "after" }],
		prompts: [`one ${words(100)}`, "/c", "two"],
	},
	{
		name: "compaction again carries the summary on (M06)",
		settings: keep(100),
		extensions: [commands()],
		turns: [
			{ text: words(200) },
			{ text: "two" },
			{ text: "first summary" },
			{ text: words(300) },
			{ text: "end" },
			{ text: "second summary" },
			{ text: "prefix" },
			{ text: "after" },
		],
		prompts: ["one", `two ${words(100)}`, "/c", "more", "yet more", "/c", "last"],
	},
	{
		name: "files of a compaction (M05)",
		settings: keep(100),
		files: { "a.txt": "hello\n", "b.txt": "b\n" },
		extensions: [commands()],
		turns: [
			{ text: words(200), calls: [{ name: "read", args: { path: "b.txt" } }] },
			{ calls: [{ name: "read", args: { path: "a.txt" } }] },
			{ calls: [{ name: "write", args: { path: "c.txt", content: "x" } }] },
			{ calls: [{ name: "edit", args: { path: "b.txt", edits: [{ oldText: "b", newText: "c" }] } }] },
			{ text: "ok" },
			{ text: "two" },
			{ text: "summary" },
			{ text: "after" },
		],
		prompts: ["one", `two ${words(100)}`, "/c", "three"],
	},
	{
		name: "a split span (M04)",
		settings: keep(100),
		extensions: [commands()],
		turns: [
			{ text: words(150) },
			{ text: words(100), calls: [echo] },
			{ text: words(100), calls: [echo] },
			{ text: "end" },
			{ text: "history" },
			{ text: "prefix" },
			{ text: "after" },
		],
		prompts: ["one", `two ${words(80)}`, "/c", "three"],
	},
	{
		name: "a large result is cut in the summary's text (M12)",
		files: large,
		settings: keep(100),
		extensions: [commands()],
		turns: [{ text: "look", calls: [many] }, { text: "ok" }, { text: "two" }, { text: "summary" }, { text: "after" }],
		prompts: ["one", `two ${words(100)}`, "/c", "three"],
	},
	{
		name: "a draft of a boundary that keeps nothing (M14, TRAP24)",
		extensions: [
			once(
				"agent_before_settle",
				'return { entries: [{ type: "compaction", summary: "all of it", firstKeptEntryId: null }] };',
			),
		],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{
		name: "abort inside agent_before_settle (TRAP22)",
		extensions: [
			once(
				"agent_before_settle",
				'ctx.abort(); return { entries: [{ type: "custom_message", customType: "m", content: "more", display: true }], continue: true };',
			),
		],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{
		name: "an aborted run (TRAP23)",
		extensions: [once("context", "ctx.abort();")],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "two"],
	},
	{
		name: "navigate to an answer",
		extensions: [navigate("answer(ctx, 0)")],
		turns: [{ text: "a" }, { text: "b" }, { text: "c" }],
		prompts: ["one", "two", "/n", "three"],
	},
	{
		name: "navigate to a prompt with a label (TRAP91)",
		extensions: [navigate("user(ctx, 1)", { label: "L" })],
		turns: [{ text: "a" }, { text: "b" }, { text: "c" }],
		prompts: ["one", "two", "/n", "three"],
	},
	{
		name: "navigate with a summary (M11)",
		files: { x: "x" },
		extensions: [navigate("answer(ctx, 0)", { summarize: true, label: "L", customInstructions: "names" })],
		turns: [
			{ text: "a" },
			{ calls: [{ name: "read", args: { path: "x" } }] },
			{ text: "b" },
			{ text: "branch" },
			{ text: "c" },
		],
		prompts: ["one", "two", "/n", "three"],
	},
	{
		name: "navigate to the first prompt with a summary",
		extensions: [navigate("user(ctx, 0)", { summarize: true })],
		turns: [{ text: "a" }, { text: "b" }, { text: "branch" }, { text: "c" }],
		prompts: ["one", "two", "/n", "three"],
	},
	{
		name: "navigate to where the session is",
		extensions: [navigate("ctx.sessionManager.getLeafId()", { summarize: true, label: "L" })],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "/n", "two"],
	},
	{
		name: "navigate to nowhere",
		extensions: [navigate('"nope"')],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "/n", "two"],
	},
	{
		name: "navigate, cancelled",
		extensions: [navigate("user(ctx, 0)"), on("session_before_tree", "return { cancel: true };")],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "/n", "two"],
	},
	{
		name: "navigate with a summary by an extension (TRAP92)",
		extensions: [
			navigate("user(ctx, 1)", { summarize: true }),
			on("session_before_tree", 'return { summary: { summary: "own", details: { a: 1 } }, label: "L" };'),
		],
		turns: [{ text: "a" }, { text: "b" }, { text: "c" }],
		prompts: ["one", "two", "/n", "three"],
	},
	{
		name: "navigate with a summary nobody asked for (TRAP92)",
		extensions: [
			navigate("user(ctx, 1)"),
			on("session_before_tree", 'return { summary: { summary: "own" }, label: "L" };'),
		],
		turns: [{ text: "a" }, { text: "b" }, { text: "c" }],
		prompts: ["one", "two", "/n", "three"],
	},
	{
		name: "navigate, no summary",
		extensions: [navigate("user(ctx, 1)", { summarize: true })],
		turns: [{ text: "a" }, { text: "b" }, { status: 400 }, { text: "c" }],
		prompts: ["one", "two", "/n", "three"],
	},
	{
		name: "navigate to a message of an extension",
		extensions: [
			navigate('ctx.sessionManager.getEntries().find((entry) => entry.type === "custom_message").id'),
			on("session_start", 'pi.sendMessage({ customType: "note", content: "noted", display: true });'),
		],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "/n", "two"],
	},
	{
		name: "navigate while a run goes on (K06)",
		extensions: [
			commands(
				'pi.sendMessage({ customType: "go", content: "go", display: true }, { triggerTurn: true }); report(await ctx.navigateTree(user(ctx, 0)).then(() => "moved", () => "rejected")); await ctx.waitForIdle();',
			),
		],
		turns: [{ text: "a" }, { text: "b" }],
		prompts: ["one", "/n"],
	},
].map((scenario) => ({ unheard, ...scenario }));
