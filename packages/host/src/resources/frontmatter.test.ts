import { parse as parseYaml } from "yaml";
import { expect, test } from "vitest";
import { parseFrontmatter, splitFrontmatter } from "./frontmatter.ts";

test.each([
	["---\na: b\n---\nbody\n", { head: "a: b\n", body: "body\n" }],
	["---\r\na: b\r\n---\r\nbody", { head: "a: b\r\n", body: "body" }],
	["\uFEFF---\n---\n", { head: "", body: "" }],
	["---\na: b\n---", { head: "a: b\n", body: "" }],
	["body\n---\na: b\n---\n", { head: undefined, body: "body\n---\na: b\n---\n" }],
	["---\nnever closed\n", { head: undefined, body: "---\nnever closed\n" }],
	["--- \na: '---'\n--- \nx", { head: "a: '---'\n", body: "x" }],
])("%j is split at its dashes", (text, parts) => {
	expect(splitFrontmatter(text)).toEqual(parts);
});

test.each([
	"name: pdf-tools\ndescription: Reads PDFs, and more (all of them).\n",
	"url: http://a/b#c\nflag: true\nother: false\n",
	"quoted: \"a: b # c\"\nsingle: 'x: y'\n",
	"hint: [focus]\nn: 3\nempty:\nnull-ish: Null\n",
	"folded: >\n  several\n  lines\nmap:\n  a: 1\n",
	"comment: value # gone\n",
	"escaped: \"a\\tb\"\nit: 'it''s'\n",
	"accent: é\nversion: v1.2\ndate: 2020-01-01\n",
	"a: /path with spaces\r\nb: <x> y\r\n",
])("the fast way reads %j exactly as YAML does", async (head) => {
	expect(await parseFrontmatter(`---\n${head}---\nbody`)).toEqual({ ok: true, fields: parseYaml(head), body: "body" });
});

test.each([
	["a: [unclosed\n", 3],
	["ok: x\nbad: one: two\n", 3],
	["- a\n- b\n", 2],
])("a broken head is a problem with its line: %j", async (head, line) => {
	const result = await parseFrontmatter(`---\n${head}---\nbody`);
	expect(result.ok ? "accepted" : result.line).toBe(line);
});
