import { expect, test } from "vitest";
import { createCommandContext, createContext, createToolContext, type HandleSource } from "./create-context.ts";
import { UNBOUND_SESSION, type SessionPort } from "./session-port.ts";

interface Fixture {
	source: HandleSource;
	owner: { generation: { alive: boolean } };
	state: { cwd: string; port: SessionPort };
}

/** A session whose members say what they are called with. */
function fixture(): Fixture {
	const state = { cwd: "/one" } as Fixture["state"];
	const context = {
		get cwd() {
			return state.cwd;
		},
		isIdle() {
			return this === (context as unknown);
		},
	};
	state.port = {
		context,
		commands: { waitForIdle: async () => {} },
		actions: {},
		toolActions: (id: string) => ({ tools: [id], executeTool: async () => id }),
	} as unknown as SessionPort;
	const owner = { generation: { alive: true } };
	return {
		source: {
			owner: owner as HandleSource["owner"],
			port: () => state.port,
			during: async <T>(work: () => T): Promise<Awaited<T>> => await work(),
		},
		owner,
		state,
	};
}

test("members show what is true when they are read, and methods keep their object (C18)", () => {
	const { source, state } = fixture();
	const context = createContext(source);
	const { isIdle } = context;
	const before = context.cwd;
	state.cwd = "/two";

	expect([before, context.cwd, isIdle()]).toEqual(["/one", "/two", true]);
});

test("the contexts of commands and tools have more members, those of a tool know their call (TC1)", async () => {
	const { source } = fixture();
	const tool = createToolContext(source, "call-1");

	expect([
		"waitForIdle" in createContext(source),
		"waitForIdle" in createCommandContext(source, () => false),
		tool.tools,
		await tool.executeTool("x", {}),
	]).toEqual([false, true, ["call-1"], "call-1"]);
});

test("before a session is bound every member refuses (L09, L13)", () => {
	const context = createContext({ ...fixture().source, port: () => UNBOUND_SESSION });

	expect(() => context.cwd).toThrow("Extension runtime not initialized.");
});

test("once the instance is gone every member refuses and names itself and the way out (L14)", () => {
	const { source, owner } = fixture();
	const context = createCommandContext(source, () => false);
	owner.generation.alive = false;
	const messages = Object.keys(context).map((member) => {
		try {
			void (context as unknown as Record<string, unknown>)[member];
			return `${member} answered`;
		} catch (error) {
			return (error as Error).message;
		}
	});

	expect(
		messages.filter((message) => !/^ctx\.\w+ belongs to an .*no longer active.*withSession/.test(message)),
	).toEqual([]);
	expect(messages.length).toBeGreaterThan(20);
});
