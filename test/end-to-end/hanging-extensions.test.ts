import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { runTau, startTau } from "./support/run-tau.ts";
import { fileText, processGone } from "./support/wait.ts";

const INTERVAL = `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
export default (pi) => {
	let timer, child;
	pi.on("session_start", (_event, ctx) => {
		timer = setInterval(() => {}, 1000);
		child = spawn("sleep", ["60"]);
		writeFileSync(ctx.cwd + "/child", String(child.pid));
	});
	pi.on("session_shutdown", () => {
		END
	});
};`;

test.concurrent("an extension that stops its timer and child in session_shutdown is waited for (PC-67)", async () => {
	const home = createHome({
		...(await startModel({ text: "hello" })),
		extensions: { "interval.ts": INTERVAL.replace("END", "clearInterval(timer); child.kill();") },
	});
	const { code, stdout } = await runTau(home, ["-p", "hi"]);
	await processGone(Number(await fileText(join(home.cwd, "child"))));

	expect([code, stdout]).toEqual([0, "hello\n"]);
});

test.concurrent("one that never ends its shutdown is named and left behind (PC-67)", async () => {
	const home = createHome({
		...(await startModel({ text: "hello" })),
		settings: { extensionDeadlines: { sessionShutdown: 0.2 } },
		extensions: { "interval.ts": INTERVAL.replace("END", "return new Promise(() => {});") },
	});
	const { code, stdout, stderr } = await runTau(home, ["-p", "hi"]);
	process.kill(Number(await fileText(join(home.cwd, "child"))));

	expect([code, stdout]).toEqual([0, "hello\n"]);
	expect(stderr).toContain(
		`Extension error (${join(home.extensionsDir, "interval.ts")}): session_shutdown was not answered within 0.2 s`,
	);
});

test.concurrent.each([
	["session_start", ["-p", "hi"]],
	["session_start", ["--mode", "rpc"]],
	["before_agent_start", ["-p", "hi"]],
] as const)("SIGTERM ends a program that waits for a handler of %s, with %j (O09)", async (event, words) => {
	const home = createHome({
		...(await startModel({ text: "hello" })),
		extensions: {
			"slow.ts": `import { writeFileSync } from "node:fs";
export default (pi) => pi.on("${event}", (_event, ctx) => {
	writeFileSync(ctx.cwd + "/asked", "yes");
	return new Promise(() => {});
});`,
		},
	});
	const running = await startTau(home, [...words]);
	await fileText(join(home.cwd, "asked"));
	running.child.kill("SIGTERM");

	expect((await running.ended).code).toBe(143);
});

test.concurrent("a factory that never ends is left out, and the others work (L07)", async () => {
	const home = createHome({
		...(await startModel({ text: "hello" })),
		settings: { extensionDeadlines: { factory: 0.2 } },
		extensions: { "stuck.ts": "export default () => new Promise(() => {});" },
	});
	const { code, stdout, stderr } = await runTau(home, ["-p", "hi"]);

	expect([code, stdout]).toEqual([0, "hello\n"]);
	expect(stderr).toContain("stuck.ts: failed to load: factory was not answered within 0.2 s");
});
