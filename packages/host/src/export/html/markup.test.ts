import { expect, test } from "vitest";
import { markup } from "./markup.ts";

test("what is put into a template is escaped, unless it is markup itself", () => {
	const inner = markup`<b>${"<i>"}</b>`;
	expect(markup`<p title="${`"'&`}">${inner}${["x<", inner, 5]}${undefined}</p>`.toString()).toBe(
		'<p title="&quot;&#39;&amp;"><b>&lt;i&gt;</b>x&lt;<b>&lt;i&gt;</b>5</p>',
	);
});

test("control characters and halves of pairs are shown as such, line ends are one character", () => {
	expect(markup`${"a\u0000b\u001bc\u009bd\ud800e\r\nf\rg\th😀"}`.toString()).toBe(
		"a\ufffdb\ufffdc\ufffdd\ufffde\nf\ng\th😀",
	);
});
