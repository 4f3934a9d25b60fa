import type { AgentMessage } from "@tau/agent";
import { expect, test } from "vitest";
import { currentHead, forcePrompt, restoreHead } from "./restore-head.ts";

const tool = (name: string) => ({ name, description: name, parameters: {} });
const user = (content: string): AgentMessage => ({ role: "user", content, timestamp: 1 });

const HEAD: AgentMessage = {
	role: "system",
	content: "",
	sections: { preamble: "p", cwd: "/w" },
	toolsAdded: [tool("read"), tool("bash")],
	timestamp: 0,
};
const PATCH: AgentMessage = {
	role: "system",
	content: "",
	sections: { cwd: null },
	toolsRemoved: [{ name: "bash" }],
	timestamp: 2,
};
const REPLAYED: AgentMessage = {
	role: "system",
	content: "",
	sections: { preamble: "p" },
	toolsAdded: [tool("read")],
	timestamp: 0,
};

const [first, second] = [user("first"), user("second")];
const TRANSCRIPT = [HEAD, first, PATCH, second];

test("system messages of a transcript are replayed into one", () => {
	expect([currentHead(TRANSCRIPT), currentHead([first])]).toEqual([REPLAYED, undefined]);
});

test("a list with the very messages that were offered keeps system messages where they stood (AD3)", () => {
	const offered = [user("first"), user("second")];
	const edited = offered.map((message) => Object.assign(message, { content: "edited" }));

	expect(restoreHead(TRANSCRIPT, offered, edited)).toEqual([HEAD, user("edited"), PATCH, user("edited")]);
});

test("any other list gets the replayed state in front, and added system messages stay behind it (E26)", () => {
	const own: AgentMessage = { role: "system", content: "mine", timestamp: 3 };

	expect([
		restoreHead(TRANSCRIPT, [first, second], [second]),
		restoreHead(TRANSCRIPT, [first, second], [own, first, second]),
		restoreHead([first], [first], []),
	]).toEqual([[REPLAYED, second], [REPLAYED, own, first, second], []]);
});

test("a forced prompt is the only text of the head, and the tools stay (B22)", () => {
	expect([forcePrompt(TRANSCRIPT, "forced"), forcePrompt([first], "forced")]).toEqual([
		[{ role: "system", content: "forced", toolsAdded: [tool("read")], timestamp: 0 }, first, second],
		[{ role: "system", content: "forced", timestamp: 0 }, first],
	]);
});
