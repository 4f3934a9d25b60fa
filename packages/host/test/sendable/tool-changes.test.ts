import { expect, test } from "vitest";
import { exportJsonl } from "../../src/export/export-jsonl.ts";
import { importJsonl } from "../../src/export/import-jsonl.ts";
import type { ExtensionFactory } from "../../src/extension-api/extension-api.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { textTool } from "../harness/text-tool.ts";

/** Brings a tool that is not active, and one that activates it. */
const loading: ExtensionFactory = (pi) => {
	pi.registerTool(textTool("extra", { defaultActive: false }));
	pi.registerTool(
		textTool("load", {
			run: () => {
				pi.setActiveTools([...pi.getActiveTools(), "extra"]);
				return "loaded";
			},
		}),
	);
};

test("X13: a tool that was loaded is told to the model before its next request, and again when the session goes on", async () => {
	const first = await startTestHost({ model: [callTool("load"), say("done")], toolFlags: { noBuiltinTools: true } });
	first.extension(loading);
	await first.prompt("load it");
	const systemMessages = first.session.getBranch().flatMap((entry) => {
		if (entry.type !== "message" || entry.message.role !== "system") return [];
		return [entry.message.toolsAdded?.map(({ name }) => name) ?? []];
	});
	const imported = importJsonl(exportJsonl(first.session), { sessionDir: "", cwd: first.cwd });
	const second = await startTestHost({ model: [say("here")], toolFlags: { noBuiltinTools: true }, session: imported });
	second.extension(loading);
	await second.prompt("still there?");

	const toolsOf = (host: typeof first) => host.requests.map(({ tools }) => tools.map(({ name }) => name));
	expect([systemMessages, toolsOf(first), toolsOf(second)]).toEqual([
		[["load"], ["extra"]],
		[["load"], ["load", "extra"]],
		[["load", "extra"]],
	]);
});
