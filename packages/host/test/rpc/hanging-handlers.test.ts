import { expect, test } from "vitest";
import { startRpc } from "./rpc-harness.ts";

const hanging = (event: string): string =>
	`export default (pi) => { pi.on("${event}", () => new Promise(() => {})); };`;

const CALL = { toolCalls: [{ name: "bash", arguments: { command: "echo ran > ran" } }] };

test("abort is answered while a guard hangs, and the next prompt runs (L15, PC-14)", async () => {
	const host = await startRpc({
		turns: [CALL, { text: "next" }],
		extension: `let asked = 0;
export default (pi) => { pi.on("tool_call", () => (asked++ === 0 ? new Promise(() => {}) : undefined)); };`,
	});
	await host.call("prompt", { message: "go" });
	await host.seen({ type: "tool_execution_start" });
	const aborted = await host.call("abort");
	await host.seen({ type: "agent_settled" });
	await host.call("prompt", { message: "again" });
	await expect.poll(async () => (await host.call("get_last_assistant_text")).data).toEqual({ text: "next" });

	expect(aborted.success).toBe(true);
});

test.each(["input", "session_before_compact", "user_bash"])(
	"stdin may end while a handler of %s hangs",
	async (event) => {
		const host = await startRpc({ turns: [{ text: "one" }], extension: hanging(event) });
		if (event === "input") void host.call("prompt", { message: "go" });
		else if (event === "user_bash") void host.call("bash", { command: "echo ran" });
		else {
			await host.call("prompt", { message: "go" });
			await host.seen({ type: "agent_settled" });
			void host.call("compact");
		}
		host.close();

		expect(await host.ended).toBe(0);
	},
);

test("a handler that keeps the session from starting is named, and stdin may end meanwhile", async () => {
	const host = await startRpc({ extension: hanging("session_start") });
	await host.seen({ type: "extension_wait_start", event: "session_start" });
	host.close();

	expect(await host.ended).toBe(0);
});
