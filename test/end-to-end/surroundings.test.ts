import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { HOST_FOLDER, ROOT } from "./support/built-program.ts";
import { createHome, temporaryFolder, writeFiles } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { systemPrompt, toolResults } from "./support/read-request.ts";
import { sessionFiles } from "./support/read-session.ts";
import { runTau } from "./support/run-tau.ts";

const shows = (...names: string[]): { calls: { name: string; args: { command: string } }[] } => ({
	calls: [{ name: "bash", args: { command: names.map((name) => `echo "${name}=$${name}"`).join("; ") } }],
});

test.concurrent("child processes learn who started them and about the session (V17, AD20)", async () => {
	const model = await startModel(
		shows("AI_AGENT", "PI_CODING_AGENT", "PI_PROVIDER", "PI_MODEL", "PI_SESSION_ID", "PI_TELEMETRY"),
		{ text: "Done." },
	);
	const home = createHome(model);
	await runTau(home, ["-p", "--session-id", "s1", "hi"], { env: { PI_SESSION_ID: "inherited", AI_AGENT: "other" } });

	expect(toolResults(model.requests[1]!)).toEqual([
		"AI_AGENT=tau\nPI_CODING_AGENT=true\nPI_PROVIDER=fake\nPI_MODEL=one\nPI_SESSION_ID=s1\nPI_TELEMETRY=\n",
	]);
});

test.concurrent("what an extension starts without the host finds the program as pi (AD20)", async () => {
	const home = createHome({
		...(await startModel({ text: "Fine." })),
		extensions: {
			"spawns.ts": `import { spawnSync } from "node:child_process";
export default () => console.error(spawnSync("pi", ["--version"], { encoding: "utf8" }).stdout.trim());`,
		},
	});
	const [{ stderr }, { stdout: version }] = [await runTau(home, ["-p", "hi"]), await runTau(home, ["--version"])];

	expect(stderr).toBe(version);
});

test.concurrent("PI_CODING_AGENT_DIR moves everything that is kept (O10)", async () => {
	const model = await startModel({ text: "Fine." });
	const home = createHome({ models: null, extensions: { "here.js": `throw new Error("the wrong folder");` } });
	const elsewhere = join(home.home, "elsewhere");
	cpSync(createHome(model).agentDir, elsewhere, { recursive: true });
	writeFiles(elsewhere, { "extensions/there.js": `export default () => console.error("there");` });
	const outcome = await runTau(home, ["-p", "hi"], { env: { PI_CODING_AGENT_DIR: "~/elsewhere" } });

	expect([outcome, sessionFiles(elsewhere).length, sessionFiles(home.home).length]).toEqual([
		{ code: 0, stdout: "Fine.\n", stderr: "there\n" },
		1,
		1,
	]);
});

/** Writes down every connection that the program opens, whatever opens it. */
const CONNECTION_RECORDER = `import { appendFileSync } from "node:fs";
import { Socket } from "node:net";
import { lookup } from "node:dns";
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...args) {
	const [target] = Array.isArray(args[0]) ? args[0] : args;
	appendFileSync(process.env.CONNECTIONS, (target.path ?? (target.host ?? "localhost") + ":" + target.port) + "\\n");
	return connect.apply(this, args);
};`;

test.concurrent("nobody but the model is spoken to, and requests do not say who sent them (AD20)", async () => {
	const model = await startModel({ calls: [{ name: "bash", args: { command: "true" } }] }, { text: "Done." });
	const home = createHome(model);
	writeFiles(home.home, { "recorder.mjs": CONNECTION_RECORDER, connections: "" });
	const log = join(home.home, "connections");
	// A service for all traffic that asks for one: whoever respects it would turn up in the recording.
	const proxy = "http://127.0.0.1:9";
	const { stderr } = await runTau(home, ["-p", "hi"], {
		env: {
			NODE_OPTIONS: `--import ${pathToFileURL(join(home.home, "recorder.mjs")).href}`,
			CONNECTIONS: log,
			...{ HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy },
		},
	});

	const { host } = new URL(model.baseUrl);
	const seen = new Set(readFileSync(log, "utf8").split("\n").filter(Boolean));
	const telling = model.requests.flatMap(({ headers }) =>
		Object.entries(headers).filter(([name, value]) => /referer|^x-|\b(?:tau|pi)\b/i.test(`${name}: ${value}`)),
	);
	expect([stderr, [...seen], model.requests.map(({ url }) => url), telling]).toEqual([
		"",
		[host],
		["/v1/chat/completions", "/v1/chat/completions"],
		[],
	]);
});

/** A copy of the package as a distributor would make it, under another name. */
function rebrandedPackage(piConfig: object): string {
	const folder = temporaryFolder();
	const isCode = (path: string): boolean => basename(path) !== "types";
	for (const part of ["bin", "dist"]) {
		cpSync(join(HOST_FOLDER, part), join(folder, part), { recursive: true, filter: isCode });
	}
	const manifest = JSON.parse(readFileSync(join(HOST_FOLDER, "package.json"), "utf8")) as object;
	writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, piConfig }));
	symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"), "dir");
	return join(folder, "bin/tau.js");
}

const ASKS_WHERE = `import { CONFIG_DIR_NAME, getAgentDir } from "@earendil-works/pi-coding-agent";
export default () => console.error(CONFIG_DIR_NAME, getAgentDir());`;

test.concurrent("another piConfig changes every name and path, and extensions still work (O11, AD19)", async () => {
	const launcher = rebrandedPackage({ name: "my-agent", configDir: ".mine" });
	const model = await startModel(shows("AI_AGENT", "PI_CODING_AGENT"), { text: "Done." });
	const home = createHome({ models: null, extensions: { "pi.js": `throw new Error("the wrong folder");` } });
	const agentDir = join(home.home, ".mine/agent");
	cpSync(createHome(model).agentDir, agentDir, { recursive: true });
	writeFiles(agentDir, { "extensions/where.ts": ASKS_WHERE });
	const help = await runTau(home, ["--help"], { launcher });
	const run = await runTau(home, ["-p", "hi"], { launcher });

	expect([run, sessionFiles(home.home).every((file) => file.startsWith(join(agentDir, "sessions")))]).toEqual([
		{ code: 0, stdout: "Done.\n", stderr: `.mine ${agentDir}\n` },
		true,
	]);
	expect([toolResults(model.requests[1]!), systemPrompt(model.requests[0]!).split(",")[0]]).toEqual([
		["AI_AGENT=my-agent\nPI_CODING_AGENT=true\n"],
		"You are My-agent",
	]);
	expect(help.stdout.split("\n").filter((line) => /my-agent|\.mine|\btau\b|\.pi\b/i.test(line))).toEqual([
		"My-agent: a coding agent for the terminal",
		"Usage: my-agent [options] [--] [@files...] [messages...]",
		expect.stringContaining("(default: ~/.mine/agent)"),
	]);
});

test.concurrent("variables with the name of the host win over those of the family (AD19)", async () => {
	const launcher = rebrandedPackage({ name: "my-agent", configDir: ".mine" });
	const home = createHome({ models: null });
	writeFiles(home.home, { "a/extensions/where.ts": ASKS_WHERE });
	const { stderr } = await runTau(home, ["--list-models"], {
		launcher,
		env: { MY_AGENT_CODING_AGENT_DIR: "~/a", PI_CODING_AGENT_DIR: "~/b" },
	});

	expect(stderr).toBe(`.mine ${join(home.home, "a")}\n`);
});
