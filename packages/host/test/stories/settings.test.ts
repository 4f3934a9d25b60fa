import { expect, test } from "vitest";
import { say, startTestHost, callTool } from "../harness.ts";
import { startProject } from "../harness/start-project.ts";
import { textTool } from "../harness/text-tool.ts";

const USER = {
	defaultProvider: "user",
	steeringMode: "all",
	retry: { maxRetries: 1, baseDelayMs: 10 },
	httpProxy: "http://user",
};
const PROJECT = { steeringMode: "one-at-a-time", retry: { maxRetries: 2 }, httpProxy: "http://project" };

test.each([
	["untrusted", [], { ...USER }],
	["trusted", ["--approve"], { ...USER, steeringMode: "one-at-a-time", retry: { maxRetries: 2, baseDelayMs: 10 } }],
])(
	"an %s project's settings lie over the user's or not, and user-only keys stay (G01)",
	async (_trust, words, expected) => {
		const project = await startProject({
			files: {
				"home/.pi/agent/settings.json": JSON.stringify(USER),
				"work/.pi/settings.json": JSON.stringify(PROJECT),
				"probe.ts": `export default (pi) => { pi.on("session_start", () => pi.appendEntry("settings", pi.getSettings())); };`,
			},
			words: [...words, "-e", "%/probe.ts"],
			model: [],
		});

		const [settings] = (await project.stored("settings")) as [typeof USER];
		const { defaultProvider, steeringMode, retry, httpProxy } = settings;
		expect({ defaultProvider, steeringMode, retry, httpProxy }).toMatchObject(expected);
	},
);

test.each<[setting: string[] | undefined, words: string[], active: string[]]>([
	[undefined, [], ["read", "bash", "edit", "write"]],
	[["read", "grep"], [], ["read", "grep"]],
	[["+grep", "-bash"], [], ["read", "edit", "write", "grep"]],
	[["+grep", "read", "-bash", "bash"], [], ["read", "grep"]],
	[["read"], ["--tools", "+ls"], ["read", "ls"]],
	[["read"], ["--tools", "g*,ls"], ["grep", "ls"]],
])("defaultTools %j with %j activate %j (G02)", async (defaultTools, words, active) => {
	const project = await startProject({
		files: { "home/.pi/agent/settings.json": JSON.stringify({ ...(defaultTools && { defaultTools }) }) },
		words: ["--no-extensions", ...words],
		model: [say("ok")],
	});

	await project.prompt("go");

	expect(project.requests[0]?.tools.map(({ name }) => name)).toEqual(active);
});

test("a --tools list that mixes names and modifiers is refused (G02)", async () => {
	const { problems } = await startProject({ words: ["--tools", "read,+grep"] });

	expect(problems).toEqual(["error: --tools takes either names or +name and -name entries, not both"]);
});

test.each([
	["the default", {}, ["s1", "assistant", "s2", "assistant", "f1", "assistant", "f2", "assistant"]],
	["all", { steeringMode: "all", followUpMode: "all" }, ["s1", "s2", "assistant", "f1", "f2", "assistant"]],
	["steering all", { steeringMode: "all" }, ["s1", "s2", "assistant", "f1", "assistant", "f2", "assistant"]],
] as const)("queued messages are delivered as %s says (G03)", async (_mode, settings, order) => {
	const host = await startTestHost({ model: [callTool("send"), ...[1, 2, 3, 4].map(() => say("a"))], settings });
	host.extension((pi) =>
		pi.registerTool(
			textTool("send", {
				run: async () => {
					for (const text of ["s1", "s2"]) pi.sendUserMessage(text, { deliverAs: "steer" });
					for (const text of ["f1", "f2"]) pi.sendUserMessage(text, { deliverAs: "followUp" });
					return "sent";
				},
			}),
		),
	);

	await host.prompt("go");

	const after = host.transcript().slice(2);
	expect(after.map((line) => line.replace("user: ", "").replace("assistant: a", "assistant"))).toEqual(order);
});
