import { expect, test } from "vitest";
import type { AssistantMessage } from "../contract/message.ts";
import type { AssistantMessageEvent } from "../contract/stream-event.ts";
import { AssistantMessageEventStream, EventStream } from "./event-stream.ts";
import { emptyUsage } from "./usage.ts";

function message(timestamp: number): AssistantMessage {
	return {
		role: "assistant",
		content: [],
		api: "a",
		provider: "p",
		model: "m",
		usage: emptyUsage(),
		stopReason: "stop",
		timestamp,
	};
}

async function collect<T>(stream: AsyncIterable<T>): Promise<T[]> {
	const items: T[] = [];
	for await (const item of stream) items.push(item);
	return items;
}

function numbers(): EventStream<number> {
	return new EventStream<number>(
		(event) => event === 0,
		(event) => event,
	);
}

test("a reader that comes late and one that is slow both see every event", async () => {
	const stream = numbers();
	stream.push(3);
	const slow = (async () => {
		const seen: number[] = [];
		for await (const event of stream) {
			seen.push(event);
			await Promise.resolve();
			await Promise.resolve();
		}
		return seen;
	})();
	await Promise.resolve();
	for (const event of [2, 1, 0]) stream.push(event);
	stream.push(9);
	expect([await slow, await collect(stream), await stream.result()]).toEqual([[3, 2, 1, 0], [3, 2, 1, 0], 0]);
});

test("end with a result settles it and ends the iteration", async () => {
	const stream = numbers();
	stream.push(5);
	stream.end(7);
	expect([await collect(stream), await stream.result()]).toEqual([[5], 7]);
});

function timed(): { stream: AssistantMessageEventStream; advance: (milliseconds: number) => void } {
	let now = 1_000;
	const clock = { now: () => now, monotonic: () => now / 2 };
	return {
		stream: new AssistantMessageEventStream(clock),
		advance: (milliseconds) => {
			now += milliseconds;
		},
	};
}

test("the final message is timed by the monotonic clock from the creation of the stream", async () => {
	const { stream, advance } = timed();
	advance(40);
	stream.push({ type: "done", reason: "stop", message: message(1_000) });
	expect((await stream.result()).durationMs).toBe(20);
});

test("a message that began before the stream, or is timed already, keeps its own time", async () => {
	const earlier = timed().stream;
	earlier.push({ type: "done", reason: "stop", message: message(999) });
	const already = timed().stream;
	already.end({ ...message(1_000), durationMs: 7 });
	expect([(await earlier.result()).durationMs, (await already.result()).durationMs]).toEqual([undefined, 7]);
});

test("a stream that ends without a final message ends with an error that keeps the partial content", async () => {
	const { stream } = timed();
	const partial = { ...message(1_000), content: [{ type: "text" as const, text: "half" }] };
	stream.push({ type: "start", partial });
	stream.end();
	const events: AssistantMessageEvent[] = await collect(stream);
	const result = await stream.result();
	expect([events.map((event) => event.type), result.stopReason, result.errorMessage, result.content]).toEqual([
		["start", "error"],
		"error",
		'The provider "p" ended its stream without a final message. Try again.',
		[{ type: "text", text: "half" }],
	]);
});
