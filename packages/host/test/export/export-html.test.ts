import { createHash } from "node:crypto";
import { Text } from "@tau/tui";
import { expect, test } from "vitest";
import { exportHtml } from "../../src/export/export-html.ts";
import type { ExportHtmlOptions } from "../../src/export/export-options.ts";
import type { AnyToolDefinition } from "../../src/extension-api/tool.ts";
import type { Session } from "../../src/session/session.ts";
import { Theme } from "../../src/theme/theme.ts";
import { user } from "../session/entries.ts";
import { elementsOf, type PageElement, readPage, textOf, withClass } from "./read-page.ts";
import { answer, call, EXPORT_TIME, message, PIXEL, QUESTION, resultOf, sessionOf } from "./sample-session.ts";

async function pageOf(session: Session, options: ExportHtmlOptions = {}): Promise<PageElement> {
	return readPage(await exportHtml(session, { now: () => EXPORT_TIME, ...options }));
}

const named = (page: PageElement, name: string): PageElement[] =>
	elementsOf(page).filter((element) => element.name === name);
const articles = (page: PageElement): string[] => named(page, "article").map(textOf);
const text = (value: string) => ({ type: "text" as const, text: value });

/** A tool whose renderers draw what they are given. */
function drawing(overrides: Partial<AnyToolDefinition> = {}): Pick<AnyToolDefinition, "renderCall" | "renderResult"> {
	return {
		renderCall: (args, theme, { state, cwd }) => {
			(state as { seen?: boolean }).seen = true;
			return new Text(theme.fg("accent", `draws ${JSON.stringify(args)} in ${cwd}`), 0, 0);
		},
		renderResult: (result, { expanded, isPartial }, _theme, { state, isError, durationMs }) => {
			const seen = (state as { seen?: boolean }).seen === true;
			return new Text(
				`${expanded ? "whole" : "short"} ${JSON.stringify([result.details, isPartial, isError, durationMs, seen])}`,
				0,
				0,
			);
		},
		...overrides,
	};
}

test("the page says which session it is, and shows the active branch in order", async () => {
	const session = sessionOf(QUESTION);
	const question = session.getLeafId() ?? "";
	session.append(message(answer(text("Left behind."))));
	session.branch(question);
	session.append(message(answer({ type: "thinking", thinking: "Hm." }, text("**Nothing** of note."))));
	session.append({ type: "model_change", provider: "p", modelId: "m" });
	session.append({ type: "session_info", name: "About <files>" });
	session.append({ type: "label", targetId: question, label: "start" });
	const page = await pageOf(session);

	expect([named(page, "title"), named(page, "h1")].map(([element]) => textOf(element ?? ""))).toEqual([
		"About <files>",
		"About <files>",
	]);
	expect(
		named(page, "dl")
			.flatMap(elementsOf)
			.filter(({ name }) => name === "div")
			.map((fact) => fact.children.map(textOf)),
	).toEqual([
		["session", "session-1"],
		["folder", "/project"],
		["started", "2026-01-02 03:04:05 UTC"],
		["exported", "2026-11-30 12:00:00 UTC"],
		["models", "tester/test-1"],
		["messages", "3"],
		["tool calls", "0"],
		["tokens", "0 in, 0 out"],
		["cost", "$0.0000"],
		["this branch", "5 of 6 entries"],
	]);
	expect(articles(page)).toEqual([
		"user2026-01-02 03:04:06 UTCstartWhat is in <a.txt>?",
		"assistanttester/test-12026-01-02 03:04:08 UTCthinkingHm.Nothing of note.",
		"model: p/m2026-01-02 03:04:09 UTC",
	]);
	expect(withClass(page, "thinking").map(({ name, attributes }) => [name, attributes])).toEqual([
		["details", { class: "thinking" }],
	]);
});

