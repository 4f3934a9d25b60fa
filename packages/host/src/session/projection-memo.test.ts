import * as fc from "fast-check";
import { expect, test } from "vitest";
import { assistant, counters, sessionEntries, toolResult, user } from "../../test/session/entries.ts";
import { buildSessionProjection } from "./context.ts";
import { createMemorySession } from "./open-session.ts";
import type { Session } from "./session.ts";

type Step = (session: Session, choice: number) => void;

function entryAt(session: Session, choice: number): string | undefined {
	const { index } = session;
	return index.size === 0 ? undefined : index.idAt(choice % index.size);
}

/** What happens to a session between two looks at its context. */
const STEPS: readonly Step[] = [
	(session, choice) => void session.append({ type: "message", message: user(`said ${choice}`) }),
	(session, choice) => void session.append({ type: "message", message: assistant(`answer ${choice}`) }),
	(session, choice) => void session.append({ type: "message", message: toolResult(`result ${choice}`) }),
	(session) => void session.append({ type: "thinking_level_change", thinkingLevel: "high" }),
	(session, choice) => void session.append({ type: "model_change", provider: "p", modelId: `m${choice}` }),
	(session) => void session.append({ type: "custom", customType: "c", data: 1 }),
	(session) => void session.append({ type: "custom_message", customType: "c", content: "x", display: true }),
	(session, choice) => {
		const kept = session.getBranch()[choice % Math.max(1, session.getBranch().length)]?.id ?? null;
		session.append({ type: "compaction", summary: `s${choice}`, firstKeptEntryId: kept, tokensBefore: 1 });
	},
	(session, choice) => {
		const targets = session.getBranch().filter(({ type }) => type === "message");
		const target = targets[choice % Math.max(1, targets.length)];
		const isEditable = target?.type === "message" && target.message.role !== "system";
		if (isEditable) session.append({ type: "context_edit", targetId: target.id, replacement: null });
	},
	(session, choice) => {
		const id = entryAt(session, choice);
		if (id !== undefined) session.branch(id);
	},
	(session) => session.resetLeaf(),
];

test("a projection that is remembered and extended is the one that a fresh look gives", () => {
	const script = fc.array(fc.record({ step: fc.nat(STEPS.length - 1), choice: fc.nat(40) }), { maxLength: 25 });
	fc.assert(
		fc.property(sessionEntries, script, (entries, steps) => {
			const session = createMemorySession("/project", { ...counters(), entries });
			for (const { step, choice } of steps) {
				STEPS[step]?.(session, choice);
				const fresh = buildSessionProjection(session.getEntries(), session.getLeafId());
				const { entries: _entries, ...context } = fresh;
				// Both are remembered, and either may be what the next one builds on.
				const looks = [...(choice % 2 === 0 ? ["context"] : []), ...(choice % 3 === 0 ? [] : ["projection"])];
				const seen = looks.map((look) =>
					look === "context" ? session.buildSessionContext() : session.buildSessionProjection(),
				);
				expect(seen).toEqual(looks.map((look) => (look === "context" ? context : fresh)));
			}
		}),
		{ numRuns: 150 },
	);
});

test("the lists of a projection are the caller's: changing them changes no later one", () => {
	const session = createMemorySession("/project", counters());
	session.append({ type: "message", message: user("one") });
	const first = session.buildSessionProjection();
	first.messages.length = 0;
	first.entries.length = 0;
	expect(session.buildSessionContext().messages).toEqual([user("one")]);
});
