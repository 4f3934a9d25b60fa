import { expect, test } from "vitest";
import { ServerSentEventDecoder } from "./sse.ts";

function decode(bytes: Uint8Array, cuts: readonly number[]): unknown[] {
	const decoder = new ServerSentEventDecoder();
	const ends = [...cuts, bytes.length];
	const chunks = ends.map((end, at) => bytes.subarray(at === 0 ? 0 : ends[at - 1], end));
	return [...chunks.flatMap((chunk) => decoder.decode(chunk)), ...decoder.end()];
}

/** A CR at the very end might be half a CRLF, so the decoder only learns at the end that it was none. */
function expected(lineEnd: string) {
	return [
		{ event: undefined, data: '{"a":"é😀"}', unterminated: false },
		{ event: "ping", data: "one\ntwo", unterminated: lineEnd === "\r" },
	];
}

test.each([
	["LF", "\n"],
	["CRLF", "\r\n"],
	["CR", "\r"],
])("lines that end in %s give the same events wherever the bytes are cut", (_name, end) => {
	const text = [": comment", 'data: {"a":"é😀"}', "", "event: ping", "data: one", "data: two", "", ""].join(end);
	const bytes = new TextEncoder().encode(text);
	for (let cut = 0; cut <= bytes.length; cut++) expect(decode(bytes, [cut])).toEqual(expected(end));
});

test("an event that lacks its blank line at the end is delivered as unterminated", () => {
	expect(decode(new TextEncoder().encode("data: 1\n\ndata: [DONE]"), [])).toEqual([
		{ event: undefined, data: "1", unterminated: false },
		{ event: undefined, data: "[DONE]", unterminated: true },
	]);
});
