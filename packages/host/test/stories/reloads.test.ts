import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { say } from "../harness.ts";
import { startProject } from "../harness/start-project.ts";

/** A state of a megabyte per load, listeners of every kind, a tool and a program of the host's. */
const HEAVY = `
export default (pi) => {
	const state = new Array(131072).fill(0.5);
	for (const event of ["turn_start", "turn_end", "context", "tool_call"]) pi.on(event, () => void state.length);
	pi.events.on("ping", () => state.length);
	pi.registerTool({ name: "heavy", label: "Heavy", description: "x", parameters: { type: "object", properties: {} },
		execute: async () => ({ content: [{ type: "text", text: String(state.length) }], details: {} }) });
	pi.registerCommand("reload", { handler: async (_args, ctx) => ctx.reload() });
	pi.on("session_start", () => void pi.exec("sleep", ["60"]));
};
`;

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

async function heapAfterGarbage(): Promise<number> {
	for (let round = 0; round < 3; round++) {
		await new Promise((resolve) => setImmediate(resolve));
		collectGarbage();
	}
	return process.memoryUsage().heapUsed;
}

test(
	"what extensions held goes with them: fifty reloads keep the heap as it was (L12, K08)",
	{ timeout: 60_000 },
	async () => {
		const project = await startProject({
			files: { "home/.pi/agent/extensions/heavy.ts": HEAVY },
			model: [say("one")],
		});
		for (let reload = 0; reload < 10; reload++) await project.prompt("/reload");
		const before = await heapAfterGarbage();
		for (let reload = 0; reload < 50; reload++) await project.prompt("/reload");
		const grownMegabytes = ((await heapAfterGarbage()) - before) / 2 ** 20;

		// Fifty states that are held would be 50 MB.
		expect(grownMegabytes).toBeLessThan(10);
		expect(project.faults).toEqual([]);
	},
);
