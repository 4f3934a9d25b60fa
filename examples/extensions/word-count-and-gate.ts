/**
 * A tool and a gate in one extension. Runs in Tau and in Pi.
 *
 *   tau -e examples/extensions/word-count-and-gate.ts -p "How many words has README.md?"
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isToolCallEventType, type ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

const DESTRUCTIVE = /\brm\s+-\w*r/;

export default function wordCountAndGate(pi: ExtensionAPI): void {
	pi.registerTool({
		name: "word_count",
		label: "Word count",
		description: "Counts lines and words of a text file.",
		promptSnippet: "Count lines and words of a text file",
		parameters: Type.Object({ path: Type.String({ description: "File, relative to the working directory" }) }),
		async execute(_toolCallId, { path }, _signal, _onUpdate, ctx) {
			const text = await readFile(resolve(ctx.cwd, path), "utf8");
			const counts = { lines: text.split("\n").length, words: text.split(/\s+/).filter(Boolean).length };
			return {
				content: [{ type: "text", text: `${path}: ${counts.lines} lines, ${counts.words} words` }],
				details: counts,
			};
		},
	});

	pi.on("tool_call", (event) => {
		if (!isToolCallEventType("bash", event) || !DESTRUCTIVE.test(event.input.command)) return;
		return { block: true, reason: "word-count-and-gate: recursive deletes are not allowed" };
	});

	pi.on("tool_execution_end", ({ toolName, isError, result }) => {
		const first = result.content[0];
		// Goes to stderr: stdout belongs to the answer.
		console.log(`  ${isError ? "✗" : "✓"} ${toolName}: ${first?.type === "text" ? first.text.trim() : "(image)"}`);
	});
}
