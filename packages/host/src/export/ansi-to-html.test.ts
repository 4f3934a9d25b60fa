import { expect, test } from "vitest";
import { ansiToHtml } from "./ansi-to-html.ts";
import { StyleSheet } from "./html/style-sheet.ts";

/** The markup with the declarations where the classes are. */
function convert(text: string): string {
	const styles = new StyleSheet();
	const markup = ansiToHtml(text, styles).toString();
	const rules = new Map(Array.from(styles.text().matchAll(/\.(s\d+)\{(.*)\}/g), ([, name, rule]) => [name, rule]));
	return markup.replace(/class="(s\d+)"/g, (_whole, name: string) => `"${rules.get(name)}"`);
}

test.each<[string, string, string]>([
	["plain text", "a <b> & c", "a &lt;b&gt; &amp; c"],
	["a colour and its end", "\u001b[31mred\u001b[39m plain", '<span "color:var(--ansi1)">red</span> plain'],
	["bright colours", "\u001b[94;107mx", '<span "color:var(--ansi12);background:var(--ansi15)">x</span>'],
	[
		"the colour cube and greys",
		"\u001b[38;5;208ma\u001b[48;5;232mb",
		'<span "color:#ff8700">a</span><span "color:#ff8700;background:#080808">b</span>',
	],
	["the first of 256 colours", "\u001b[38;5;9mx", '<span "color:var(--ansi9)">x</span>'],
	[
		"true colour, also with colons",
		"\u001b[38;2;1;2;300ma\u001b[38:2:9:8:7mb",
		'<span "color:#0102ff">a</span><span "color:#090807">b</span>',
	],
	[
		"attributes and a reset",
		"\u001b[1;3;4;9mx\u001b[0my",
		'<span "font-weight:bold;font-style:italic;text-decoration:underline line-through">x</span>y',
	],
	["attributes that end one by one", "\u001b[1;2mx\u001b[22my", '<span "font-weight:bold;opacity:.7">x</span>y'],
	[
		"inverse",
		"\u001b[7;31mx\u001b[27my",
		'<span "color:var(--page);background:var(--ansi1)">x</span><span "color:var(--ansi1)">y</span>',
	],
	["a style over several lines", "\u001b[32ma\nb", '<span "color:var(--ansi2)">a\nb</span>'],
	["links as their text", "\u001b]8;;http://x.example\u0007here\u001b]8;;\u0007", "here"],
	[
		"images, titles, cursor moves and marks",
		"\u001b_Gi=1;AAAA\u001b\\a\u001b]0;t\u0007b\u001b[2J\u001b[?25lc\u001b_pi:c\u0007d\u001b(Be",
		"abcde",
	],
	["unfinished sequences", "a\u001b[31", "a[31"],
	["colours that are none", "\u001b[38;5;999ma\u001b[38;2;1mb\u001b[38mc", "abc"],
])("%s", (_name, text, expected) => {
	expect(convert(text)).toBe(expected);
});

test("no text gets into the style sheet", () => {
	const styles = new StyleSheet();
	ansiToHtml("\u001b[38;2;1;2;3;</style><script>mx\u001b[38;2;a}bmx\u001b[31mok", styles);
	expect(styles.text()).toBe(".s0{color:var(--ansi1)}\n");
});
