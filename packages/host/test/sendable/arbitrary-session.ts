import type { AgentMessage } from "@tau/agent";
import type { Message, SystemMessage } from "@tau/ai";
import * as fc from "fast-check";
import { hostileText } from "../../../ai/test/strict-server/arbitrary-text.ts";
import { arbitraryTranscript, type Author } from "../../../ai/test/strict-server/arbitrary-transcript.ts";
import type { EditableContent, SessionEntry } from "../../src/session/entry.ts";
import type { SessionDraft } from "../../src/session/entry-draft.ts";
import { entry, idOf } from "../session/entries.ts";

/** The entries of a session, and where it stands. */
export interface ArbitrarySession {
	readonly entries: SessionEntry[];
	readonly leafId: string | null;
}

const roleOfHost: fc.Arbitrary<AgentMessage> = fc.oneof(
	fc
		.record({
			command: hostileText,
			output: hostileText,
			exitCode: fc.constantFrom(0, 1, undefined),
			excludeFromContext: fc.boolean(),
		})
		.map((fields): AgentMessage => ({
			role: "bashExecution",
			cancelled: false,
			truncated: false,
			timestamp: 1,
			...fields,
		})),
	hostileText.map((content): AgentMessage => ({
		role: "custom",
		customType: "c",
		content,
		display: true,
		timestamp: 1,
	})),
	fc.constantFrom<unknown>(
		{ role: "hologram", content: "x" },
		{ role: "custom", content: null },
		{ role: "branchSummary" },
	) as fc.Arbitrary<AgentMessage>,
);

const checkpoint: fc.Arbitrary<SystemMessage | undefined> = fc.option(
	hostileText.map((content): SystemMessage => ({ role: "system", content, sections: { cwd: content }, timestamp: 1 })),
	{ nil: undefined },
);

const edited: fc.Arbitrary<EditableContent> = fc.oneof(
	hostileText,
	fc.constantFrom<EditableContent>(
		[],
		[{ type: "text", text: " " }],
		[{ type: "toolCall", id: "edited", name: "read", arguments: {} }],
		[{ type: "thinking", thinking: "rewritten" }],
		[{ type: "image", data: "cut", mimeType: "image/png" }],
	),
);

/** Everything that is not a message, with targets as numbers of entries. */
const other: fc.Arbitrary<(idAt: (number: number) => string) => SessionDraft> = fc.oneof(
	roleOfHost.map((message) => () => ({ type: "message" as const, message })),
	hostileText.map((content) => () => ({ type: "custom_message" as const, customType: "c", content, display: true })),
	hostileText.map((summary) => () => ({ type: "branch_summary" as const, fromId: "root", summary })),
	fc
		.record({ summary: hostileText, kept: fc.nat(), systemMessage: checkpoint })
		.map(({ summary, kept, systemMessage }) => (idAt: (number: number) => string): SessionDraft => ({
			type: "compaction",
			summary,
			firstKeptEntryId: idAt(kept),
			tokensBefore: 1,
			...(systemMessage === undefined ? {} : { systemMessage }),
		})),
	fc
		.record({ target: fc.nat(), content: fc.option(edited) })
		.map(({ target, content }) => (idAt: (number: number) => string): SessionDraft => ({
			type: "context_edit",
			targetId: idAt(target),
			replacement: content === null ? null : { content },
		})),
	fc
		.constantFrom<SessionDraft>(
			{ type: "model_change", provider: "openai", modelId: "gpt-other" },
			{ type: "thinking_level_change", thinkingLevel: "high" },
			{ type: "custom", customType: "state", data: { a: 1 } },
			{ type: "label", targetId: idOf(0), label: "mark" },
			{ type: "session_info", name: "name" },
		)
		.map((draft) => () => draft),
);

const wellFormed = (message: Message): boolean => message !== null;

/** Sessions that a model worked in: with branches, edits, compactions and what other programs add. */
export function arbitrarySession(author: Author): fc.Arbitrary<ArbitrarySession> {
	return fc
		.record({
			messages: arbitraryTranscript(author),
			others: fc.array(fc.record({ at: fc.nat(), make: other }), { maxLength: 6 }),
			jumps: fc.array(fc.record({ at: fc.nat(), to: fc.nat() }), { maxLength: 3 }),
			leaf: fc.option(fc.nat(), { freq: 3 }),
		})
		.map(({ messages, others, jumps, leaf }) => {
			const steps: ((idAt: (number: number) => string) => SessionDraft)[] = messages
				.filter(wellFormed)
				.map((message) => () => ({ type: "message", message }));
			for (const { at, make } of others) steps.splice(at % (steps.length + 1), 0, make);
			const parents = steps.map((_, number): number | null => (number === 0 ? null : number - 1));
			for (const { at, to } of jumps) {
				const from = at % (steps.length + 1);
				if (from < steps.length) parents[from] = from === 0 ? null : to % from;
			}
			const idAt = (number: number): string => idOf(number % (steps.length + 1));
			const entries = steps.map((make, number) => entry(number, parents[number] ?? null, make(idAt)));
			return {
				entries,
				leafId: entries.length === 0 ? null : idOf(leaf === null ? entries.length - 1 : leaf % entries.length),
			};
		});
}
