import { expect, test } from "vitest";
import { startStrictServer } from "../../../ai/test/strict-server/strict-server.ts";
import { createProgramHome } from "./run-program.ts";

interface Spoken {
	readonly role: string;
	readonly content: unknown;
}

/** What a request says after its prompt. */
const spoken = (body: Record<string, unknown>): Spoken[] =>
	(body["messages"] as Spoken[]).filter(({ role }) => role !== "system");

/** Without the marks of the cache, which move with every request. */
const unmarked = (value: unknown): unknown =>
	JSON.parse(JSON.stringify(value), (key, member: unknown) => (key === "cache_control" ? undefined : member));

// The call ends the program in the middle of itself, as a crash would.
const KILLER = { id: "toolu_01", name: "bash", arguments: JSON.stringify({ command: "kill -9 $PPID" }) };
const ANSWERS = [KILLER, "I am back.", "Done."];
const TEXT = "No result: the tool call was interrupted.";

test(
	"PC-36: a session killed in the middle of a call goes on, through the Messages API",
	{ timeout: 60_000 },
	async () => {
		const server = await startStrictServer(ANSWERS);
		const home = createProgramHome({ api: "anthropic-messages", baseUrl: server.url });
		const killed = await home.run("-p", "clean up");
		const left = home.session();
		const resumed = await home.run("--continue", "-p", "go on");
		const normal = await home.run("--continue", "-p", "and now?");

		expect([killed.code, resumed, normal]).toEqual([
			undefined,
			{ code: 0, stdout: "I am back.\n", stderr: "" },
			{ code: 0, stdout: "Done.\n", stderr: "" },
		]);
		expect([server.refusals, home.session().startsWith(left)]).toEqual([[], true]);
		const text = (value: string) => ({ type: "text", text: value });
		const beforeNormal = [
			{ role: "user", content: [text("clean up")] },
			{
				role: "assistant",
				content: [{ type: "tool_use", id: "toolu_01", name: "bash", input: { command: "kill -9 $PPID" } }],
			},
			{
				role: "user",
				content: [{ type: "tool_result", tool_use_id: "toolu_01", content: [text(TEXT)], is_error: true }],
			},
			{ role: "user", content: [text("go on")] },
		];
		expect(server.requests.slice(1).map(({ body }) => unmarked(spoken(body)))).toEqual([
			beforeNormal,
			[
				...beforeNormal,
				{ role: "assistant", content: [text("I am back.")] },
				{ role: "user", content: [text("and now?")] },
			],
		]);
	},
);
