import { expect, test } from "vitest";
import type { ExtensionAPI, ExtensionFactory } from "../../src/extension-api/extension-api.ts";
import { say, startTestHost } from "../harness.ts";

/** An extension whose commands store their own names and arguments. */
const commands =
	(owner: string, ...names: string[]): ExtensionFactory =>
	(pi) => {
		for (const name of names) pi.registerCommand(name, { handler: (args) => pi.appendEntry("ran", [owner, args]) });
	};

const namesOf = (pi: ExtensionAPI | undefined): unknown => pi?.getCommands().map(({ name }) => name);

test("three commands of one name are all kept under numbers, and the bare name is text (TRAP1, API07, L17)", async () => {
	const host = await startTestHost({ model: [say("what?")] });
	let pi: ExtensionAPI | undefined;
	host.extension(commands("first", "dup"));
	host.extension(commands("second", "dup"));
	host.extension(commands("third", "dup"));
	host.extension((own) => void (pi = own));

	await host.prompt("/dup:1 a");
	await host.prompt("/dup:3 c");
	await host.prompt("/dup x");

	expect([namesOf(pi), host.stored("ran"), host.transcript()]).toEqual([
		["dup:1", "dup:2", "dup:3"],
		[
			["first", "a"],
			["third", "c"],
		],
		["user: /dup x", "assistant: what?"],
	]);
});

test("a literal name that a number took gets a further number (TRAP2, API07)", async () => {
	const host = await startTestHost({ model: [] });
	let pi: ExtensionAPI | undefined;
	host.extension(commands("a", "dup"));
	host.extension(commands("b", "dup", "dup:1"));
	host.extension((own) => void (pi = own));

	await host.prompt("/dup:1:2 x");

	expect([namesOf(pi), host.stored("ran")]).toEqual([["dup:1", "dup:2", "dup:1:2"], [["b", "x"]]]);
});

test("a command of a taken name that comes late renames the first on the spot (TRAP4)", async () => {
	const host = await startTestHost({ model: [say("text")] });
	const seen: unknown[] = [];
	host.extension(commands("first", "c"));
	host.extension((pi) => {
		pi.on("session_start", () => {
			seen.push(namesOf(pi));
			void commands("late", "c")(pi);
			seen.push(namesOf(pi));
		});
	});

	await host.prompt("/c:1 x");
	await host.prompt("/c");

	expect([seen, host.stored("ran"), host.transcript()]).toEqual([
		[["c"], ["c:1", "c:2"]],
		[["first", "x"]],
		["user: /c", "assistant: text"],
	]);
});

test.each([
	["/c", [""], []],
	["/c two  spaces ", ["two  spaces "], []],
	["/c  one leading", [" one leading"], []],
	["/c a\nb", ["a\nb"], []],
	[" /c", [], ["user:  /c"]],
	["/c\nx", [], ["user: /c\nx"]],
	["/cc", [], ["user: /cc"]],
	["/C", [], ["user: /C"]],
])("%j is a command with the raw rest, or text (API07)", async (text, args, transcript) => {
	const host = await startTestHost({ model: [say("")] });
	host.extension((pi) => pi.registerCommand("c", { handler: (rest) => pi.appendEntry("ran", rest) }));

	await host.prompt(text);

	expect([host.stored("ran"), host.transcript()]).toEqual([args, transcript]);
});

test("commands are listed extensions first, then templates and skills, each with its provenance (API08)", async () => {
	const sourceInfo = { path: "/p/review.md", source: "local", scope: "user", origin: "top-level" } as const;
	const host = await startTestHost({
		model: [],
		resourceCommands: [
			{ name: "review", description: "Reviews", source: "prompt", sourceInfo },
			{ name: "skill:pdf", source: "skill", sourceInfo },
		],
	});
	const seen: unknown[] = [];
	host.extension((pi) => {
		pi.registerCommand("plain", { handler: () => {} });
		pi.registerCommand("told", { description: "Told", handler: () => {} });
		pi.on("session_start", () => void seen.push(...pi.getCommands()));
	}, "mine.ts");

	await host.start();

	const mine = { path: "mine.ts", source: "local", scope: "temporary", origin: "top-level" };
	expect(seen).toEqual([
		{ name: "plain", source: "extension", sourceInfo: mine },
		{ name: "told", description: "Told", source: "extension", sourceInfo: mine },
		{ name: "review", description: "Reviews", source: "prompt", sourceInfo },
		{ name: "skill:pdf", source: "skill", sourceInfo },
	]);
});
