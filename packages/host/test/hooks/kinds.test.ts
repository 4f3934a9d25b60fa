import { expect, test } from "vitest";
import type { Dispatcher } from "../../src/extensions/hooks/dispatch.ts";
import type { HandlerList } from "../../src/extensions/hooks/handler-list.ts";
import type { ExtensionOwner } from "../../src/extensions/hooks/owner.ts";
import { createHooks } from "./hook-harness.ts";

/** Never run: each line must not compile. */
export function wrongly(dispatcher: Dispatcher, handlers: HandlerList, owner: ExtensionOwner): void {
	const call = { type: "tool_call", toolName: "x", toolCallId: "1", input: {} } as const;
	// @ts-expect-error -- a gate is not asked as a notification, its answer would be lost
	void dispatcher.notify("tool_call", call);
	// @ts-expect-error -- a notification has no answers to combine
	void dispatcher.veto("agent_start", { type: "agent_start" });
	// @ts-expect-error -- a boundary needs previews
	void dispatcher.boundary("agent_before_settle", { type: "agent_before_settle", outcome: "completed" });
	// @ts-expect-error -- an event of another name
	void dispatcher.notify("agent_start", { type: "agent_end", messages: [] });
	// @ts-expect-error -- an answer of another shape
	handlers.on(owner, { event: "tool_call", handler: () => ({ block: "yes" }) });
	// @ts-expect-error -- a notification is answered with nothing
	handlers.on(owner, { event: "agent_start", handler: () => ({ cancel: true }) });
}

test("each kind of event gives what its answers come to", async () => {
	const { dispatcher, on } = createHooks();
	on("a", "agent_start", () => "ignored");
	on("a", "tool_call", () => undefined);

	expect([
		await dispatcher.notify("agent_start", { type: "agent_start" }),
		await dispatcher.veto("tool_call", { type: "tool_call", toolName: "x", toolCallId: "1", input: {} }),
	]).toEqual([undefined, { type: "passed", kept: undefined }]);
});
