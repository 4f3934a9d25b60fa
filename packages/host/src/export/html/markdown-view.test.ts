import { expect, test } from "vitest";
import { markdownView } from "./markdown-view.ts";

test.each<[string, string, string]>([
	["paragraphs keep their lines", "a\nb\n\nc", "<p>a\nb</p><p>c</p>"],
	["headings", "## Title #\ntext", '<div class="heading level-2">Title</div><p>text</p>'],
	[
		"fences with a language, closed by one as long",
		"````ts\n```\n<x>\n````\nz",
		'<pre class="code"><span class="language">ts</span><code>```\n&lt;x&gt;</code></pre><p>z</p>',
	],
	["a fence that never ends", "~~~\ncode", '<pre class="code"><code>code</code></pre>'],
	[
		"quotes",
		"> a\n> - b\nc",
		'<blockquote><p>a</p><div class="item depth-0"><span class="marker">•</span><span>b</span></div></blockquote><p>c</p>',
	],
	[
		"items by depth, with their lines",
		"1. one\n   more\n  - two",
		'<div class="item depth-0"><span class="marker">1.</span><span>one\nmore</span></div><div class="item depth-1"><span class="marker">•</span><span>two</span></div>',
	],
	[
		"tables",
		"| a | b |\n|---|:-:|\n| `c` | d |",
		"<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td><code>c</code></td><td>d</td></tr></tbody></table>",
	],
	["rules", "a\n\n---\n", "<p>a</p><hr>"],
	[
		"strong, emphasis, struck and code",
		"**a** *b* _c_ ~~d~~ `e*f*` ``g`h``",
		"<p><strong>a</strong> <em>b</em> <em>c</em> <del>d</del> <code>e*f*</code> <code>g`h</code></p>",
	],
	[
		"stars and underscores that are none",
		"rm *.txt and *.log, my_file_name, 2 * 3 * 4",
		"<p>rm *.txt and *.log, my_file_name, 2 * 3 * 4</p>",
	],
	[
		"links and markup as text",
		'[x](http://a.example "t") <script>alert(1)</script> ![i](data:x)',
		"<p>[x](http://a.example &quot;t&quot;) &lt;script&gt;alert(1)&lt;/script&gt; ![i](data:x)</p>",
	],
])("%s", (_name, markdown, expected) => {
	expect(markdownView(markdown).toString()).toBe(expected);
});

test("no line is lost, however deep or odd", () => {
	const odd = `${">".repeat(40)} deep\n${" ".repeat(60)}- far\n| a |\n|---\n\`\`\`\nopen`;
	const text = markdownView(odd)
		.toString()
		.replace(/<[^>]*>/g, "");
	expect(["deep", "far", "a", "open"].filter((word) => !text.includes(word))).toEqual([]);
});

test("texts made to be slow are not", () => {
	const slow = [
		Array.from({ length: 440 }, (_, length) => `${"`".repeat(length + 1)}a`).join(""),
		"` ".repeat(40_000),
		"**".repeat(40_000),
		`|\n-${" ".repeat(90_000)}x`,
		"> ".repeat(40_000),
	];
	// Each took seconds, or did not end, with patterns that look back at what they have seen.
	expect(slow.map((markdown) => markdownView(markdown).toString().length > 40_000)).toEqual(slow.map(() => true));
});
