import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSessionById, findSessionsByPartialId, listAllSessions, listSessions } from "../../src/session/catalog.ts";
import { SEARCHED_CHARACTERS } from "../../src/session/session-summary.ts";
import { assistant, entry, header, system, toLines, toolResult, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const root = temporaryFolder();
const never = new AbortController().signal;
let folders = 0;

function freshFolder(files: Record<string, string>): string {
	const folder = join(root, String((folders += 1)));
	mkdirSync(folder);
	for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
	return folder;
}

const image = { type: "image" as const, data: "A".repeat(400_000), mimeType: "image/png" };

const TALK = toLines([
	header({ id: "talk", parentSession: "/parent.jsonl" }),
	entry(0, null, { type: "message", message: system({ content: "prompt" }) }),
	entry(1, 0, {
		type: "message",
		message: {
			role: "user",
			content: [
				{ type: "text", text: " first\nline " },
				{ type: "image", data: "", mimeType: "image/png" },
				{ type: "text", text: "second" },
			],
			timestamp: 1000,
		},
	}),
	entry(2, 1, { type: "message", message: assistant("answer", 5000) }),
	entry(3, 2, { type: "message", message: toolResult("output") }),
	entry(4, 3, { type: "session_info", name: "old" }),
	entry(5, 4, { type: "session_info", name: " new\nname " }),
	entry(6, 5, { type: "custom_message", customType: "c", content: "hint", display: true }),
]);

test("a session is listed with what its file says (S11, S22)", async () => {
	const folder = freshFolder({ "talk.jsonl": TALK });
	expect(await listSessions(folder, {}, never)).toEqual([
		{
			path: join(folder, "talk.jsonl"),
			id: "talk",
			cwd: "/project",
			name: "new name",
			parentSessionPath: "/parent.jsonl",
			created: new Date(header().timestamp),
			modified: new Date(5000),
			messageCount: 4,
			firstMessage: " first\nline  second",
			model: { provider: "tester", modelId: "test-1" },
			allMessagesText: " first\nline  second answer",
		},
	]);
});

test("sessions without messages say so, old ones without ids count, and what is no session is not listed", async () => {
	const old = [
		{ type: "session", id: "old", timestamp: "2020-01-01T00:00:00.000Z" },
		{ type: "message", message: user("hello", 7) },
	];
	const folder = freshFolder({
		"empty.jsonl": toLines([header({ id: "empty" })]),
		"old.jsonl": toLines(old),
		"log.jsonl": '{"type":"event"}\n',
		"blank.jsonl": "",
		"torn.jsonl": TALK.slice(0, -20),
		"notes.txt": TALK,
	});
	const found = await listSessions(folder, {}, never);
	expect(found.map(({ id, firstMessage, messageCount, cwd }) => [id, firstMessage, messageCount, cwd])).toEqual([
		["empty", "(no messages)", 0, "/project"],
		["talk", " first\nline  second", 4, "/project"],
		["old", "hello", 1, ""],
	]);
});

test("only sessions of the working directory are listed, the latest activity first", async () => {
	const at = (id: string, cwd: string, time: number): string =>
		toLines([header({ id, cwd }), entry(0, null, { type: "message", message: user("x", time) })]);
	const folder = freshFolder({
		"a.jsonl": at("a", "/project", 1),
		"b.jsonl": at("b", "/project/", 3),
		"c.jsonl": at("c", "/other", 9),
		"d.jsonl": at("d", "/project", 2),
	});
	const ids = (await listSessions(folder, { cwd: "/project" }, never)).map(({ id }) => id);
	expect(ids).toEqual(["b", "d", "a"]);
});

test("all folders below the root are listed together, and progress counts every file", async () => {
	const all = join(root, "all");
	for (const folder of ["--a--", "--b--"]) {
		mkdirSync(join(all, folder), { recursive: true });
		for (let n = 0; n < 6; n += 1)
			writeFileSync(join(all, folder, `${n}.jsonl`), toLines([header({ id: `${folder}${n}` })]));
	}
	const seen: [number, number, number | undefined][] = [];
	const onProgress = (loaded: number, total: number, partial?: readonly unknown[]): void => {
		seen.push([loaded, total, partial?.length]);
	};
	expect(await listAllSessions(all, { onProgress }, never)).toHaveLength(12);
	expect(seen.map(([loaded, total]) => [loaded, total])).toEqual(Array.from({ length: 12 }, (_, n) => [n + 1, 12]));
	expect(seen[9]?.[2]).toBe(10);
});

test("the text of long sessions is cut, that of images and output is not read", async () => {
	const lines = Array.from({ length: 40 }, (_, n) =>
		entry(n, null, { type: "message", message: user("w".repeat(10_000), n) }),
	);
	const picture = entry(50, null, { type: "message", message: { role: "user", content: [image], timestamp: 99 } });
	const last = { ...assistant("a".repeat(300_000), 1), timestamp: 100 };
	const long = entry(52, null, { type: "message", message: last });
	const output = entry(51, null, { type: "message", message: toolResult("r".repeat(300_000)) });
	const folder = freshFolder({ "long.jsonl": toLines([header(), ...lines, picture, long, output]) });
	const [info] = await listSessions(folder, {}, never);
	expect([info?.allMessagesText.length, info?.messageCount]).toEqual([SEARCHED_CHARACTERS, 43]);
	expect(info?.modified.toISOString()).toBe(long.timestamp);
});

test("a first message with a large image still gives its text", async () => {
	const content = [image, { type: "text" as const, text: "what is this" }];
	const line = entry(0, null, { type: "message", message: { role: "user", content, timestamp: 1 } });
	const folder = freshFolder({ "image.jsonl": toLines([header(), line]) });
	expect((await listSessions(folder, {}, never))[0]?.firstMessage).toBe("what is this");
});

test("listing stops when it is told to", async () => {
	const folder = freshFolder({ "talk.jsonl": TALK });
	const controller = new AbortController();
	controller.abort();
	await expect(listSessions(folder, {}, controller.signal)).rejects.toThrow(/abort/i);
});

test("a folder that is not there has no sessions", async () => {
	expect(await listSessions(join(root, "nowhere"), {}, never)).toEqual([]);
	expect(findSessionById(join(root, "nowhere"), "a")).toBeUndefined();
});

test("a session is found by its exact id, whatever its file is called, and by the beginning of its id (S14, S22)", () => {
	const folder = freshFolder({
		"2026_abc-1.jsonl": toLines([header({ id: "abc-1" })]),
		"renamed.jsonl": toLines([header({ id: "abc-2", cwd: "/other" })]),
		"2026_fake.jsonl": toLines([header({ id: "xyz" })]),
	});
	const path = (name: string): string => join(folder, name);
	expect(["abc-1", "abc-2", "abc", "fake"].map((id) => findSessionById(folder, id))).toEqual([
		path("2026_abc-1.jsonl"),
		path("renamed.jsonl"),
		undefined,
		undefined,
	]);
	expect(findSessionById(folder, "abc-2", "/project")).toBeUndefined();
	expect(findSessionsByPartialId(folder, "abc").toSorted()).toEqual([path("2026_abc-1.jsonl"), path("renamed.jsonl")]);
});
