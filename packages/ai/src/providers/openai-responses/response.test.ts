import { expect, test } from "vitest";
import type { StreamEvent } from "../../contract/stream-event.ts";
import { WireFailure } from "../../stream/wire-reader.ts";
import { ResponsesReader } from "./response.ts";

function read(events: readonly unknown[], inputs: ReadonlyMap<string, string> = new Map()): StreamEvent[] {
	const reader = new ResponsesReader(inputs);
	return [...events.flatMap((event) => reader.read(event)), ...reader.finish()];
}

function failure(...events: unknown[]): unknown {
	try {
		return read(events);
	} catch (error) {
		if (!(error instanceof WireFailure)) throw error;
		return [error.message, error.body.codes, error.failureClass?.kind];
	}
}

const completed = { type: "response.completed", response: { status: "completed" } };

test("the text of a grammar call becomes its one argument", () => {
	const item = { type: "custom_tool_call", call_id: "c", name: "patch" };
	const events = read(
		[
			{ type: "response.output_item.added", output_index: 0, item: { ...item, input: "" } },
			{ type: "response.custom_tool_call_input.delta", output_index: 0, delta: 'a "b"\n' },
			{ type: "response.output_item.done", output_index: 0, item: { ...item, input: 'a "b"\n' } },
			completed,
		],
		new Map([["patch", "text"]]),
	);
	const text = events.flatMap((event) => (event.type === "tool_call" ? [event.arguments] : [])).join("");
	expect([JSON.parse(text), events.at(-1)]).toEqual([
		{ text: 'a "b"\n' },
		{ type: "stop", reason: "toolUse", raw: "completed" },
	]);
});

test("failures keep their code, whether an event or a response carries them", () => {
	const error = { code: "rate_limit_exceeded", message: "slow down" };
	const filtered = { status: "incomplete", incomplete_details: { reason: "content_filter" } };
	expect([
		failure({ type: "error", ...error }),
		failure({ type: "error", error }),
		failure({ type: "response.failed", response: { status: "failed", error } }),
		failure({ type: "response.failed", response: {} }),
		failure({ type: "response.cancelled", response: {} }),
		failure({ type: "response.incomplete", response: filtered }),
		failure(),
	]).toEqual([
		["slow down", ["rate_limit_exceeded", "error"], undefined],
		["slow down", ["rate_limit_exceeded"], undefined],
		["slow down", ["rate_limit_exceeded"], undefined],
		["unknown error", [], undefined],
		["the answer was cancelled", [], "server"],
		["the content filter of the provider stopped the answer", [], "invalid_request"],
		["the stream was cut before the answer was complete", [], "protocol"],
	]);
});

test("what is not known is passed over, and counts that are missing are nothing", () => {
	expect(
		read([
			null,
			"ping",
			{ type: "response.web_search_call.searching", output_index: 3 },
			{ type: "response.output_item.added" },
			{ type: "response.output_text.delta", delta: 5 },
			{ type: "response.completed", response: { usage: { input_tokens: "many" } } },
		]),
	).toEqual([
		{ type: "usage", usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 } },
		{ type: "stop", reason: "stop", raw: "completed" },
	]);
});
