import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Message } from "../../src/contract/message.ts";
import type { Model } from "../../src/contract/model.ts";
import type { StreamOptions } from "../../src/contract/provider.ts";
import { prepareMessages } from "../../src/stream.ts";
import { removeLoneSurrogates } from "../../src/transcript/unicode.ts";
import { arbitraryTranscript, signatureFor } from "./arbitrary-transcript.ts";
import { chatRefusal } from "./chat-rules.ts";
import { generateRefusal } from "./generate-rules.ts";
import { messagesRefusal } from "./messages-rules.ts";
import { responsesRefusal } from "./responses-rules.ts";
import { bodyOf, CHAT_MODEL, GENERATE_MODEL, MESSAGES_MODEL, RESPONSES_MODEL } from "./wire-bodies.ts";

/** With the properties of two rooms, more than the 2,000 transcripts that a run has to try. */
const RUNS = 300;

const options: fc.Arbitrary<StreamOptions> = fc.record(
	{
		reasoning: fc.constantFrom("off" as const, "low" as const, "high" as const),
		temperature: fc.constantFrom(0, 1),
		maxTokens: fc.constantFrom(1, 500, 60_000),
		cacheRetention: fc.constantFrom("none" as const, "short" as const, "long" as const),
		toolChoice: fc.constantFrom("auto" as const, "none" as const),
	},
	{ requiredKeys: [] },
);

interface Case {
	readonly what: string;
	readonly model: Model;
	readonly refusal: (body: string) => string | undefined;
}

/** A model of the Messages API, on a server that knows which signatures are its own. */
function onMessages(what: string, fields: Partial<Model> = {}): Case {
	const model = { ...MESSAGES_MODEL, ...fields };
	const takesSystemMessages = model.compat?.["supportsMidConvoSystemMessages"] === true;
	const isGenuine = (signature: string, thinking: string): boolean => signature === signatureFor(model, thinking);
	return { what, model, refusal: (body) => messagesRefusal(body, { isGenuine, takesSystemMessages }) };
}

function onChat(what: string, fields: Partial<Model> = {}): Case {
	const model = { ...CHAT_MODEL, ...fields };
	const takesSystemMessages = model.compat?.["supportsMidConvoSystemMessages"] === true;
	return { what, model, refusal: (body) => chatRefusal(body, { takesSystemMessages }) };
}

function onResponses(what: string, fields: Partial<Model> = {}): Case {
	const model = { ...RESPONSES_MODEL, ...fields };
	const takesSystemMessages = model.compat?.["supportsMidConvoSystemMessages"] === true;
	const own = `signed:${model.provider}:${model.id}:`;
	const isGenuine = (encrypted: string): boolean => encrypted.startsWith(own);
	return { what, model, refusal: (body) => responsesRefusal(body, { isGenuine, takesSystemMessages }) };
}

function onGenerate(what: string, fields: Partial<Model> = {}): Case {
	const model = { ...GENERATE_MODEL, ...fields };
	const wantsSignatures = model.id.startsWith("gemini-3");
	return { what, model, refusal: (body) => generateRefusal(body, { wantsSignatures }) };
}

test.each<Case>([
	onMessages("of the Messages API with a thinking budget"),
	onMessages("of the Messages API with adaptive thinking", { id: "claude-opus-4-6" }),
	onMessages("of the Messages API without image input", { input: ["text"] }),
	onMessages("of the Messages API that takes system messages in mid-conversation", {
		id: "claude-opus-4-8",
		compat: { supportsMidConvoSystemMessages: true },
	}),
	onChat("of Chat Completions as OpenAI serves it"),
	onChat("of Chat Completions that is told its reasoning as text", { compat: { requiresThinkingAsText: true } }),
	onChat("of Chat Completions that wants results with names, without image input", {
		input: ["text"],
		compat: { requiresToolResultName: true },
	}),
	onChat("of Chat Completions that takes system messages in mid-conversation", {
		compat: { supportsMidConvoSystemMessages: true },
	}),
	onResponses("of the Responses API"),
	onResponses("of the Responses API without image input, with instructions anywhere", {
		input: ["text"],
		compat: { supportsMidConvoSystemMessages: true },
	}),
	onGenerate("of Gemini with a thinking budget"),
	onGenerate("of Gemini that wants signatures", { id: "gemini-3-pro" }),
])("every transcript is accepted for a model $what", ({ model, refusal }) => {
	fc.assert(
		fc.property(arbitraryTranscript(model), options, (messages, given) => {
			expect(refusal(bodyOf(model, { messages }, given))).toBeUndefined();
		}),
		{ numRuns: RUNS },
	);
});

/** What a transcript says that every provider can be told. */
function substanceOf(messages: readonly Message[]): string[] {
	return messages.flatMap((message) => {
		if (message?.role === "user" && typeof message.content === "string") return textsOf([message.content]);
		if (message?.role !== "user" && message?.role !== "assistant") return [];
		if (!Array.isArray(message.content)) return [];
		if (message.role === "assistant" && ["error", "aborted", "pending"].includes(message.stopReason)) return [];
		return message.content.flatMap((part) => {
			if (part?.type === "toolCall") return message.role === "assistant" ? ["call"] : [];
			return part?.type === "text" ? textsOf([part.text]) : [];
		});
	});
}

const textsOf = (texts: readonly (string | undefined)[]): string[] =>
	texts.map((text) => removeLoneSurrogates(text ?? "")).filter((text) => text.trim() !== "");

test("what can be sent is sent: all texts of the user and of finished answers, and all calls, in their order", () => {
	const wellFormed = arbitraryTranscript(CHAT_MODEL).map((messages) =>
		messages.filter((message) => message !== null && (typeof message.content !== "string" || message.role === "user")),
	);
	fc.assert(
		fc.property(wellFormed, (messages) => {
			const sent = prepareMessages({ ...CHAT_MODEL, input: ["text"] }, { messages });
			const notes = (line: string) => !line.startsWith("(image omitted");
			expect(substanceOf(sent).filter(notes)).toEqual(substanceOf(messages));
		}),
		{ numRuns: RUNS },
	);
});
