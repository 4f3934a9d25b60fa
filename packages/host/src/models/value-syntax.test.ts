import { expect, test } from "vitest";
import { cacheCommands, canResolveConfigValue, resolveConfigValue } from "./value-syntax.ts";

const NEVER = new AbortController().signal;
const ENV = { X: "ex", LONG_NAME1: "long", EMPTY: "" };

async function runCommand(command: string): Promise<string> {
	if (command === "fail") throw new Error("exit code 3\nmore");
	return command === "silent" ? " \n" : `<${command}>\n`;
}

function resolve(source: string): Promise<unknown> {
	return resolveConfigValue(source, { env: ENV, runCommand }, NEVER);
}

test.each([
	["plain-key", "plain-key"],
	["$X", "ex"],
	["${X}", "ex"],
	["a$X-b${LONG_NAME1}c", "aex-blongc"],
	["$LONG_NAME1", "long"],
	["$$a", "$a"],
	["$!a", "!a"],
	["$$X", "$X"],
	["$$$X", "$ex"],
	["cost 5$", "cost 5$"],
	["${not closed", "${not closed"],
	["$1", "$1"],
	["!echo k", "<echo k>"],
	["a!b", "a!b"],
])("%s is read as %s", async (source, value) => {
	expect(await resolve(source)).toEqual({ ok: true, value });
});

test.each([
	["$NOPE", "environment variable NOPE is not set"],
	["${NOPE}${EMPTY}$NOPE", "environment variable NOPE, EMPTY is not set"],
	["!fail", "command failed: fail (exit code 3)"],
	["!silent", "command printed nothing: silent"],
	["!", "the command after ! is empty"],
])("%s has no value: %s", async (source, problem) => {
	expect(await resolve(source)).toEqual({ ok: false, problem });
});

test("whether a value can be had is known without running commands", () => {
	const sources = ["key", "$X", "$NOPE", "!anything", "!", ""];
	expect(sources.map((source) => canResolveConfigValue(source, ENV))).toEqual([true, true, false, true, false, false]);
});

test("a cached command runs once, also when it fails", async () => {
	const runs: string[] = [];
	const cached = cacheCommands((command) => {
		runs.push(command);
		return runCommand(command);
	});
	const outcomes = await Promise.allSettled(["a", "a", "fail", "fail"].map((command) => cached(command, NEVER)));
	expect([outcomes.map(({ status }) => status), runs]).toEqual([
		["fulfilled", "fulfilled", "rejected", "rejected"],
		["a", "fail"],
	]);
});

test("a command whose caller gave up is run again for the next caller", async () => {
	const runs: string[] = [];
	const aborted = AbortSignal.abort();
	const cached = cacheCommands(async (command, signal) => {
		runs.push(command);
		signal.throwIfAborted();
		return "key";
	});
	await cached("a", aborted).catch(() => "aborted");
	expect([await cached("a", NEVER), runs]).toEqual(["key", ["a", "a"]]);
});
