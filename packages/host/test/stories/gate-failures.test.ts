import { expect, test } from "vitest";
import type { ExtensionAPI } from "../../src/extension-api/extension-api.ts";
import { callTool, callTools, say, startTestHost, type TestHost } from "../harness.ts";
import { promised } from "../hooks/hook-harness.ts";

/** Ways in which a guard fails, with what is told. */
const FAILURES: [how: string, guard: () => unknown, cause: string][] = [
	["throws", () => fail("no idea"), "no idea"],
	["throws after an await", async () => (await Promise.resolve(), fail("too late")), "too late"],
	["rejects", () => Promise.reject(new Error("rejected")), "rejected"],
	["never answers", () => promised<void>().promise, "tool_call was not answered within 0.02 s"],
	["answers nonsense", () => ({ block: "perhaps" }), "tool_call handler must return block as true or false"],
];

const SETTINGS = { extensionDeadlines: { gate: 0.02 } };

function fail(message: string): never {
	throw new Error(message);
}

/** A tool that counts, one that calls it, and a guard that fails for it. */
function prepare(host: TestHost, guard: () => unknown): { ran: string[] } {
	const ran: string[] = [];
	const register = (pi: ExtensionAPI, name: string, run: (ctx: NestingContext) => Promise<string>): void =>
		pi.registerTool({
			name,
			label: name,
			description: name,
			parameters: { type: "object", properties: {} } as never,
			execute: async (_id, _params, _signal, _onUpdate, ctx) => ({
				content: [{ type: "text", text: await run(ctx as never) }],
				details: {},
			}),
		});
	host.extension((pi) => {
		for (const name of ["target", "other"])
			register(pi, name, async () => {
				ran.push(name);
				return `${name} ran`;
			});
		register(pi, "nesting", async (ctx) => {
			const { result, isError } = await ctx.executeTool("target", {});
			return `${isError ? "refused" : "ran"}: ${result.content[0]?.text}`;
		});
	}, "tools.ts");
	host.extension(
		(pi) =>
			void pi.on("tool_call", (({ toolName }: { toolName: string }) =>
				toolName === "target" ? guard() : undefined) as never),
		"guard.ts",
	);
	return { ran };
}

interface NestingContext {
	executeTool(name: string, args: object): Promise<{ result: { content: { text: string }[] }; isError: boolean }>;
}

test.each(FAILURES)("a guard that %s refuses a call of the model", async (_how, guard, cause) => {
	const host = await startTestHost({ model: [callTool("target"), say("ok")], settings: SETTINGS });
	const { ran } = prepare(host, guard);
	await host.prompt("go");
	expect([ran, host.transcript()[1]]).toEqual([[], `target: guard.ts: ${cause} (error)`]);
});

test.each(FAILURES)(
	"a guard that %s refuses one of several calls and lets the others run",
	async (_how, guard, cause) => {
		const model = [callTools(["other"], ["target"], ["other"]), say("ok")];
		const host = await startTestHost({ model, settings: SETTINGS });
		const { ran } = prepare(host, guard);
		await host.prompt("go");
		expect([ran, host.transcript().slice(1, 4)]).toEqual([
			["other", "other"],
			["other: other ran", `target: guard.ts: ${cause} (error)`, "other: other ran"],
		]);
	},
);

test.each(FAILURES)("a guard that %s refuses a call that a tool makes", async (_how, guard, cause) => {
	const host = await startTestHost({ model: [callTool("nesting"), say("ok")], settings: SETTINGS });
	const { ran } = prepare(host, guard);
	await host.prompt("go");
	expect([ran, host.transcript()[1]]).toEqual([[], `nesting: refused: guard.ts: ${cause}`]);
});

const NONSENSE = "user_bash handler must return nothing, or exactly one valid { operations } or { result }";

const SHELL_FAILURES = FAILURES.map(
	([how, guard, cause]) =>
		[how, guard, how === "answers nonsense" ? NONSENSE : cause.replace("tool_call", "user_bash")] as const,
);

test.each(SHELL_FAILURES)("a handler that %s refuses a command of the user", async (_how, guard, cause) => {
	const host = await startTestHost({ model: [], settings: SETTINGS });
	host.extension((pi) => void pi.on("user_bash", guard as never), "guard.ts");
	const agent = await host.start();
	await expect(agent.runShellCommand({ command: "echo ran > ran" })).rejects.toThrow(
		`The command was not run: guard.ts: ${cause}`,
	);
	expect(() => host.read("ran")).toThrow("ENOENT");
	expect(host.transcript()).toEqual([]);
});
