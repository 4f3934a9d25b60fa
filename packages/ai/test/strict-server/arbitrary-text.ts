import * as fc from "fast-check";

/** Texts as crashes, other programs and models leave them: white space, halves of pairs, control characters. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
	{ weight: 4, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }) },
	{ weight: 2, arbitrary: fc.constantFrom("", " ", "\n\t ", "\u00a0", "\u200b", "\ufeff") },
	{ weight: 2, arbitrary: fc.constantFrom("\ud83d", "a\udc00b", "\udc00\ud83d", "😀\ud800", "\ud800 ") },
	fc.constantFrom("\u0000", "\u001b[31mred", '{"cut": "of', "</script>", "null"),
);

/** Ids of several providers, of broken ones, and few enough to collide. */
export const callId: fc.Arbitrary<string> = fc.constantFrom(
	"a",
	"b",
	"toolu_01",
	"call|fc_68",
	"call_fc_68",
	"",
	"with space",
	`fc_${"x".repeat(60)}1`,
	`fc_${"x".repeat(60)}2`,
	"a_2",
	"ä",
	"\ud800",
);

/** Names of real tools, of ones that models made up, and ones that no provider takes. */
export const toolName: fc.Arbitrary<string> = fc.constantFrom(
	"read",
	"bash",
	"mcp__server__tool",
	"my.tool",
	"my_tool",
	"functions.read",
	"",
	"name with spaces",
	`mcp__${"very_long_".repeat(8)}a`,
	`mcp__${"very_long_".repeat(8)}b`,
	"bash\ud800",
);
