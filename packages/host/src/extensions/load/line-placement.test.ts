import { expect, test } from "vitest";
import { placeOnLines } from "./line-placement.ts";

/** Marks the tokens given as `text@line`, each found after the one before. */
function place(code: string, ...tokens: readonly string[]): string {
	const offsets: number[] = [];
	const lines: number[] = [];
	for (const token of tokens) {
		const at = token.lastIndexOf("@");
		offsets.push(code.indexOf(token.slice(0, at), (offsets.at(-1) ?? -1) + 1));
		lines.push(Number(token.slice(at + 1)));
	}
	return placeOnLines(code, 0, { offsets, lines });
}

test("tokens move down to their lines and up by leaving out the printer's own line breaks", () => {
	expect(place("one();\ntwo();\n{\n\tthree();\n}", "one@1", "two@4", "three@4")).toBe(
		"one(); \n\n\ntwo(); { three(); }",
	);
});

test("line breaks inside template literals stay and count", () => {
	expect(place("a(`x\n${\nb}\ny`);\nc();", "a@1", "b@2", "c@5")).toBe("a(`x\n${ b}\ny`); \n\nc();");
});

test("nested templates, braces in substitutions and quotes in templates are told apart", () => {
	const code = "f(`it's ${ { a: `}${1}\"` }.a } {`);\ng();";
	expect(place(code, "f@1", "g@3")).toBe("f(`it's ${ { a: `}${1}\"` }.a } {`); \n\ng();");
});

test("slashes of regular expressions and of divisions are told apart", () => {
	const code = "a = b / 2 + c / d;\nif (x) /'[/\"]\\//.test(y);\nreturn /`/;\nz++ / 2;";
	expect(place(code, "a@1", "if@2", "z@3")).toBe(
		"a = b / 2 + c / d; \nif (x) /'[/\"]\\//.test(y); return /`/; \nz++ / 2;",
	);
});

test("comments are left out, also where they look like something else", () => {
	expect(place("a(); // it's `\n/* ${ */ b();", "a@1", "b@2")).toBe("a();     \nb();");
});

test("no line is broken where JavaScript would read another program", () => {
	const code = "return value + rest; async () => x; y++; this.#field; throw fault;";
	expect(place(code, "value@2", "rest@3", "()@4", "=>@5", "x@6", "++@7", "field@8", "fault@9")).toBe(
		"return value + \n\nrest; async () => \n\n\nx; y++; this.#field; throw fault;",
	);
});
