import { expect, test } from "vitest";
import type { Message, SystemMessage } from "../contract/message.ts";
import type { Model } from "../contract/model.ts";
import { collapseSystemMessages, foldForModel } from "./fold.ts";
import { normalizeContext } from "./normalize-context.ts";
import {
	getCurrentSystemMessage,
	getCurrentSystemPrompt,
	getCurrentTools,
	renderSystemMessageUpdate,
} from "./system-state.ts";

const tool = (name: string, description = name) => ({ name, description, parameters: { type: "object" } });
const system = (fields: Partial<SystemMessage>): SystemMessage => ({
	role: "system",
	content: "",
	timestamp: 1,
	...fields,
});
const user = (content: string): Message => ({ role: "user", content, timestamp: 2 });

const TRANSCRIPT: Message[] = [
	system({
		content: "Base.",
		sections: { preamble: "You are.", skills: "S1", cwd: "/a" },
		toolsAdded: [tool("read"), tool("write")],
	}),
	user("one"),
	system({
		content: [{ type: "text", text: "More." }],
		sections: { skills: null, cwd: "/b", extra: "E" },
		toolsRemoved: [{ name: "write" }],
		toolsAdded: [tool("bash"), tool("read", "new")],
	}),
	user("two"),
	system({ sections: { skills: "S2" } }),
];

test("replaying all system messages gives the current text, sections in order, and tools (AD4)", () => {
	expect([
		getCurrentSystemMessage(TRANSCRIPT),
		Object.keys(getCurrentSystemMessage(TRANSCRIPT)?.sections ?? {}),
	]).toEqual([
		{
			role: "system",
			content: "Base.\n\nMore.",
			sections: { preamble: "You are.", cwd: "/b", extra: "E", skills: "S2" },
			toolsAdded: [tool("read", "new"), tool("bash")],
			timestamp: 1,
		},
		["preamble", "cwd", "extra", "skills"],
	]);
	expect(getCurrentSystemPrompt(TRANSCRIPT)).toBe("Base.\n\nMore.\n\nYou are.\n\n/b\n\nE\n\nS2");
	expect(getCurrentTools(TRANSCRIPT).map(({ name }) => name)).toEqual(["read", "bash"]);
});

test("a transcript without system messages has no prompt and no tools", () => {
	expect([getCurrentSystemMessage([user("x")]), getCurrentSystemPrompt([]), getCurrentTools([])]).toEqual([
		undefined,
		"",
		[],
	]);
});

test("an update names the sections it changes and removes", () => {
	expect(renderSystemMessageUpdate(system({ content: "Also.", sections: { cwd: "/b", skills: null } }))).toBe(
		'Also.\n\nThe section "cwd" of the system prompt now reads:\n\n/b\n\nThe section "skills" of the system prompt no longer applies.',
	);
});

test("models without mid-conversation system messages get one leading message, others the patches in place (V16)", () => {
	const model = (compat?: Model["compat"]) => ({ compat }) as Model;
	const folded = foldForModel(model(), TRANSCRIPT);
	expect(folded).toEqual([getCurrentSystemMessage(TRANSCRIPT), user("one"), user("two")]);
	expect(collapseSystemMessages({ messages: TRANSCRIPT }).messages).toEqual(folded);
	expect(foldForModel(model({ supportsMidConvoSystemMessages: true }), TRANSCRIPT)).toEqual(TRANSCRIPT);
});

test("prompt and tools of a context become the leading system message, without executable parts", () => {
	const executable = { ...tool("read"), execute: () => {} };
	expect(normalizeContext({ systemPrompt: "P", messages: [user("x")], tools: [executable] }).messages).toEqual([
		{ role: "system", content: "P", toolsAdded: [tool("read")], timestamp: 2 },
		user("x"),
	]);
});

test("a leading system message of the transcript is joined to the context's prompt", () => {
	const leading = system({ content: "Q", sections: { a: "A" }, toolsAdded: [tool("bash")] });
	expect(
		normalizeContext({ systemPrompt: "P", messages: [leading, user("x")], tools: [tool("read")] }).messages,
	).toEqual([system({ content: "P\n\nQ", sections: { a: "A" }, toolsAdded: [tool("read"), tool("bash")] }), user("x")]);
	expect(normalizeContext({ systemPrompt: "", messages: [user("x")], tools: [] }).messages).toEqual([user("x")]);
});
