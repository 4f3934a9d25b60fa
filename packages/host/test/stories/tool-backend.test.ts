import { existsSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { ExtensionContext } from "../../src/extension-api/context.ts";
import type { ToolBackend } from "../../src/platform/backend.ts";
import { callTool, say, startTestHost } from "../harness.ts";
import { startProject } from "../harness/start-project.ts";

/** Another machine: it has one file, and its shell repeats what it is told. */
function elsewhere(): { backend: ToolBackend; asked: unknown[] } {
	const asked: unknown[] = [];
	const missing = (): Promise<never> => Promise.reject(Object.assign(new Error("nothing there"), { code: "ENOENT" }));
	const status = { isFile: () => true, isDirectory: () => false, size: 7, mtimeMs: 1 };
	const isThere = (path: string): boolean => path === "/far/away.txt";
	const backend = {
		info: { type: "elsewhere" },
		files: {
			readFile: (path) => (isThere(path) ? Promise.resolve(Buffer.from("far off")) : missing()),
			writeFile: async (path, content) => void asked.push(["write", path, String(content)]),
			access: (path) => (isThere(path) ? Promise.resolve() : missing()),
			stat: (path) => (isThere(path) ? Promise.resolve(status) : missing()),
			readdir: async () => ["away.txt"],
			mkdir: async (path) => void asked.push(["mkdir", path]),
			realpath: async (path) => path,
			createReadStream: () => Readable.from([Buffer.from("far off")]),
		},
		processes: {
			runShell: async ({ command, cwd, timeoutSeconds, onData }, signal) => {
				asked.push(["shell", command, cwd, timeoutSeconds]);
				onData(Buffer.from(`\u001b[31m${command}\u001b[0m\r\n`));
				if (command === "hang" && !signal?.aborted)
					await new Promise((resolve) => signal?.addEventListener("abort", resolve));
				if (signal?.aborted) return { exitCode: null, endedBy: "abort" };
				return command === "slow" ? { exitCode: null, endedBy: "timeout" } : { exitCode: 3, endedBy: "itself" };
			},
		},
		search: {
			glob: async (request) => (asked.push(["glob", request]), ["away.txt"]),
			grep: async (request) => (asked.push(["grep", request]), { lines: [], limitReached: false }),
		},
	} satisfies ToolBackend;
	return { backend, asked };
}

test("files, searches and commands of extensions go to the machine of the tools, whichever it is (Z01)", async () => {
	const { backend, asked } = elsewhere();
	const host = await startTestHost({
		model: [callTool("read", { path: "/far/away.txt" }), say("done")],
		backend,
		builtinOptions: { read: { backend } },
	});
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.on("tool_call", async (_event, ctx) => {
			const { toolOperations: on } = ctx;
			seen.push(
				ctx.getToolBackendInfo(),
				String(await on.readFile("/far/away.txt")),
				(await on.stat("/far/away.txt")).size,
				await on.readdir("/far"),
				await on.exists("/far/nothing"),
				await on.readFile("/far/nothing").catch(({ code }: { code: string }) => code),
				await on.glob("*.txt", "/far", { ignore: ["x"] }),
				await on.grep("off", "/far", { literal: true }),
			);
			await on.mkdir("/far/new");
			await on.writeFile("/far/new/file", "text");
			seen.push(await on.exec("tell", "/far", { onData: () => {} }));
		});
	});

	await host.prompt("go");

	expect([seen, asked, host.transcript(), host.faults]).toEqual([
		[
			{ type: "elsewhere" },
			"far off",
			7,
			["away.txt"],
			false,
			"ENOENT",
			["away.txt"],
			{ lines: [], limitReached: false },
			{ exitCode: 3 },
		],
		[
			["glob", { pattern: "*.txt", cwd: "/far", ignore: ["x"], limit: 1000 }],
			["grep", { pattern: "off", path: "/far", literal: true, limit: 100 }],
			["mkdir", "/far/new"],
			["write", "/far/new/file", "text"],
			["shell", "tell", "/far", undefined],
		],
		["user: go", "read: far off", "assistant: done"],
		[],
	]);
});

