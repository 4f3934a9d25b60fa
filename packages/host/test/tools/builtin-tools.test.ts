import { chmodSync } from "node:fs";
import { Readable } from "node:stream";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ToolBackend } from "../../src/platform/backend.ts";
import { findPowerShell, getPowerShellConfig, getShellConfig } from "../../src/platform/shell.ts";
import {
	BUILTIN_TOOLS,
	createBuiltinToolDefinition,
	createBuiltinToolDefinitions,
	createCodingTools,
	createReadOnlyTools,
	DEFAULT_TOOL_NAMES,
} from "../../src/tools/builtin-tools.ts";
import { createLocalPowerShellOperations, createPowerShellTool } from "../../src/tools/powershell/powershell-tool.ts";
import { scratchFolder } from "./scratch-folder.ts";
import { textOf } from "./tool-outcome.ts";

const names = (tools: readonly { name: string }[]): string[] => tools.map(({ name }) => name);

test("read, bash, edit and write are the tools of a plain session", () => {
	expect(DEFAULT_TOOL_NAMES).toEqual(["read", "bash", "edit", "write"]);
});

test("tools come in the usual sets", () => {
	expect([names(createCodingTools("/")), names(createReadOnlyTools("/"))]).toEqual([
		["read", "bash", "edit", "write"],
		["read", "grep", "find", "ls"],
	]);
});

test("powershell is offered only where it is installed, and exists everywhere", async () => {
	const isInstalled = findPowerShell() !== undefined;
	expect(names(createBuiltinToolDefinitions("/")).includes("powershell")).toBe(isInstalled);
	expect([createPowerShellTool("/").name, typeof createLocalPowerShellOperations().exec]).toEqual([
		"powershell",
		"function",
	]);
});

test("powershell says that it is missing where it is", async () => {
	// An empty PATH: nothing is installed.
	vi.stubEnv("PATH", "");
	onTestFinished(() => void vi.unstubAllEnvs());
	const message = "PowerShell was not found: neither pwsh nor powershell is installed here.";
	expect(getPowerShellConfig).toThrow(message);
	expect(await textOf(createPowerShellTool("/").execute("call", { command: "1" }))).toBe(`throws: ${message}`);
});

test("powershell runs with its own arguments where it is installed", async () => {
	const folder = scratchFolder();
	folder.write("pwsh", '#!/bin/sh\necho "$@"\n');
	chmodSync(`${folder.path}/pwsh`, 0o755);
	vi.stubEnv("PATH", `${folder.path}:/bin:/usr/bin`);
	onTestFinished(() => void vi.unstubAllEnvs());
	expect(names(createBuiltinToolDefinitions("/"))).toContain("powershell");
	expect(await textOf(createPowerShellTool("/").execute("call", { command: "Get-Date" }))).toBe(
		"-NoProfile -NonInteractive -ExecutionPolicy Bypass -Command Get-Date\n",
	);
});

test("every definition can be listed in the prompt, and its parameters are described JSON Schema", () => {
	for (const name of Object.keys(BUILTIN_TOOLS) as (keyof typeof BUILTIN_TOOLS)[]) {
		const { name: own, label, description, promptSnippet, parameters } = createBuiltinToolDefinition(name, "/");
		expect([own, label, description.length > 0, (promptSnippet?.length ?? 0) > 0]).toEqual([name, name, true, true]);
		const schema = JSON.parse(JSON.stringify(parameters)) as {
			type: string;
			properties: Record<string, { description: string }>;
		};
		expect(schema.type).toBe("object");
		expect(Object.values(schema.properties).every(({ description: text }) => text.length > 0)).toBe(true);
	}
});

test("a tool by itself leaves its prompt texts and renderers to what overrides it", () => {
	const keys = Object.keys(createCodingTools("/")[2]!);
	expect(keys).toEqual([
		"name",
		"label",
		"description",
		"parameters",
		"constrainedSampling",
		"prepareArguments",
		"execute",
	]);
});

test("the shell is Bash where there is Bash", () => {
	expect([getShellConfig(), getShellConfig("/bin/sh")]).toEqual([
		{ shell: "/bin/bash", args: ["-c"] },
		{ shell: "/bin/sh", args: ["-c"] },
	]);
});

/** A machine that exists only here. */
function imaginedBackend(): { backend: ToolBackend; written: Record<string, unknown> } {
	const written: Record<string, unknown> = {};
	const folder = { isFile: () => false, isDirectory: () => true, size: 0, mtimeMs: 0 };
	const file = { ...folder, isFile: () => true, isDirectory: () => false };
	const backend: ToolBackend = {
		info: { type: "imagined" },
		files: {
			readFile: async () => Buffer.from("far away\n"),
			writeFile: async (path, content) => {
				written[path] = content;
			},
			access: async () => {},
			stat: async (path) => (path.endsWith(".txt") ? file : folder),
			readdir: async () => ["b.txt", "a"],
			mkdir: async (path) => {
				written[path] = "folder";
			},
			realpath: async (path) => path,
			createReadStream: () => Readable.from([Buffer.from("far away\n")]),
		},
		processes: {
			runShell: async ({ shell, command, cwd, onData }) => {
				onData(Buffer.from(`${shell} in ${cwd}: ${command}\n`));
				return { exitCode: 0, endedBy: "itself" };
			},
		},
		search: {
			grep: async ({ path }) => ({
				lines: [{ path: "x.txt", lineNumber: 7, text: path, isMatch: true }],
				limitReached: false,
			}),
			glob: async ({ cwd }) => [`${cwd}/found.txt`],
		},
	};
	return { backend, written };
}

test("every tool works on the machine it is given", async () => {
	const { backend, written } = imaginedBackend();
	const options = Object.fromEntries(Object.keys(BUILTIN_TOOLS).map((name) => [name, { backend }]));
	const call = (name: keyof typeof BUILTIN_TOOLS, input: object): Promise<string> => {
		const tool = createBuiltinToolDefinition(name, "/far", options);
		return textOf(tool.execute("call", input, undefined, undefined, undefined as never));
	};
	expect([
		await call("read", { path: "a.txt" }),
		await call("write", { path: "w/a.txt", content: "new" }),
		await call("edit", { path: "e.txt", edits: [{ oldText: "away", newText: "off" }] }),
		await call("bash", { command: "make" }),
		await call("powershell", { command: "make" }),
		await call("grep", { pattern: "x" }),
		await call("find", { pattern: "x" }),
		await call("ls", {}),
	]).toEqual([
		"far away\n",
		"Successfully wrote to w/a.txt",
		"Successfully replaced 1 block(s) in e.txt.",
		"bash in /far: make\n",
		"powershell in /far: make\n",
		"x.txt:7: /far",
		"found.txt",
		"a/\nb.txt",
	]);
	expect(written).toEqual({ "/far/w": "folder", "/far/w/a.txt": "new", "/far/e.txt": "far off\n" });
});
