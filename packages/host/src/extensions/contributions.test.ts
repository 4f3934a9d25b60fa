import { expect, test } from "vitest";
import type { RegisteredTool } from "../extension-api/tool.ts";
import { Contributions, toSlashCommandInfo } from "./contributions.ts";
import { createExtensionRecord, type ExtensionRecord } from "./extension-record.ts";

const sourceInfo = (path: string) => ({ path, source: "local", scope: "user", origin: "top-level" }) as const;

function createRecord(path: string, commands: string[] = []): ExtensionRecord {
	const owner = { path } as ExtensionRecord["owner"];
	const record = createExtensionRecord({ path, resolvedPath: path, sourceInfo: sourceInfo(path), owner });
	for (const name of commands) record.commands.set(name, { name, handler: () => {}, sourceInfo: sourceInfo(path) });
	return record;
}

const tool = (name: string, description: string): RegisteredTool => ({
	definition: { name, description } as RegisteredTool["definition"],
	sourceInfo: sourceInfo("x"),
});

function contributions(...records: ExtensionRecord[]): Contributions {
	const all = new Contributions();
	for (const record of records) all.add(record);
	return all;
}

test.each<[commands: string[][], names: string[]]>([
	[
		[["a"], ["b"]],
		["a", "b"],
	],
	[
		[["dup"], ["dup"], ["dup"]],
		["dup:1", "dup:2", "dup:3"],
	],
	[
		[["dup"], ["dup", "dup:1"]],
		["dup:1", "dup:2", "dup:1:2"],
	],
	[
		[["dup:1"], ["dup"], ["dup"]],
		["dup:1", "dup:1:2", "dup:2"],
	],
	[
		[["dup", "dup:1", "dup:1:2"], ["dup"]],
		["dup:1", "dup:1:2", "dup:1:2:2", "dup:2"],
	],
])("commands %j are invoked as %j, every one by its own name (API07, TRAP1, TRAP2)", (commands, names) => {
	const all = contributions(...commands.map((own, index) => createRecord(`${index}.ts`, own)));

	expect(all.commands().map(({ invocationName }) => invocationName)).toEqual(names);
	expect(names.map((name) => all.command(name)?.command.name)).toEqual(commands.flat());
});

test("numbers are counted anew when an extension registers or goes (TRAP4)", () => {
	const [first, second] = [createRecord("first.ts", ["c"]), createRecord("second.ts")];
	const all = contributions(first, second);
	const names = (): string[] => all.commands().map(({ invocationName }) => invocationName);
	const seen = [names()];
	second.commands.set("c", { name: "c", handler: () => {}, sourceInfo: sourceInfo("second.ts") });
	seen.push(names());
	all.remove(first);
	seen.push(names());

	expect(seen).toEqual([["c"], ["c:1", "c:2"], ["c"]]);
});

test("the first extension keeps a tool's name, its own second registration replaces, a foreign one is a conflict (L16)", () => {
	const [first, second] = [createRecord("first.ts"), createRecord("second.ts")];
	const all = contributions(first, second);

	expect([
		all.addTool(first, tool("t", "one")),
		all.addTool(second, tool("t", "foreign")),
		all.addTool(first, tool("t", "two")),
		all.tools().map(({ definition }) => definition.description),
		all.conflicts.map(({ kind, name, winner, loser }) => [kind, name, winner.path, loser.path]),
	]).toEqual([true, false, true, ["two"], [["tool", "t", "first.ts", "second.ts"]]]);
});

test("the first extension keeps a flag (L19)", () => {
	const [first, second] = [createRecord("first.ts"), createRecord("second.ts")];
	const all = contributions(first, second);
	const flag = (extensionPath: string) => ({ name: "f", options: { type: "boolean" as const }, extensionPath });
	all.addFlag(first, flag("first.ts"));
	all.addFlag(second, flag("second.ts"));

	expect([all.flags(), all.conflicts.length]).toEqual([[flag("first.ts")], 1]);
});

test("a record that is taken out leaves no name behind", () => {
	const record = createRecord("gone.ts", ["c"]);
	const all = contributions(record);
	all.addTool(record, tool("t", "one"));
	all.addFlag(record, { name: "f", options: { type: "string" }, extensionPath: "gone.ts" });
	all.remove(record);

	expect([all.records, all.tools(), all.flags(), all.commands(), all.toolOwner("t")]).toEqual([
		[],
		[],
		[],
		[],
		undefined,
	]);
});

test("a command is reported by its invocation name and its extension's provenance (API08, L11)", () => {
	const [info] = contributions(createRecord("mine.ts", ["c"]))
		.commands()
		.map(toSlashCommandInfo);

	expect(info).toEqual({ name: "c", source: "extension", sourceInfo: sourceInfo("mine.ts") });
});