test("a command on the backend has a result whatever came of it, and is stopped by its signal or timeout (Z01)", async () => {
	const { backend, asked } = elsewhere();
	const host = await startTestHost({ model: [], backend });
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.on("session_start", async (_event, ctx) => {
			const stop = new AbortController();
			const chunks: string[] = [];
			const failure = (error: unknown): string => (error as Error).message;
			seen.push(await ctx.execToolBackend("tell", { cwd: "sub", timeout: 9, onChunk: (text) => chunks.push(text) }));
			seen.push(chunks);
			seen.push(await ctx.execToolBackend("slow", { timeout: 1 }));
			seen.push(await ctx.execToolBackend("hang", { signal: stop.signal, onChunk: () => stop.abort() }));
			seen.push(await ctx.execToolBackend("tell", { timeout: 0 }).catch(failure));
			const broken = { onChunk: () => void JSON.parse("broken chunk listener") };
			seen.push(/JSON/.test(String(await ctx.execToolBackend("hang", broken).catch(failure))));
			seen.push(await ctx.execToolBackend(7 as never).catch(failure));
		});
	});

	await host.start();

	const stopped = { exitCode: undefined, cancelled: true, truncated: false };
	expect([seen, asked, host.faults]).toEqual([
		[
			{ output: "tell\n", exitCode: 3, cancelled: false, truncated: false },
			["\u001b[31mtell\u001b[0m\r\n"],
			{ output: "slow\n", ...stopped },
			{ output: "hang\n", ...stopped },
			"Invalid timeout: must be a finite number of seconds above 0",
			true,
			"execToolBackend needs a command: a string",
		],
		[
			["shell", "tell", `${host.cwd}/sub`, 9],
			["shell", "slow", host.cwd, 1],
			["shell", "hang", host.cwd, undefined],
			["shell", "hang", host.cwd, undefined],
		],
		[],
	]);
});

const LOCAL = `
export default (pi) => {
	pi.on("session_start", async (_event, ctx) => {
		const on = ctx.toolOperations;
		await on.mkdir("deep/folder");
		await on.writeFile("deep/folder/note.txt", "one\\ntwo\\n");
		const told = await ctx.execToolBackend("cat note.txt; printf %s \\"$PREFIXED $PI_SESSION_ID\\"; exit 4", { cwd: "deep/folder" });
		const long = await ctx.execToolBackend("seq 1 5000");
		globalThis.localBackend = {
			info: ctx.getToolBackendInfo(),
			read: String(await on.readFile("deep/folder/note.txt")),
			found: await on.glob("*.txt", "."),
			lines: (await on.grep("tw.", ".")).lines.map(({ path, lineNumber, text }) => [path, lineNumber, text]),
			told: { ...told, output: told.output.replace(ctx.session.getSessionId(), "<session>") },
			long: [long.output.trimEnd().endsWith("\\n4999\\n5000"), long.truncated, long.fullOutputPath],
		};
		globalThis.localRun = ctx.execToolBackend("echo begun; sleep 600", { onChunk: globalThis.localBegun });
	});
};
`;

test("without another one it is this machine, with the settings of the tools, and ends with the session (Z01)", async () => {
	const world = globalThis as {
		localBackend?: Record<string, unknown>;
		localRun?: ReturnType<ExtensionContext["execToolBackend"]>;
		localBegun?: () => void;
	};
	const begun = new Promise<void>((resolve) => (world.localBegun = resolve));
	const project = await startProject({
		files: {
			"home/.pi/agent/extensions/local.ts": LOCAL,
			"home/.pi/agent/settings.json": JSON.stringify({ shellCommandPrefix: "PREFIXED=yes" }),
		},
		model: [],
	});

	const session = await project.start();
	await begun;
	await session.dispose();

	const [isTail, truncated, fullOutputPath] = (world.localBackend ?? {})["long"] as [boolean, boolean, string];
	expect([world.localBackend, isTail, truncated, existsSync(fullOutputPath), await world.localRun]).toEqual([
		{
			info: { type: "local" },
			read: "one\ntwo\n",
			found: ["deep/folder/note.txt"],
			lines: [["deep/folder/note.txt", 2, "two"]],
			told: { output: "one\ntwo\nyes <session>", exitCode: 4, cancelled: false, truncated: false },
			long: expect.anything(),
		},
		true,
		true,
		true,
		{ output: "begun\n", exitCode: undefined, cancelled: true, truncated: false },
	]);
});
