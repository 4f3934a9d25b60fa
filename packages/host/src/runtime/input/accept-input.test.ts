import { expect, test } from "vitest";
import { parseCommand } from "./accept-input.ts";

test.each([
	["/c", { name: "c", args: "" }],
	["/c ", { name: "c", args: "" }],
	["/c a  b ", { name: "c", args: "a  b " }],
	["/c  a", { name: "c", args: " a" }],
	["/c:1 a\nb", { name: "c:1", args: "a\nb" }],
	["/c\nx", { name: "c\nx", args: "" }],
	["/", { name: "", args: "" }],
	[" /c", undefined],
	["c", undefined],
	["", undefined],
])("%j is read as %j (API07)", (text, command) => {
	expect(parseCommand(text)).toEqual(command);
});
