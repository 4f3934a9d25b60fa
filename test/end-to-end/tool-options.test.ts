import { expect, test } from "vitest";
import { createHome } from "./support/home.ts";
import { startModel } from "./support/model-server.ts";
import { toolNames } from "./support/read-request.ts";
import { runTau } from "./support/run-tau.ts";

const tool = (name: string, more = ""): string => `pi.registerTool({ name: "${name}", label: "T", description: "A tool",
	${more} parameters: { type: "object", properties: {} }, execute: async () => ({ content: [] }) });`;
const TOOLS = `export default (pi) => { ${tool("alpha")} ${tool("beta", "defaultActive: false,")} };`;

const cases: [args: string[], declared: string[]][] = [
	[[], ["read", "bash", "edit", "write", "alpha"]],
	[
		["--tools", "read,al*,nosuch"],
		["read", "alpha"],
	],
	[
		["-t", "*e*"],
		["read", "edit", "write", "grep", "beta", "tool_search"],
	],
	[
		["--tools", "+beta,-bash"],
		["read", "edit", "write", "alpha", "beta"],
	],
	[
		["-xt", "bash,alp*"],
		["read", "edit", "write"],
	],
	[["-nbt"], ["alpha"]],
	[["-nt"], []],
	[["--tools", ""], []],
	[["-nbt", "--tools", "read,alpha", "-xt", "alpha"], ["read"]],
];

test.concurrent.each(cases)("the tools of %j are what the model is told (O07)", async (args, declared) => {
	const model = await startModel({ text: "Fine." });
	const home = createHome({ ...model, extensions: { "tools.js": TOOLS } });
	const { code, stderr } = await runTau(home, ["-p", ...args, "hi"]);

	expect([code, stderr, model.requests.map((request) => toolNames(request).toSorted())]).toEqual([
		0,
		"",
		[declared.toSorted()],
	]);
});

test.concurrent("a tool that is not declared is not run either (O07, TRAP31)", async () => {
	const model = await startModel({ calls: [{ name: "bash", args: { command: "touch ran" } }] }, { text: "Sorry." });
	const home = createHome(model);
	const { code, stdout } = await runTau(home, ["-p", "-xt", "bash", "hi"]);

	expect([code, stdout, model.requests[1]?.body.messages.at(-1)?.content]).toEqual([
		0,
		"Sorry.\n",
		"Tool bash not found",
	]);
});
