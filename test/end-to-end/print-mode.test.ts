import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createHome } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { userTexts } from "./support/read-request.ts";
import { sessionFiles } from "./support/read-session.ts";
import { runTau } from "./support/run-tau.ts";

const REFUSED = { status: 400, body: { error: { message: "bad request", type: "invalid_request_error" } } };

test.concurrent("print mode writes the answer and nothing else (O02)", async () => {
	const model = await startModel({ text: "Two words, at least." });
	const outcome = await runTau(createHome(model), ["-p", "hi"]);

	expect([outcome, model.requests.map(userTexts)]).toEqual([
		{ code: 0, stdout: "Two words, at least.\n", stderr: "" },
		[["hi"]],
	]);
});

test.concurrent("without a terminal the mode is print, and what is piped in is the prompt (O01)", async () => {
	const model = await startModel({ text: "Yes." });
	const outcome = await runTau(createHome(model), [], { stdin: "Is it?\n" });

	expect([outcome, model.requests.map(userTexts)]).toEqual([{ code: 0, stdout: "Yes.\n", stderr: "" }, [["Is it?"]]]);
});

test.concurrent("several messages are prompts one after the other, and the last answer is printed (O02)", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." }, { text: "Three." });
	const outcome = await runTau(createHome(model), ["-p", "a", "b", "--", "-c"]);

	expect([outcome.stdout, model.requests.map(userTexts)]).toEqual(["Three.\n", [["a"], ["a", "b"], ["a", "b", "-c"]]]);
});

test.concurrent("piped text, files and the first message are one prompt; empty files say nothing (O04)", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." });
	const home = createHome({ ...model, files: { "notes.txt": "a note", "empty.txt": "", "b/c.txt": "deep\n" } });
	const outcome = await runTau(home, ["-p", "@notes.txt", "first", "@empty.txt", "@b/c.txt", "second"], {
		stdin: "piped\n",
	});

	const block = (name: string, text: string): string => `<file name="${join(home.cwd, name)}">\n${text}\n</file>\n`;
	const first = `piped${block("notes.txt", "a note")}${block("b/c.txt", "deep\n")}first`;
	expect([outcome, model.requests.map(userTexts)]).toEqual([
		{ code: 0, stdout: "Two.\n", stderr: "" },
		[[first], [first, "second"]],
	]);
});

test.concurrent.each([
	["gone.txt", "no such file"],
	["folder", "is a folder, not a file"],
	["binary.bin", "neither text nor an image"],
])("an @file that cannot be sent is named before anything is asked: %s (O04)", async (name, reason) => {
	const model = await startModel();
	const home = createHome({ ...model, files: { "folder/x": "", "binary.bin": "a\0b" } });
	const outcome = await runTau(home, ["-p", `@${name}`, "hi"]);

	expect([outcome, model.requests, sessionFiles(home.agentDir)]).toEqual([
		{ code: 1, stdout: "", stderr: `${join(home.cwd, name)}: ${reason}\n` },
		[],
		[],
	]);
});

test.concurrent("a failed run exits with 1 and says why on stderr (O02)", async () => {
	const model = await startModel(REFUSED);
	const outcome = await runTau(createHome(model), ["-p", "hi"]);

	expect(outcome).toEqual({
		code: 1,
		stdout: "",
		stderr: `fake at ${model.baseUrl} answered 400: bad request. Check the settings of model "one".\n`,
	});
});

test.concurrent("an answer that hit the output limit is printed and the exit code is 1 (B49)", async () => {
	const model = await startModel({ text: "It was a dark and", finish: "length" });
	const outcome = await runTau(createHome(model), ["-p", "hi"]);

	expect(outcome).toEqual({
		code: 1,
		stdout: "It was a dark and\n",
		stderr:
			"fake/one stopped at its output limit: the answer is incomplete. Ask for a shorter one or raise maxTokens\n",
	});
});

const COMMANDS = `export default (pi) => {
	pi.registerCommand("go", { handler: async () => { pi.sendUserMessage("from the command"); } });
	pi.registerCommand("bad", { handler: async () => { throw new Error("out of order"); } });
};`;

test.concurrent("a run that a command started without waiting for it is finished before the end (O05, TRAP70)", async () => {
	const model = await startModel({ text: "Gone." });
	const home = createHome({ ...model, extensions: { "commands.ts": COMMANDS } });
	const outcome = await runTau(home, ["-p", "/go"]);

	expect([outcome, model.requests.map(userTexts)]).toEqual([
		{ code: 0, stdout: "Gone.\n", stderr: "" },
		[["from the command"]],
	]);
});

test.concurrent("a command that throws is reported, asks the model nothing and leaves the exit code at 0 (TRAP81)", async () => {
	const model = await startModel();
	const home = createHome({ ...model, extensions: { "commands.ts": COMMANDS } });
	const outcome = await runTau(home, ["-p", "/bad"]);

	expect([outcome, model.requests, sessionFiles(home.agentDir)]).toEqual([
		{ code: 0, stdout: "", stderr: "Extension error (command:bad): out of order\n" },
		[],
		[],
	]);
});

test.concurrent("a blank before the slash makes it a message (TRAP77)", async () => {
	const model = await startModel({ text: "No idea." });
	const home = createHome({ ...model, extensions: { "commands.ts": COMMANDS } });
	await runTau(home, ["-p", " /bad"]);

	expect(model.requests.map(userTexts)).toEqual([[" /bad"]]);
});

test.concurrent("a project that nobody approved gives its AGENTS.md and loads no code and no settings (TRAP99)", async () => {
	const model = await startModel({ text: "One." }, { text: "Two." });
	const home = createHome({
		...model,
		files: {
			"AGENTS.md": "Mind the gap.",
			".pi/extensions/mark.ts": `import { writeFileSync } from "node:fs";
				export default () => writeFileSync("marker", "");`,
			".pi/settings.json": JSON.stringify({ sessionDir: "project-sessions" }),
		},
	});
	const outcomes = [];
	for (const args of [
		["-p", "hi"],
		["-p", "--approve", "hi"],
	]) {
		const { code, stderr } = await runTau(home, args);
		outcomes.push({ code, stderr, made: readdirSync(home.cwd).sort() });
	}

	const prompts = model.requests.map(({ body }) => JSON.stringify(body.messages[0]).includes("Mind the gap."));
	expect([outcomes, prompts]).toEqual([
		[
			{ code: 0, stderr: "", made: [".pi", "AGENTS.md"] },
			{ code: 0, stderr: "", made: expect.arrayContaining(["marker"]) },
		],
		[true, true],
	]);
});
