import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome, type Home } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { sessionFiles, transcriptOf } from "./support/read-session.ts";
import { startTau, type Running } from "./support/run-tau.ts";
import { fileText, processGone } from "./support/wait.ts";

const LONG_COMMAND = "sleep 60 & echo $! > child; echo $$ > shell; wait";
const LISTENER = `export default (pi) => pi.on("session_shutdown", ({ reason }) => console.error("shutdown:", reason));`;

async function startLongTool(extension: string): Promise<{ home: Home; running: Running; pids: number[] }> {
	const model = await startModel({ calls: [{ name: "bash", args: { command: LONG_COMMAND } }] });
	const home = createHome({ ...model, extensions: { "listener.js": extension } });
	const running = await startTau(home, ["-p", "hi"]);
	const texts = await Promise.all(["shell", "child"].map((name) => fileText(join(home.cwd, name))));
	return { home, running, pids: texts.map(Number) };
}

test.concurrent.each([
	["SIGTERM", 143],
	["SIGHUP", 129],
	["SIGINT", 130],
] as const)(
	"%s during a tool ends the program in order: the tool and its children are gone, extensions hear it, the code is %i (O09)",
	async (signal, expected) => {
		const { home, running, pids } = await startLongTool(LISTENER);
		running.child.kill(signal);
		const { code, stdout, stderr } = await running.ended;
		await Promise.all(pids.map(processGone));

		expect([code, stdout, stderr.split("\n").filter((line) => line.startsWith("shutdown"))]).toEqual([
			expected,
			"",
			["shutdown: quit"],
		]);
		// What was said is kept, and the call has its result: the session can be continued.
		expect(sessionFiles(home.agentDir).map(transcriptOf)).toEqual([
			["user: hi", "assistant: ", expect.stringMatching(/^toolResult: .*abort/is), "assistant: "],
		]);
	},
);

test.concurrent("a second signal ends the program at once, whatever an extension still does (O09)", async () => {
	const stuck = `import { writeFileSync } from "node:fs";
		export default (pi) => pi.on("session_shutdown", () => {
			writeFileSync("stuck", "yes");
			return new Promise(() => {});
		});`;
	const { home, running, pids } = await startLongTool(stuck);
	running.child.kill("SIGTERM");
	await fileText(join(home.cwd, "stuck"));
	running.child.kill("SIGTERM");
	const { code } = await running.ended;
	await Promise.all(pids.map(processGone));

	expect(code).toBe(143);
});

test.concurrent("a signal while the model says nothing ends the program at once (PC-54, abort)", async () => {
	const model = await startModel({ play: ({ send }) => send({ content: "half an " }) });
	const home = createHome({ ...model, extensions: { "told.js": TELLS_OF_TEXT } });
	const running = await startTau(home, ["-p", "hi"]);
	await fileText(join(home.cwd, "told"));
	running.child.kill("SIGINT");

	expect([(await running.ended).code, sessionFiles(home.agentDir).map(transcriptOf)]).toEqual([
		130,
		[["user: hi", "assistant: half an "]],
	]);
});

const TELLS_OF_TEXT = `import { writeFileSync } from "node:fs";
export default (pi) => pi.on("message_update", ({ assistantMessageEvent }) => {
	if (assistantMessageEvent.type === "text_delta") writeFileSync("told", "yes");
});`;
