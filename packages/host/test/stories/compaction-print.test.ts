import type { ScriptedTurn } from "@tau/ai";
import { expect, test } from "vitest";
import { runPrint } from "../../src/modes/print/run-print.ts";
import { say, startTestHost } from "../harness.ts";
import { KEEP_100, text, tooLong } from "../harness/compaction.ts";

const cut = (output: number): ScriptedTurn => ({ text: "partial", stopReason: "length", usage: { input: 10, output } });

/** What the print mode makes of a session: exit code, output, and whether there was a warning. */
async function print(model: ScriptedTurn[], prompts: string[]): Promise<unknown[]> {
	const host = await startTestHost({ settings: KEEP_100, model });
	const current = await host.start();
	let output = "";
	const warnings: string[] = [];
	const code = await runPrint({
		sessions: { current, onReplaced: () => () => {} },
		prompts: prompts.map((prompt) => ({ text: prompt, images: [] })),
		write: (chunk) => void (output += chunk),
		warn: (line) => warnings.push(line),
	});
	return [code, output, warnings.length];
}

test.each<[string, ScriptedTurn[], string[], unknown[]]>([
	[
		"a cut-off answer at the model's limit is printed, and the code is 1 (M09, B49)",
		[cut(1000)],
		["hi"],
		[1, "partial\n", 1],
	],
	["so is one that nothing can be done about (B49)", [cut(5)], ["hi"], [1, "partial\n", 1]],
	[
		"one that was recovered from is not seen",
		[say(text(300)), cut(5), say("sum"), say("whole")],
		[text(120, "u"), "two"],
		[0, "whole\n", 0],
	],
	["an overflow that nothing can be done about is reported (M08)", [tooLong], ["hi"], [1, "", 1]],
	[
		"an overflow that was recovered from is not",
		[say(text(300)), tooLong, say("sum"), say("after")],
		[text(120, "u"), "two"],
		[0, "after\n", 0],
	],
	[
		"nor is a failure that passed",
		[{ error: { message: "Overloaded", status: 529 } }, say("ok")],
		["hi"],
		[0, "ok\n", 0],
	],
])("%s", async (_what, model, prompts, outcome) => {
	expect(await print(model, prompts)).toEqual(outcome);
});
