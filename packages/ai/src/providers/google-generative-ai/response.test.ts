import { expect, test } from "vitest";
import type { StreamEvent } from "../../contract/stream-event.ts";
import { WireFailure } from "../../stream/wire-reader.ts";
import { GenerateReader } from "./response.ts";

const chunk = (parts: unknown[], fields: object = {}) => ({ candidates: [{ content: { parts }, ...fields }] });

/** All events but the first, which announces the response. */
function read(...chunks: unknown[]): StreamEvent[] {
	const reader = new GenerateReader(() => "made");
	return [...chunks.flatMap((one) => reader.read(one)), ...reader.finish()].slice(1);
}

function failure(...chunks: unknown[]): unknown {
	try {
		return read(...chunks);
	} catch (error) {
		if (!(error instanceof WireFailure)) throw error;
		return [error.message, error.failureClass?.kind ?? error.body.codes];
	}
}

test("two signed parts of one kind are two blocks, for a signature covers one of them", () => {
	expect(
		read(
			chunk([{ text: "a", thoughtSignature: "s1" }]),
			chunk([{ text: "b" }]),
			chunk([{ text: "", thoughtSignature: "s2" }], { finishReason: "STOP" }),
		),
	).toEqual([
		{ type: "text", key: "prose0", delta: "a", signature: "s1" },
		{ type: "block_end", key: "prose0" },
		{ type: "text", key: "prose1", delta: "b" },
		{ type: "text", key: "prose1", delta: "", signature: "s2" },
		{ type: "block_end", key: "prose1" },
		{ type: "stop", reason: "stop", raw: "STOP" },
	]);
});

test("a call without an id or arguments gets them", () => {
	expect(read(chunk([{ functionCall: { name: "ls" } }], { finishReason: "STOP" }))[0]).toEqual({
		type: "tool_call",
		index: "call0",
		id: "made",
		name: "ls",
		arguments: "{}",
	});
});

test("filters, broken calls, refused prompts, errors and cut streams are failures of their class", () => {
	expect([
		failure(chunk([{ text: "a" }], { finishReason: "SAFETY", finishMessage: "no" })),
		failure(chunk([], { finishReason: "MALFORMED_FUNCTION_CALL" })),
		failure({ promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }),
		failure({ error: { code: 503, message: "busy", status: "UNAVAILABLE" } }),
		failure(chunk([{ text: "a" }])),
	]).toEqual([
		["a filter of the provider stopped the answer (SAFETY): no", "invalid_request"],
		["the answer ended with MALFORMED_FUNCTION_CALL", "server"],
		["the provider refused the prompt (PROHIBITED_CONTENT)", "invalid_request"],
		["busy", ["UNAVAILABLE"]],
		["the stream was cut before the answer was complete", "protocol"],
	]);
});
