import { expect, test } from "vitest";
import { say, startTestHost } from "../harness.ts";

test("an abort inside agent_before_settle keeps the entries and ends the continuation (TRAP22)", async () => {
	const host = await startTestHost({ model: [say("a"), say("never")] });
	const settled: boolean[] = [];
	host.extension((pi) => {
		pi.on("agent_before_settle", (_event, ctx) => {
			ctx.abort();
			return {
				entries: [{ type: "custom_message" as const, customType: "note", content: "noted", display: true }],
				continue: true,
			};
		});
		pi.on("agent_settled", ({ aborted }) => void settled.push(aborted));
	});

	await host.prompt("hi");

	expect([host.transcript(), host.requests.length, settled]).toEqual([
		["user: hi", "assistant: a", "custom: noted"],
		1,
		[true],
	]);
});

test("an aborted run is not asked about before it settles (TRAP23)", async () => {
	const host = await startTestHost({ model: [say("never"), say("after")] });
	const heard: unknown[] = [];
	host.extension((pi) => {
		let aborted = false;
		pi.on("context", (_event, ctx) => {
			if (!aborted) ctx.abort();
			aborted = true;
		});
		pi.on("turn_end", ({ outcome }) => void heard.push(outcome));
		pi.on("agent_before_settle", ({ outcome }) => void heard.push(`before settle: ${outcome}`));
		pi.on("agent_settled", (event) => void heard.push(event.aborted));
	});

	await host.prompt("hi");
	await host.prompt("again");

	expect(heard).toEqual(["aborted", true, "completed", "before settle: completed", false]);
});
