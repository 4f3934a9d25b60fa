import { expect, test } from "vitest";
import { createHome } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { userTexts } from "./support/read-request.ts";
import { readLines, sessionFiles, transcriptOf, type Line } from "./support/read-session.ts";
import { runTau, startTau } from "./support/run-tau.ts";

const withoutRepeats = (types: readonly string[]): string[] => types.filter((type, at) => type !== types[at - 1]);

test.concurrent("JSON mode writes the session header first and then every event as a line (O03)", async () => {
	const model = await startModel({ text: "Two words." });
	const home = createHome(model);
	const { code, stdout, stderr } = await runTau(home, ["--mode", "json", "hi"]);
	const [header, ...events] = readLines(stdout);

	const [file = ""] = sessionFiles(home.agentDir);
	expect([code, stderr, header, withoutRepeats(events.map(({ type }) => type))]).toEqual([
		0,
		"",
		{ type: "session", version: 3, id: expect.any(String), timestamp: expect.any(String), cwd: home.cwd },
		[
			...["agent_start", "turn_start", "message_start", "message_end", "message_start", "message_end"],
			...["message_start", "message_update", "message_end", "turn_end", "agent_end", "agent_settled"],
		],
	]);
	expect(file).toContain(String(header?.id));
});

test.concurrent("updates of a stream carry what is new and no message, and make up the answer (O03)", async () => {
	const model = await startModel({ text: "One two three.", calls: [{ name: "bash", args: { command: "true" } }] }, {});
	const { stdout } = await runTau(createHome(model), ["--mode", "json", "hi"]);
	const updates = readLines(stdout).filter(({ type }) => type === "message_update");

	const fields = new Set(updates.flatMap((update) => Object.keys(update)));
	const inner = updates.map(({ assistantMessageEvent }) => assistantMessageEvent as Line & { delta?: string });
	const text = inner.flatMap(({ type, delta }) => (type === "text_delta" ? [delta] : [])).join("");
	expect([[...fields].sort(), inner.filter((update) => "partial" in update), text]).toEqual([
		["assistantMessageEvent", "type", "usage"],
		[],
		"One two three.",
	]);
});

test.concurrent("a failed run exits with 1 in JSON mode too; its reason is in the last message", async () => {
	const model = await startModel({ status: 400, body: { error: { message: "bad request" } } });
	const { code, stdout, stderr } = await runTau(createHome(model), ["--mode", "json", "hi"]);

	const last = readLines(stdout).findLast(({ type }) => type === "message_end")?.message;
	expect([code, stderr, last?.["stopReason"], last?.["errorMessage"]]).toEqual([
		1,
		"",
		"error",
		`fake at ${model.baseUrl} answered 400: bad request. Check the settings of model "one".`,
	]);
});

test.concurrent("several messages are several runs of one session, with one header (O02, O03)", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." });
	const { stdout } = await runTau(createHome(model), ["--mode", "json", "a", "b"]);

	const types = readLines(stdout).map(({ type }) => type);
	const count = (wanted: string): number => types.filter((type) => type === wanted).length;
	expect([count("session"), count("agent_start"), count("agent_settled"), model.requests.map(userTexts)]).toEqual([
		1,
		2,
		2,
		[["a"], ["a", "b"]],
	]);
});

const NOISY = `process.stdout.write("at import, raw\\n");
console.log("at import");
export default (pi) => {
	process.stdout.write("in the factory, raw\\n");
	console.info("in the factory");
	pi.on("session_start", () => console.log("in session_start"));
	pi.on("agent_start", () => void process.stdout.write(Buffer.from("in agent_start, raw\\n")));
	pi.on("session_shutdown", () => console.log("in session_shutdown"));
};`;

const NOISE = [
	...["at import, raw", "at import", "in the factory, raw", "in the factory"],
	...["in session_start", "in agent_start, raw", "in session_shutdown"],
];

test.concurrent.each([
	["text", (stdout: string): unknown => stdout, "Quiet.\n"],
	["json", (stdout: string): unknown => new Set(readLines(stdout).map((line) => typeof line)), new Set(["object"])],
])("what extensions write to stdout goes to stderr in %s mode (O03)", async (mode, read, expected) => {
	const model = await startModel({ text: "Quiet." });
	const home = createHome({ ...model, extensions: { "noisy.js": NOISY } });
	const { code, stdout, stderr } = await runTau(home, ["--mode", mode, "hi"]);

	expect([code, read(stdout), stderr]).toEqual([0, expected, NOISE.map((line) => `${line}\n`).join("")]);
});

test.concurrent("a reader that goes away, as `head -1` does, ends nothing: the run is kept and no error is shown", async () => {
	const text = "word ".repeat(5000);
	const model = await startModel({ text });
	const home = createHome(model);
	const { child, ended } = await startTau(home, ["--mode", "json", "hi"]);
	child.stdout?.once("data", () => child.stdout?.destroy());
	const { code, stderr } = await ended;

	expect([code, stderr, sessionFiles(home.agentDir).map(transcriptOf)]).toEqual([
		0,
		"",
		[["user: hi", `assistant: ${text}`]],
	]);
});

test.concurrent("print mode with nobody to read the answer ends as usual", async () => {
	const model = await startModel({ text: "Unheard." });
	const home = createHome(model);
	const { child, ended } = await startTau(home, ["-p", "hi"]);
	child.stdout?.destroy();
	const { code, stderr } = await ended;

	expect([code, stderr, sessionFiles(home.agentDir).map(transcriptOf)]).toEqual([
		0,
		"",
		[["user: hi", "assistant: Unheard."]],
	]);
});