test("the page refers to nothing outside itself, and its policy allows only its own style and images in it", async () => {
	const link = "[x](http://evil.example/a) <img src='http://evil.example/b'> http://evil.example/c";
	const session = sessionOf(
		message(user(link)),
		message({ role: "user", content: [{ type: "image", data: PIXEL, mimeType: "image/gif" }], timestamp: 1 }),
		message(answer(text(link), call("1", "web", { url: "http://evil.example/d" }))),
		message(
			resultOf("1", { content: [text("\u001b]8;;http://evil.example/e\u0007link\u001b]8;;\u0007 \u001b[31mred")] }),
		),
	);
	const source = await exportHtml(session);
	const page = readPage(source);
	const attributes = elementsOf(page).flatMap((element) => Object.entries(element.attributes));
	const style = textOf(named(page, "style")[0] ?? "");

	expect(source.match(/\b(?:src|href)=["']?https?:/gi)).toBeNull();
	expect(
		attributes.filter(([name]) => !["class", "lang", "charset", "http-equiv", "content", "name"].includes(name)),
	).toEqual([
		["alt", "image"],
		["width", "3"],
		["height", "2"],
		["src", `data:image/png;base64,${PIXEL}`],
	]);
	expect(named(page, "meta").find((meta) => meta.attributes["http-equiv"])?.attributes["content"]).toBe(
		`default-src 'none'; img-src data:; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'none'`,
	);
	expect([/url\(|@import|expression/.test(style), named(page, "script").length, named(page, "style").length]).toEqual([
		false,
		0,
		1,
	]);
	expect(style).toContain("@media (prefers-color-scheme:dark)");
});

test("calls are drawn by the tool's renderers at width 100, with both forms of the result", async () => {
	const session = sessionOf(
		message(answer(call("1", "draw", { a: 1 }), call("2", "plain", { path: "x", deep: { b: 2 } }))),
		message(resultOf("1", { details: { d: 3 }, durationMs: 1_500, isError: true })),
		message(resultOf("2", { content: [text(Array.from({ length: 13 }, (_, line) => `line ${line}`).join("\n"))] })),
	);
	const theme = new Theme({ accent: "#010203" }, {}, "truecolor", { name: "t", appearance: "dark" });
	const page = await pageOf(session, {
		theme,
		toolRenderers: (name) => (name === "draw" ? drawing() : undefined),
	});
	const [drawn, plain] = withClass(page, "call");

	expect([drawn?.attributes["class"], textOf(drawn ?? "")]).toEqual([
		"call failed",
		'drawfailed1.5 sdraws {"a":1} in /projectshort [{"d":3},false,true,1500,true]all of itwhole [{"d":3},false,true,1500,true]',
	]);
	expect(textOf(plain ?? "")).toBe(
		`plainpath: x\ndeep: {"b":2}result, 13 lines${Array.from({ length: 13 }, (_, line) => `line ${line}`).join("\n")}`,
	);
	const style = textOf(named(page, "style")[0] ?? "");
	expect([style.includes("{color:#010203}"), /pre\.themed\{--page:#14161a/.test(style)]).toEqual([true, true]);
	expect(
		withClass(page, "terminal")
			.flatMap((block) => textOf(block).split("\n"))
			.every((line) => line.length <= 100),
	).toBe(true);
});

test("renderers that fail, and ones that draw nothing, are done without and reported", async () => {
	const fail = (): never => {
		throw new Error("no paint");
	};
	const session = sessionOf(
		message(answer(call("1", "draw", { a: "b" }))),
		message(resultOf("1")),
		{ type: "custom_message", customType: "card", content: "fallback", display: true },
		{ type: "custom_message", customType: "card", content: "hidden", display: false },
		{ type: "custom", customType: "state", data: 1 },
		{ type: "custom", customType: "other", data: 1 },
	);
	const problems: string[] = [];
	const page = await pageOf(session, {
		toolRenderers: () => drawing({ renderCall: fail, renderResult: () => ({ render: fail, invalidate: () => {} }) }),
		messageRenderer: () => fail,
		entryRenderer: (type) => (type === "state" ? () => new Text("a card", 0, 0) : undefined),
		onProblem: (problem) => problems.push(problem),
	});
	expect([articles(page).map((article) => article.replace(/2026\S* \S* UTC/, "|")), problems]).toEqual([
		["assistanttester/test-1|drawa: bdone", "card|fallback", "state|a card"],
		[
			"renderCall of draw failed: no paint",
			"renderResult of draw failed: no paint",
			"the renderer of card failed: no paint",
		],
	]);
});

test("the record of nested calls is listed with the call that made them", async () => {
	const nestedCalls = {
		complete: false,
		calls: [
			{ id: "1/1", name: "read", arguments: { path: "<a>" }, status: "ok" as const, durationMs: 12 },
			{ id: "1/2", name: "bash", argumentsBytes: 9_000, status: "error" as const, error: "exit 1" },
		],
	};
	const page = await pageOf(sessionOf(message(answer(call("1", "script"))), message(resultOf("1", { nestedCalls }))));
	const nested = named(page, "details").find((element) => textOf(element).startsWith("2 nested calls"));
	expect(named(nested ?? page, "tr").map((row) => row.children.map(textOf))).toEqual([
		["id", "tool", "status", "arguments"],
		["1/1", "read", "ok, 12 ms", '{"path":"<a>"}'],
		["1/2", "bash", "errorexit 1", "(9000 bytes, not kept)"],
	]);
	expect(textOf(nested ?? "").endsWith("The record is not complete.")).toBe(true);
});

test("each result stands with its call although ids come again, and one without call stands alone", async () => {
	const result = (id: string, value: string) => message(resultOf(id, { content: [text(value)] }));
	const session = sessionOf(
		result("x", "lost"),
		message(answer(call("a", "one"), call("a", "two"))),
		result("a", "first"),
		result("a", "second"),
		message(answer(call("a", "three"), call("b", "four"))),
		result("a", "third"),
	);
	const page = await pageOf(session);
	expect([withClass(page, "call").map(textOf), articles(page)[0]]).toEqual([
		["onefirst", "twosecond", "threethird", "fourno result"],
		"result of bashits call is not here2026-01-02 03:04:06 UTClost",
	]);
});

test("tools that come and go, commands of the user, summaries and edits are told (X13)", async () => {
	const tool = (name: string) => ({ name, description: "", parameters: {} });
	const session = sessionOf(
		message({
			role: "system",
			content: "",
			sections: { cwd: "/p" },
			toolsAdded: [tool("read"), tool("bash")],
			timestamp: 1,
		}),
		QUESTION,
		message({ role: "system", content: "", toolsRemoved: [{ name: "bash" }], timestamp: 1 }),
		message({
			role: "bashExecution",
			command: "ls",
			output: "a\u001b[1mb",
			exitCode: 2,
			cancelled: false,
			truncated: false,
			excludeFromContext: true,
			timestamp: 1,
		}),
		{ type: "branch_summary", fromId: "root", summary: "went *there*" },
	);
	const edited = session.getEntries()[1]?.id ?? "";
	session.append({ type: "context_edit", targetId: edited, replacement: null });
	session.append({ type: "compaction", summary: "all of it", firstKeptEntryId: null, tokensBefore: 12_345 });
	const lines = articles(await pageOf(session)).map((article) => article.replace(/2026\S* \S* UTC/, "|"));
	expect(lines).toEqual([
		"systemtools added: read, bash|instructionscwd/p",
		"user|What is in <a.txt>?",
		"systemtools removed: bash|",
		"shellexit code 2not told to the model|$ lsab",
		"branch summary|summarywent there",
		"an earlier entry is left out of the context|",
		"compaction12 345 tokens before|summaryall of it",
	]);
});

test("a theme's backgrounds fix the page to its appearance; what is no colour is left out", async () => {
	const theme = new Theme({ accent: "#010203" }, {}, "truecolor", { name: "t", appearance: "light" });
	const page = await pageOf(sessionOf(QUESTION), { theme, pageColors: { pageBg: "#ABCDEF", cardBg: "red;}</style>" } });
	const style = textOf(named(page, "style")[0] ?? "");
	expect([
		style.startsWith(":root{color-scheme:light;--page:#f7f7f8"),
		style.includes("--page:#ABCDEF;}"),
		style.includes("red;"),
	]).toEqual([true, true, false]);
});

test("a session without entries, and images that are none, make a page too", async () => {
	const svg = Buffer.from("<svg onload='x'/>").toString("base64");
	const images = message({
		role: "user",
		content: [
			{ type: "image", data: svg, mimeType: "image/svg+xml" },
			{ type: "image", data: `${PIXEL.slice(0, 30)}" onerror="x`, mimeType: 'image/png" onerror="x' },
		],
		timestamp: 1,
	});
	const page = await pageOf(sessionOf(images));
	expect([articles(await pageOf(sessionOf())), named(page, "img"), named(page, "p").map(textOf)]).toEqual([
		[],
		[],
		[
			"(image that cannot be shown: image/svg+xml, 17 bytes)",
			expect.stringMatching(/^\(image that cannot be shown: image\/png" onerror="x, \d+ bytes\)$/),
		],
	]);
});

test("an entry that cannot be read is shown as it is, and the rest of the branch with it", async () => {
	const nestedCalls = { calls: [null], complete: true } as never;
	const session = sessionOf(
		QUESTION,
		message(answer(call("1", "script"))),
		message(resultOf("1", { nestedCalls })),
		QUESTION,
	);
	const shown = articles(await pageOf(session)).map((article) => article.replace(/2026\S* \S* UTC/, "|").slice(0, 58));
	expect(shown).toEqual([
		"user|What is in <a.txt>?",
		'unreadable entry|{"type":"message","id":"00000002","parent',
		"user|What is in <a.txt>?",
	]);
});
