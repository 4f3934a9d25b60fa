import { expect, test } from "vitest";
import type { ExtensionFactory } from "../../src/extension-api/extension-api.ts";
import type { BoundaryDraft } from "../../src/extension-api/events/turn-events.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";
import { linesOf } from "../harness/transcript.ts";

const note = (content: string): BoundaryDraft => ({
	type: "custom_message",
	customType: "note",
	content,
	display: true,
});

/** Answers at the first end of a turn only. */
const once =
	(answer: object): ExtensionFactory =>
	(pi) => {
		let answered = false;
		pi.on("turn_end", () => {
			if (answered) return undefined;
			answered = true;
			return answer as never;
		});
	};

test("asking to go on after results makes the one request that would have come anyway (TRAP13, E20)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("done"), say("never")] });
	host.extension((pi) => pi.registerTool(textTool("work")));
	host.extension(once({ continue: true }));

	await host.prompt("go");

	expect([host.transcript(), host.requests.length]).toEqual([["user: go", "work: work", "assistant: done"], 2]);
});

test("asking to go on after an answer without anything new is refused and told (TRAP14)", async () => {
	const host = await startTestHost({ model: [say("done"), say("never")] });
	host.extension(once({ continue: true }), "eager.ts");

	await host.prompt("go");

	expect([host.requests.length, host.faults.map(({ extensionPath, error }) => [extensionPath, error])]).toEqual([
		1,
		[["<boundary>", "eager.ts requested continuation without runnable model context"]],
	]);
});

test("an answer that is omitted stays in the session and out of the next request (TRAP15)", async () => {
	const host = await startTestHost({ model: [say("wrong"), say("right")] });
	host.extension((pi) => {
		let done = false;
		pi.on("turn_end", ({ messageEntryId }) => {
			if (done) return undefined;
			done = true;
			return {
				entries: [{ type: "context_edit" as const, targetId: messageEntryId, replacement: null }, note("try again")],
				continue: true,
			};
		});
	});

	await host.prompt("go");

	const kept = host.session.getBranch().flatMap((entry) => (entry.type === "message" ? [entry.message.role] : []));
	expect([host.requests.map(linesOf), kept]).toEqual([
		[["user: go"], ["user: go", "user: try again"]],
		["system", "user", "assistant", "assistant"],
	]);
});

test("a later no takes back an earlier yes (TRAP16)", async () => {
	const host = await startTestHost({ model: [say("done"), say("never")] });
	host.extension(once({ entries: [note("more")], continue: true }));
	host.extension(once({ continue: false }));

	await host.prompt("go");

	expect([host.transcript(), host.requests.length]).toEqual([["user: go", "assistant: done", "custom: more"], 1]);
});

test("a no does not hold back the request that answers results (TRAP17)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("done")] });
	host.extension((pi) => pi.registerTool(textTool("work")));
	host.extension((pi) => void pi.on("turn_end", () => ({ continue: false })));

	await host.prompt("go");

	expect(host.transcript()).toEqual(["user: go", "work: work", "assistant: done"]);
});

test("one draft that cannot be stored drops its whole proposal, and the extension is told (TRAP18)", async () => {
	const host = await startTestHost({ model: [say("done"), say("never")] });
	host.extension(
		once({
			entries: [
				{ type: "custom", customType: "state", data: 1 },
				{ type: "context_edit", targetId: "nobody", replacement: null },
			],
			continue: true,
		}),
		"wrong.ts",
	);

	await host.prompt("go");

	expect([host.stored("state"), host.requests.length, host.faults.map(({ extensionPath }) => extensionPath)]).toEqual([
		[],
		1,
		["wrong.ts"],
	]);
});

test("an extension that spoils the proposal of another drops both, and only it is told (TRAP18, B19)", async () => {
	const host = await startTestHost({ model: [say("done"), say("never")] });
	host.extension(once({ entries: [note("more")], continue: true }), "right.ts");
	host.extension((pi) => {
		pi.on("turn_end", ({ entries }) => ({ entries: [...entries, { type: "label" } as never] }));
	}, "wrong.ts");
	host.extension((pi) => void pi.on("turn_end", () => undefined), "quiet.ts");

	await host.prompt("go");

	expect([host.transcript(), host.faults.map(({ extensionPath }) => extensionPath)]).toEqual([
		["user: go", "assistant: done"],
		["wrong.ts"],
	]);
});

