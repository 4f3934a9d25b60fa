import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { LocalSessionManager } from "../../src/session/published-session-list.ts";
import { SessionManager } from "../../src/session/published-session.ts";
import { assistant, header, NO_USAGE, toolResult, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();

beforeEach(() => {
	vi.stubEnv("PI_CODING_AGENT_DIR", join(folder, "agent"));
	vi.stubEnv("TAU_CODING_AGENT_DIR", "");
});

afterEach(() => {
	vi.unstubAllEnvs();
});

test("each append method makes its entry, with the fields of the format (S04, S22)", () => {
	const manager = SessionManager.create("/project", join(folder, "append"));
	const message = manager.appendMessage(user("one"));
	manager.appendThinkingLevelChange("high");
	manager.appendModelChange("p", "m");
	manager.appendUsage("cache_warm", "p", "m", NO_USAGE, "note");
	manager.appendCustomEntry("state", { a: 1 });
	manager.appendCustomMessageEntry("hint", "text", false, { b: 2 });
	manager.appendContextEdit(message, null);
	manager.appendLabelChange(message, "mark");
	manager.appendSessionInfo("name");
	manager.appendCompaction("summary", message, 5, { c: 3 }, true, NO_USAGE);
	const left = manager.branchWithSummary(message, "left", { d: 4 }, false, NO_USAGE);
	const lines = readFileSync(manager.getSessionFile() ?? "", "utf8")
		.trimEnd()
		.split("\n");
	const fields = lines.slice(1).map((line) => {
		const {
			id: _id,
			parentId: _parentId,
			timestamp: _timestamp,
			...rest
		} = JSON.parse(line) as Record<string, unknown>;
		return rest;
	});
	expect(fields).toEqual([
		{ type: "message", message: user("one") },
		{ type: "thinking_level_change", thinkingLevel: "high" },
		{ type: "model_change", provider: "p", modelId: "m" },
		{ type: "usage", kind: "cache_warm", provider: "p", model: "m", usage: NO_USAGE, note: "note" },
		{ type: "custom", customType: "state", data: { a: 1 } },
		{ type: "custom_message", customType: "hint", content: "text", display: false, details: { b: 2 } },
		{ type: "context_edit", targetId: message, replacement: null },
		{ type: "label", targetId: message, label: "mark" },
		{ type: "session_info", name: "name" },
		{
			type: "compaction",
			summary: "summary",
			firstKeptEntryId: message,
			tokensBefore: 5,
			details: { c: 3 },
			usage: NO_USAGE,
			fromHook: true,
		},
		{
			type: "branch_summary",
			fromId: manager.getEntries().at(-2)?.id,
			summary: "left",
			details: { d: 4 },
			usage: NO_USAGE,
			fromHook: false,
		},
	]);
	expect([manager.getLeafId(), manager.getEntryCount(), manager.getLabel(message), manager.getSessionName()]).toEqual([
		left,
		11,
		"mark",
		"name",
	]);
});

test("sessions lie below the agent's folder unless a folder is named", () => {
	const own = SessionManager.create("/some/where");
	const named = SessionManager.create("/some/where", join(folder, "named"));
	expect([own.getSessionDir(), own.usesDefaultSessionDir(), named.usesDefaultSessionDir()]).toEqual([
		join(folder, "agent", "sessions", "--some-where--"),
		true,
		false,
	]);
});

test("a session is created, listed, found, opened, continued and forked by the published statics (S22)", async () => {
	const cwd = "/project/statics";
	const created = SessionManager.create(cwd, undefined, { id: "first" });
	created.appendMessage(user("hello"));
	created.appendMessage(assistant("hi"));
	const path = created.getSessionFile() ?? "";
	const fork = SessionManager.forkFrom(path, "/elsewhere", undefined, { id: "fork" });
	expect([SessionManager.findById(cwd, "first"), SessionManager.open(path).getEntries(), fork.getEntries()]).toEqual([
		path,
		created.getEntries(),
		created.getEntries(),
	]);
	expect(SessionManager.continueRecent(cwd).getSessionId()).toBe("first");
	const progress: number[] = [];
	const onProgress = (loaded: number): void => {
		progress.push(loaded);
	};
	const lists = [
		await SessionManager.list(cwd),
		await SessionManager.listAll(onProgress),
		await SessionManager.listAll(created.getSessionDir(), onProgress),
	];
	expect(lists.map((list) => list.map(({ id }) => id).toSorted())).toEqual([["first"], ["first", "fork"], ["first"]]);
	expect(progress).toEqual([1, 2, 1]);
});

test("Grip's LocalSessionManager lists sessions with the references that open them (S22)", async () => {
	const cwd = "/project/grip";
	const [first, second] = ["one", "two"].map((id, at) => {
		const manager = SessionManager.create(at === 0 ? cwd : "/project/other", undefined, { id });
		manager.appendMessage(user("hello"));
		manager.session.close();
		return manager.getSessionFile() ?? "";
	});
	const sessions = new LocalSessionManager({ cwd });
	const [own, all] = [await sessions.list(), await sessions.listAll()];

	expect(own.map(({ id, reference }) => [id, reference])).toEqual([["one", first]]);
	expect(all.map(({ reference }) => reference)).toEqual(expect.arrayContaining([first, second]));
	expect(SessionManager.open(own[0]?.reference ?? "").getSessionId()).toBe("one");
});

test("a new session takes the place of the old one under the same manager", () => {
	const manager = SessionManager.create("/project", join(folder, "new"));
	manager.appendMessage(user("one"));
	const first = manager.getSessionFile() ?? "";
	const second = manager.newSession({ id: "second", parentSession: first });
	expect([manager.getSessionFile(), manager.getEntries(), manager.getHeader().parentSession]).toEqual([
		second,
		[],
		first,
	]);
	manager.setSessionFile(first);
	expect(manager.getEntries()).toHaveLength(1);
});

test("a branched session takes the place of the old one, stored or not", () => {
	const outcomes = [
		SessionManager.create("/project", join(folder, "branched")),
		SessionManager.inMemory("/project"),
	].map((manager) => {
		const first = manager.appendMessage(user("one"));
		manager.appendMessage(assistant("two"));
		const before = manager.getSessionFile();
		const file = manager.createBranchedSession(first);
		return [
			file === manager.getSessionFile(),
			file === before,
			manager.isPersisted(),
			manager.getEntries().map(({ id }) => id === first),
		];
	});
	expect(outcomes).toEqual([
		[true, false, true, [true]],
		[true, true, false, [true]],
	]);
});

test("a session in memory takes entries held elsewhere, old ones, too (S22)", () => {
	const old = [
		{ type: "session", id: "held", timestamp: header().timestamp, cwd: "/q" },
		{ type: "message", timestamp: header().timestamp, message: user("one") },
		{ type: "message", timestamp: header().timestamp, message: toolResult("two") },
	] as unknown as Parameters<typeof SessionManager.inMemory>[2];
	const before = structuredClone(old);
	const manager = SessionManager.inMemory("/project", undefined, old);
	expect([
		manager.getSessionId(),
		manager.getCwd(),
		manager.getHeader().cwd,
		manager.getSessionDir(),
		manager.getBranch().length,
	]).toEqual(["held", "/project", "/q", "", 2]);
	expect(old).toEqual(before);
});
