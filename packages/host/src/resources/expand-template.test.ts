import { expect, test } from "vitest";
import { expandTemplate, splitArguments, substituteArguments } from "./expand-template.ts";

test.each([
	["", []],
	["a b  c ", ["a", "b", "c"]],
	['"a b" c', ["a b", "c"]],
	["'it' doesn't", ["it", "doesn't"]],
	['"unclosed x', ['"unclosed', "x"]],
	['a"b c"d', ['a"b', 'c"d']],
	['"a \\"q\\" b" c\\ d', ['a "q" b', "c\\", "d"]],
	['"" x', ["", "x"]],
	['"a"b', ["ab"]],
	["a\nb\tc", ["a", "b", "c"]],
	['"back\\slash"', ["back\\slash"]],
])("the arguments of %j are %j", (text, args) => {
	expect(splitArguments(text)).toEqual(args);
});

test.each([
	["$1-$2-$3", "a-b-c"],
	["$4|$10", "|"],
	["$@ / $ARGUMENTS", "a b c / a b c"],
	["${1:-d} ${4:-def one} ${@:-all}", "a def one a b c"],
	["${@:2} ${@:1:2} ${@:2:0}| ${@:0}", "b c a b | a b c"],
	["${1} $X ${x} ${@: 2} $", "${1} $X ${x} ${@: 2} $"],
	["$ARGUMENTS2 \\$1", "$ARGUMENTS2 \\a"],
	["${4:-$2}", "$2"],
])("%s with a, b and c is %s", (content, expanded) => {
	expect(substituteArguments(content, ["a", "b", "c"])).toBe(expanded);
});

test("nothing an argument contains is substituted again", () => {
	expect(substituteArguments("$1 $2 $@", ["$2", "$ARGUMENTS"])).toBe("$2 $ARGUMENTS $2 $ARGUMENTS");
});

test("defaults hold for missing and for empty arguments", () => {
	expect(substituteArguments("${1:-x}${2:-y}${@:-z}${ARGUMENTS:-w}", [""])).toBe("xyzw");
});

test("only a text that begins with a known name is expanded", () => {
	const templates = [{ name: "review", content: "Review ${@:-all}." }];
	const texts = ["/review", "/review the parser", "/review\nnow", "/reviews", " /review", "say /review"];
	expect(texts.map((text) => expandTemplate(text, templates))).toEqual([
		"Review all.",
		"Review the parser.",
		"Review now.",
		undefined,
		undefined,
		undefined,
	]);
});
