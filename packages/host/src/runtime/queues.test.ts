import type { AgentMessage } from "@tau/agent";
import { expect, test } from "vitest";
import { Queues } from "./queues.ts";
import type { RuntimeEvent } from "./runtime-event.ts";

const user = (text: string): AgentMessage => ({ role: "user", content: [{ type: "text", text }], timestamp: 0 });
const textOf = (message: AgentMessage): unknown => ("content" in message ? message.content : message.role);
const texts = (messages: AgentMessage[]): unknown[] =>
	messages.map(textOf).map((content) => (content as { text: string }[])[0]?.text);

function create(mode: "all" | "one-at-a-time"): { queues: Queues; told: RuntimeEvent[] } {
	const told: RuntimeEvent[] = [];
	return { queues: new Queues({ steering: mode, followUp: mode }, (event) => void told.push(event)), told };
}

test.each([
	["one-at-a-time", [["s1"], ["s2"], []], [["f1"], ["f2"], []]],
	["all", [["s1", "s2"], [], []], [["f1", "f2"], [], []]],
] as const)("a turn takes of each queue what the mode %s says (G03)", (mode, steering, followUps) => {
	const { queues } = create(mode);
	for (const text of ["s1", "s2"]) queues.steer(user(text));
	for (const text of ["f1", "f2"]) queues.followUp(user(text));

	expect([
		[1, 2, 3].map(() => texts(queues.takeSteering())),
		[1, 2, 3].map(() => texts(queues.takeFollowUps())),
		queues.pending,
	]).toEqual([steering, followUps, false]);
});

test("messages for the next prompt and for the end of the turn keep nobody busy and are taken whole (API03)", () => {
	const { queues, told } = create("one-at-a-time");
	for (const text of ["a", "b"]) queues.holdForNextPrompt(user(text));
	for (const text of ["c", "d"]) queues.holdForTurnEnd(user(text));

	expect([queues.pending, texts(queues.takeForPrompt()), texts(queues.takeForTurnEnd()), told]).toEqual([
		false,
		["a", "b"],
		["c", "d"],
		[],
	]);
});

test("every change of a queue is announced with all that still waits (E41)", () => {
	const { queues, told } = create("one-at-a-time");
	const picture: AgentMessage = {
		role: "user",
		content: [
			{ type: "text", text: "look" },
			{ type: "image", data: "", mimeType: "image/png" },
		],
		timestamp: 0,
	};
	queues.steer(picture);
	queues.followUp(user("f"));
	queues.takeSteering();
	queues.takeSteering();

	expect(told).toEqual([
		{ type: "queue_update", steering: ["look\n[image/png]"], followUp: [] },
		{ type: "queue_update", steering: ["look\n[image/png]"], followUp: ["f"] },
		{ type: "queue_update", steering: [], followUp: ["f"] },
	]);
});

test("what comes next is steering before follow-ups, and clearing gives everything back", () => {
	const { queues } = create("one-at-a-time");
	queues.followUp(user("f"));
	const onlyFollowUp = texts(queues.peek());
	queues.steer(user("s1"));
	queues.steer(user("s2"));

	expect([onlyFollowUp, texts(queues.peek()), texts(queues.clear()), queues.pending]).toEqual([
		["f"],
		["s1"],
		["s1", "s2", "f"],
		false,
	]);
});
