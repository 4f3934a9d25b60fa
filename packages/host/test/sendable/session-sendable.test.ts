import type { Message, Model } from "@tau/ai";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { signatureFor } from "../../../ai/test/strict-server/arbitrary-transcript.ts";
import { chatRefusal } from "../../../ai/test/strict-server/chat-rules.ts";
import { generateRefusal } from "../../../ai/test/strict-server/generate-rules.ts";
import { messagesRefusal } from "../../../ai/test/strict-server/messages-rules.ts";
import { responsesRefusal } from "../../../ai/test/strict-server/responses-rules.ts";
import {
	bodyOf,
	CHAT_MODEL,
	GENERATE_MODEL,
	MESSAGES_MODEL,
	RESPONSES_MODEL,
} from "../../../ai/test/strict-server/wire-bodies.ts";
import { buildSessionContext } from "../../src/session/context.ts";
import { convertToLlm } from "../../src/session/message-views.ts";
import { arbitrarySession, type ArbitrarySession } from "./arbitrary-session.ts";

const RUNS = 500;

/** From the tree of a session to what a request says: branch, compaction, edits, then the roles that models know. */
function requestOf({ entries, leafId }: ArbitrarySession): Message[] {
	return convertToLlm(buildSessionContext(entries, leafId).messages);
}

const isGenuine = (signature: string, thinking: string): boolean =>
	signature === signatureFor(MESSAGES_MODEL, thinking);

test.each<[Model, (body: string) => string | undefined]>([
	[MESSAGES_MODEL, (body) => messagesRefusal(body, { isGenuine })],
	[CHAT_MODEL, (body) => chatRefusal(body)],
	[RESPONSES_MODEL, (body) => responsesRefusal(body)],
	[GENERATE_MODEL, (body) => generateRefusal(body)],
])("from every session follows a request that a strict server accepts, through $api", (model, refusal) => {
	fc.assert(
		fc.property(arbitrarySession(model), fc.constantFrom("off" as const, "high" as const), (session, reasoning) => {
			expect(refusal(bodyOf(model, { messages: requestOf(session) }, { reasoning }))).toBeUndefined();
		}),
		{ numRuns: RUNS },
	);
});
