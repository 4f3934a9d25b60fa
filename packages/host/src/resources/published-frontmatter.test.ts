import { expect, test } from "vitest";
import { parseFrontmatter, stripFrontmatter } from "./published-frontmatter.ts";

test.each([
	["plain lines", "---\nname: scout\ntools: read\n---\n\nBody\n", { name: "scout", tools: "read" }, "Body"],
	["YAML", "---\na: 1\nb: [x, y]\n---\nbody\n", { a: 1, b: ["x", "y"] }, "body"],
	["Windows line ends", "---\r\na: x\r\n---\r\n\r\nbody\r\n", { a: "x" }, "body"],
	["a byte order mark", "\uFEFF---\na: 1\n---\n b ", { a: 1 }, "b"],
	["an empty block", "---\n---\nx", {}, "x"],
	["no block", "\n  text\n", {}, "\n  text\n"],
	["a block that stays open", "---\nopen", {}, "---\nopen"],
	["a list", "---\n- l\n---\nx", {}, "x"],
])("%s", (_name, content, frontmatter, body) => {
	expect([parseFrontmatter(content), stripFrontmatter(content)]).toEqual([{ frontmatter, body }, body]);
});

test("a block that is no YAML throws", () => {
	expect(() => parseFrontmatter("---\na: : :\n---\nx")).toThrow(/mapping/i);
});
