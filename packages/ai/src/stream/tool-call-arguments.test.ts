import { expect, test } from "vitest";
import { PartialJson } from "./partial-json.ts";
import { ToolCallArgumentsStream } from "./tool-call-arguments.ts";

test("each piece shows the arguments so far, and none that was shown changes later", () => {
	const stream = new ToolCallArgumentsStream();

	const shown = ['{"path":"a', '.ts","lines":[1,{"x":', "2},3", "]}"].map((piece) => stream.append(piece));

	expect(shown).toEqual([
		{ path: "a" },
		{ path: "a.ts", lines: [1, {}] },
		{ path: "a.ts", lines: [1, { x: 2 }] },
		{ path: "a.ts", lines: [1, { x: 2 }, 3] },
	]);
	expect(stream.text).toBe('{"path":"a.ts","lines":[1,{"x":2},3]}');
	expect(stream.finish()).toEqual({ arguments: { path: "a.ts", lines: [1, { x: 2 }, 3] } });
});

test("a complete text that goes on gives the missing piece, another one begins anew", () => {
	const stream = new ToolCallArgumentsStream();
	stream.append('{"a":');

	const continued = stream.replace('{"a":1}');
	const replaced = stream.replace('{"b":2}');

	expect([continued, replaced, stream.finish(), stream.text]).toEqual([
		{ delta: "1}", arguments: { a: 1 } },
		{ delta: undefined, arguments: { b: 2 } },
		{ arguments: { b: 2 } },
		'{"b":2}',
	]);
});

test("a call without argument text has no arguments", () => {
	expect(new ToolCallArgumentsStream().finish()).toEqual({ arguments: {} });
});

test.each([
	["text that ends early", '{"a":[1', /cut off after 7 characters/],
	["an array", "[1]", /expected a JSON object/],
	["text after the object", '{"a":1} x', /Received arguments:\n\{"a":1\} x/],
])("%s is an error and gives no arguments", (_name, text, message) => {
	const stream = new ToolCallArgumentsStream();
	stream.append(text);

	expect(stream.finish()).toEqual({ arguments: {}, argumentsError: expect.stringMatching(message) });
});

test("strings with raw control characters and unknown escapes are kept as they were written", () => {
	const stream = new ToolCallArgumentsStream();

	expect([stream.append('{"a":"b\\d\n'), stream.append('c"}'), stream.finish()]).toEqual([
		{ a: "b\\d\n" },
		{ a: "b\\d\nc" },
		{ arguments: { a: "b\\d\nc" } },
	]);
});

test("a member called __proto__ is a member like any other", () => {
	const stream = new ToolCallArgumentsStream();

	const shown = stream.append('{"__proto__":{"a":[1');
	expect(Object.hasOwn(shown, "__proto__")).toBe(true);
	expect(Object.getPrototypeOf(shown)).toBe(Object.prototype);
});

test("a large open array is not copied for each of its elements", () => {
	const stream = new ToolCallArgumentsStream();
	stream.append('{"list":[0');
	let copied = 0;
	let last: unknown;
	for (let index = 1; index <= 3_000; index += 1) {
		const { list } = stream.append(`,${index}`) as { list: number[] };
		if (list !== last) copied += list.length;
		last = list;
	}

	expect(copied).toBeLessThan(40 * 3_000 + stream.text.length);
	expect(stream.append("]}")).toEqual(stream.finish().arguments);
});

test("the size of what is open falls when it closes", () => {
	const json = new PartialJson();
	json.append('{"a":[1,2,3');
	const open = json.openSize;
	json.append('],"b":');
	expect([open, json.openSize]).toEqual([3, 1]);
});
