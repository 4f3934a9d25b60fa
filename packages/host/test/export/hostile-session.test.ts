import * as fc from "fast-check";
import { expect, test } from "vitest";
import { exportHtml } from "../../src/export/export-html.ts";
import { createMemorySession } from "../../src/session/open-session.ts";
import { CHAT_MODEL } from "../../../ai/test/strict-server/wire-bodies.ts";
import { arbitrarySession } from "../sendable/arbitrary-session.ts";
import { header } from "../session/entries.ts";
import { elementsOf, readPage, textOf } from "./read-page.ts";
import { answer, call, message, resultOf, sessionOf } from "./sample-session.ts";

const RUNS = 120;

const hostile: fc.Arbitrary<string> = fc
	.array(
		fc.oneof(
			fc.string({ unit: "grapheme", maxLength: 6 }),
			fc.constantFrom(
				"<script>alert(1)</script>",
				"</style><script>",
				"</pre></article>",
				'" onmouseover="alert(1)',
				"' onfocus='x",
				"<!--",
				"]]>",
				"&lt;",
				"&#x3c;img src=x onerror=alert(1)&#x3e;",
				"javascript:alert(1)",
				"`code`",
				"```\n",
				"**",
				"> ",
				"| a |\n|---|\n",
				"\u001b[31m",
				"\u001b]8;;javascript:alert(1)\u0007",
				"\u001b[38;2;1;2;3m",
				"\u0000",
				"\ud800",
				"\n",
			),
		),
		{ maxLength: 6 },
	)
	.map((parts) => parts.join(""));

const ELEMENTS: ReadonlySet<string> = new Set(
	"html head meta title style body header h1 dl div dt dd main article b span time p pre code strong em del blockquote table thead tbody tr th td hr details summary img footer".split(
		" ",
	),
);
const ATTRIBUTES: ReadonlySet<string> = new Set([
	"lang",
	"charset",
	"http-equiv",
	"content",
	"name",
	"class",
	"alt",
	"width",
	"height",
	"src",
]);

/** What a page holds that no export may hold. Reading it fails already where anything is not escaped. */
function foreignParts(page: string): string[] {
	return elementsOf(readPage(page)).flatMap(({ name, attributes }) => [
		...(ELEMENTS.has(name) ? [] : [name]),
		...Object.keys(attributes).filter((attribute) => !ATTRIBUTES.has(attribute)),
		...(/^[\w -]*$/.test(attributes["class"] ?? "") ? [] : [`class ${attributes["class"]}`]),
		...(/^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/]+=*$/.test(attributes["src"] ?? "data:image/png;base64,A")
			? []
			: ["src"]),
	]);
}

test("whatever a session says, in any place, stays text", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(hostile, { minLength: 12, maxLength: 12 }), async (texts) => {
			const [a = "", b = "", c = "", d = "", e = "", f = "", g = "", h = "", i = "", j = "", k = "", l = ""] = texts;
			const session = sessionOf(
				message({
					role: "system",
					content: a,
					sections: { [b]: c },
					toolsAdded: [{ name: d, description: "", parameters: {} }],
					timestamp: 1,
				}),
				message({
					role: "user",
					content: [
						{ type: "text", text: e },
						{ type: "image", data: f, mimeType: g },
					],
					timestamp: 1,
				}),
				message({
					...answer({ type: "thinking", thinking: h }, { type: "text", text: i }, call(j, k, { [l]: a })),
					model: b,
					errorMessage: c,
				}),
				message(
					resultOf(j, {
						content: [{ type: "text", text: d }],
						nestedCalls: {
							complete: false,
							calls: [{ id: e, name: f, arguments: { [g]: h }, status: i as "ok", error: j }],
						},
					}),
				),
				message({
					role: "bashExecution",
					command: k,
					output: l,
					exitCode: 1,
					cancelled: true,
					truncated: false,
					timestamp: 1,
				}),
				{ type: "custom_message", customType: a, content: b, display: true },
				{ type: "branch_summary", fromId: "root", summary: c },
				{ type: "compaction", summary: d, firstKeptEntryId: null, tokensBefore: 1 },
				{ type: "model_change", provider: e, modelId: f },
				{ type: "session_info", name: g },
			);
			session.append({ type: "label", targetId: session.getLeafId() ?? "", label: h });
			const page = await exportHtml(session);
			expect(foreignParts(page)).toEqual([]);
			// Nothing is lost either: a user's text is there, but for the characters that no document can hold.
			const readable = e.replace(/[\u0000\u001b\u0007]|\p{Surrogate}/gu, "\ufffd").replace(/\r\n?/g, "\n");
			expect(textOf(readPage(page))).toContain(readable);
		}),
		{ numRuns: RUNS },
	);
});

test("sessions of other programs, damaged and branched, make a page", async () => {
	await fc.assert(
		fc.asyncProperty(arbitrarySession(CHAT_MODEL), async ({ entries, leafId }) => {
			const session = createMemorySession("/project", { header: header(), entries });
			if (leafId !== null) session.branch(leafId);
			expect(foreignParts(await exportHtml(session))).toEqual([]);
		}),
		{ numRuns: RUNS },
	);
});