test("a draft that is spoiled in place drops the whole proposal before anything of it is stored (TRAP18)", async () => {
	const host = await startTestHost({ model: [say("done")] });
	host.extension((pi) => {
		pi.on("turn_end", ({ messageEntryId }) => ({
			entries: [note("first"), { type: "context_edit" as const, targetId: messageEntryId, replacement: null }],
		}));
	}, "right.ts");
	host.extension((pi) => {
		pi.on("turn_end", ({ entries }) => {
			for (const draft of entries) if (draft.type === "context_edit") draft.targetId = "nobody";
		});
	}, "wrong.ts");

	await host.prompt("go");

	expect([host.transcript(), host.faults.map(({ error }) => error)]).toEqual([
		["user: go", "assistant: done"],
		["Entry nobody not found"],
	]);
});

test("entries that are put into the list in place are stored, and the next handler sees them (E16, E20)", async () => {
	const host = await startTestHost({ model: [say("done")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.on("turn_end", ({ entries }) => void entries.push(note("at the end of the turn")));
		pi.on("agent_before_settle", ({ entries }) => void entries.push(note("before settling")));
	});
	host.extension((pi) => {
		pi.on("agent_before_settle", ({ entries, context }) => {
			seen.push([entries.length, context.contextMessages.at(-1)?.role]);
		});
	});

	await host.prompt("go");

	expect([host.transcript(), seen]).toEqual([
		["user: go", "assistant: done", "custom: at the end of the turn", "custom: before settling"],
		[[1, "custom"]],
	]);
});

test("returned entries take the place of earlier ones, and a throw leaves them (TRAP19, TRAP20)", async () => {
	const host = await startTestHost({ model: [say("done")] });
	const seen: unknown[] = [];
	const state = (data: string): BoundaryDraft => ({ type: "custom", customType: "state", data });
	host.extension(once({ entries: [state("lost")] }));
	host.extension(once({ entries: [state("kept")] }));
	host.extension((pi) => void pi.on("turn_end", () => Promise.reject(new Error("broken"))));
	host.extension((pi) => void pi.on("turn_end", ({ entries }) => void seen.push(entries)));

	await host.prompt("go");

	expect([seen, host.stored("state"), host.faults.map(({ error }) => error)]).toEqual([
		[[state("kept")]],
		["kept"],
		["broken"],
	]);
});

test("who asks to go on again and again goes on as long as he asks (TRAP21, E16)", async () => {
	const host = await startTestHost({ model: ["1", "2", "3", "4"].map(say) });
	let asked = 0;
	host.extension((pi) => {
		pi.on("agent_before_settle", () => {
			asked += 1;
			return asked < 4 ? { entries: [note(`again ${asked}`)], continue: true } : undefined;
		});
	});

	await host.prompt("go");

	expect([asked, host.transcript()]).toEqual([
		4,
		[
			"user: go",
			"assistant: 1",
			"custom: again 1",
			"assistant: 2",
			"custom: again 2",
			"assistant: 3",
			"custom: again 3",
			"assistant: 4",
		],
	]);
});

test("before settling the handlers are asked once, when retries and queues are done (E16)", async () => {
	const host = await startTestHost({ model: [say("1"), say("2"), say("3")] });
	const order: string[] = [];
	host.extension((pi) => {
		pi.on("agent_start", () => void order.push("start"));
		pi.on("agent_end", () => {
			if (order.length < 3) pi.sendUserMessage("more", { deliverAs: "followUp" });
			order.push("end");
		});
		pi.on("agent_before_settle", ({ outcome, continue: wanted, entries }) => {
			order.push(`before settle ${outcome} ${wanted} ${entries.length}`);
		});
		pi.on("agent_settled", ({ aborted }) => void order.push(`settled ${aborted}`));
	});

	await host.prompt("go");

	expect(order).toEqual(["start", "end", "start", "end", "before settle completed false 0", "settled false"]);
});

test("each handler of a turn's end sees the next request with the proposals so far (E40, E20)", async () => {
	const host = await startTestHost({ model: [callTool("work"), say("done")] });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.registerTool(textTool("work"));
		pi.on("turn_end", ({ entries }) => ({ entries: [...entries, note("by the first")] }));
	});
	host.extension((pi) => {
		pi.on("turn_end", (event, { sessionManager }) => {
			const { contextMessages, llmMessages, canContinue, pendingMessages } = event.context;
			seen.push({
				turn: [event.turnIndex, event.message.role, event.toolResults.length, event.outcome],
				stored: [event.messageEntryId, ...event.toolResultEntryIds].map((id) => sessionManager.getEntry(id)?.type),
				last: [contextMessages.at(-1)?.role, llmMessages.at(-1)?.role],
				canContinue,
				pending: pendingMessages.length,
			});
		});
	});

	await host.prompt("go");

	const last = ["custom", "user"];
	expect(seen).toEqual([
		{
			turn: [0, "assistant", 1, "completed"],
			stored: ["message", "message"],
			last,
			canContinue: true,
			pending: 0,
		},
		{ turn: [1, "assistant", 0, "completed"], stored: ["message"], last, canContinue: true, pending: 0 },
	]);
});
