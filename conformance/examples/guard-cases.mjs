// Examples that forbid something or keep a trace of the code.
import { git } from "./run-example.mjs";
import { customData, fileText, lastTexts, outcomes, toolNames, toolResults } from "./world.mjs";

const call = (name, args) => ({ name, args });
const bash = (command) => call("bash", { command });
const ifNew =
	'export default (pi: any) => { pi.registerCommand("renew", { handler: async (_args: string, ctx: any) => { const { cancelled } = await ctx.newSession(); if (cancelled) pi.appendEntry("kept"); } }); }';

export const GUARD_CASES = [
	{
		example: "permission-gate",
		promise: "blocks a dangerous command when nobody can be asked, and only that",
		home: { files: { "keep/a.txt": "a\n" } },
		turns: [{ calls: [bash("rm -rf keep"), bash("echo fine")] }, { text: "done" }],
		runs: [{ prompts: ["clean"] }],
		observe: (world) => [
			lastTexts(world, "tool").map((text) => text.trim()),
			toolResults(world).map(({ isError }) => isError),
			fileText(world, "keep/a.txt"),
		],
		expected: [["Dangerous command blocked (no UI for confirmation)", "fine"], [true, false], "a\n"],
	},
	{
		example: "protected-paths",
		promise: "blocks writing and editing of protected paths",
		home: { files: { ".env": "A=1\n", "open.txt": "x\n" } },
		turns: [
			{
				calls: [
					call("write", { path: ".env", content: "B=2\n" }),
					call("edit", { path: ".env", edits: [{ oldText: "A", newText: "B" }] }),
					call("write", { path: "open.txt", content: "y\n" }),
				],
			},
			{ text: "done" },
		],
		runs: [{ prompts: ["write"] }],
		observe: (world) => [lastTexts(world, "tool").slice(0, 2), fileText(world, ".env"), fileText(world, "open.txt")],
		expected: [['Path ".env" is protected', 'Path ".env" is protected'], "A=1\n", "y\n"],
	},
	{
		example: "plan-mode",
		promise: "starts read-only by its flag: no write tools, only harmless commands, its context before the prompt",
		turns: [{ calls: [bash("echo x > made.txt"), bash("ls")] }, { text: "Plan:\n1. Do it" }],
		// The prompt stands before the flag: the peer takes the word after a flag it does not know yet for its value.
		runs: [{ args: ["plan it", "--plan"] }],
		observe: (world) => [
			toolNames(world, 0),
			lastTexts(world, "tool").map((text) => text.startsWith("Plan mode: command blocked")),
			lastTexts(world, "user").filter((text) => text.includes("[PLAN MODE ACTIVE]")).length,
			fileText(world, "made.txt"),
		],
		expected: [["bash", "find", "grep", "ls", "read"], [true, false], 1, undefined],
	},
	{
		example: "plan-mode",
		promise: "is toggled by its command, written into the session and taken up again with it",
		turns: [{ text: "one" }, { text: "two" }, { text: "three" }],
		runs: [{ prompts: ["/plan", "first"] }, { args: ["-c"], prompts: ["second", "/plan", "third"] }],
		observe: (world) => [
			[0, 1, 2].map((number) => toolNames(world, number)),
			customData(world, "plan-mode").map(({ enabled }) => enabled),
			[0, 1, 2].map(
				(number) =>
					world.requests[number].body.messages.filter(({ content }) =>
						JSON.stringify(content).includes("[PLAN MODE ACTIVE]"),
					).length,
			),
		],
		expected: [
			[
				["bash", "find", "grep", "ls", "read"],
				["bash", "find", "grep", "ls", "read"],
				["bash", "edit", "read", "write"],
			],
			[true, false],
			[1, 2, 0],
		],
	},
	{
		example: "dirty-repo-guard",
		promise: "keeps the session while there are uncommitted changes",
		home: { files: { "a.txt": "a\n" }, repository: true, companion: ifNew },
		turns: [{ calls: [bash("echo b >> a.txt")] }, { text: "one" }, { text: "two" }],
		runs: [{ prompts: ["change", "/renew", "after"] }],
		observe: (world) => [
			outcomes(world).map(([code]) => code),
			customData(world, "kept").length,
			lastTexts(world, "user"),
		],
		expected: [[0], 1, ["change", "after"]],
	},
	{
		example: "dirty-repo-guard",
		promise: "lets a clean repository go",
		home: { files: { "a.txt": "a\n" }, repository: true, companion: ifNew },
		turns: [{ text: "one" }, { text: "two" }],
		runs: [{ prompts: ["before", "/renew", "after"] }],
		observe: (world) => [
			outcomes(world).map(([code]) => code),
			customData(world, "kept").length,
			lastTexts(world, "user"),
		],
		expected: [[0], 0, ["after"]],
	},
	{
		example: "confirm-destructive",
		promise: "lets everything go when nobody can be asked",
		home: { companion: ifNew },
		turns: [{ text: "one" }, { text: "two" }],
		runs: [{ prompts: ["before", "/renew", "after"] }],
		observe: (world) => [customData(world, "kept").length, lastTexts(world, "user")],
		expected: [0, ["after"]],
	},
	{
		example: "git-checkpoint",
		promise: "makes a stash entry at every turn and leaves the folder alone",
		home: {
			files: { "a.txt": "a\n" },
			repository: true,
			commands: { git: '#!/bin/sh\necho "$@" >> "$HOME/git.log"\nPATH="${PATH#*"$(dirname "$0")":}"\nexec git "$@"\n' },
		},
		turns: [{ calls: [bash("echo b >> a.txt")] }, { text: "done" }],
		runs: [{ prompts: ["change"] }],
		observe: (world) => [fileText(world, "../git.log"), fileText(world, "a.txt"), git(world.place, "stash", "list")],
		expected: ["stash create\nstash create\n", "a\nb\n", ""],
	},
	{
		example: "auto-commit-on-exit",
		promise: "commits with the first line of the last answer when the program ends",
		home: { files: { "a.txt": "a\n" }, repository: true },
		turns: [{ calls: [bash("echo b >> a.txt; echo new > n.txt")] }, { text: "Added a line\nand more" }],
		runs: [{ prompts: ["change"] }],
		observe: (world) => [
			git(world.place, "log", "--format=%s"),
			git(world.place, "status", "--porcelain"),
			git(world.place, "show", "--name-only", "--format="),
		],
		expected: ["[pi] Added a line\nfirst", "", "a.txt\nn.txt"],
	},
	{
		example: "git-merge-and-resolve",
		promise: "merges the upstream after the run and hands conflicts back to the model",
		home: { files: { "a.txt": "base\n" }, repository: true },
		turns: [
			{
				// A clone that went on beside this repository, and a change here at the same place.
				calls: [
					bash(
						"git clone -q . ../up && cd ../up && echo theirs > a.txt && git commit -qam theirs && cd ../work && git remote add origin ../up && git fetch -q && git branch -q -u origin/main && echo ours > a.txt && git commit -qam ours",
					),
				],
			},
			{ text: "pushed" },
			{ calls: [bash("echo both > a.txt && git add a.txt && git commit -qm merged")] },
			{ text: "resolved" },
		],
		runs: [{ prompts: ["diverge"] }],
		observe: (world) => [
			outcomes(world),
			lastTexts(world, "user")[1],
			git(world.place, "log", "--format=%s", "-1"),
			git(world.place, "status", "--porcelain"),
		],
		expected: [
			[[0, "resolved"]],
			"Merged origin/main with conflicts:\n\n  a.txt:1-5 (ours 2, theirs 4)\n\nResolve these conflicts.",
			"merged",
			"",
		],
	},
];
