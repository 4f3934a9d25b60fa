import type { AgentMessage } from "@tau/agent";
import { emptyUsage } from "@tau/ai";
import { expect, test } from "vitest";
import { createMemorySession } from "../open-session.ts";
import type { Session } from "../session.ts";
import { collectLeftBranch, prepareBranch } from "./branch-summary.ts";

const user = (text: string): AgentMessage => ({ role: "user", content: text, timestamp: 0 });

function add(session: Session, message: AgentMessage): string {
	return session.append({ type: "message", message }).id;
}

test("what is left lies between the old leaf and the branch of the target (M11)", () => {
	const session = createMemorySession("/w");
	const [a, b, c] = ["a", "b", "c"].map((text) => add(session, user(text)));
	session.branch(a!);
	const other = add(session, user("other"));
	session.resetLeaf();
	const root = add(session, user("root"));
	const left = (from: string | null, to: string) => {
		const { entries, commonAncestorId } = collectLeftBranch(session, from, to);
		return [entries.map(({ id }) => id), commonAncestorId];
	};

	expect([left(c!, other), left(c!, a!), left(a!, c!), left(c!, root), left(null, a!)]).toEqual([
		[[b, c], a],
		[[b, c], a],
		[[], a],
		[[a, b, c], null],
		[[], null],
	]);
});

test("the newest messages fill the budget; results and omitted messages are left out, files of all are kept", () => {
	const session = createMemorySession("/w");
	const path = (name: string): AgentMessage => ({
		role: "assistant",
		content: [{ type: "toolCall", id: name, name: "read", arguments: { path: name } }],
		api: "",
		provider: "",
		model: "",
		usage: emptyUsage(),
		stopReason: "toolUse",
		timestamp: 0,
	});
	add(session, path("old.txt"));
	session.append({
		type: "branch_summary",
		fromId: "x",
		summary: "earlier",
		details: { readFiles: ["nested.txt"], modifiedFiles: [] },
	});
	add(session, user("x".repeat(400)));
	const failed = add(session, user("failed"));
	session.append({ type: "context_edit", targetId: failed, replacement: null });
	add(session, { role: "toolResult", toolCallId: "1", toolName: "read", content: [], isError: false, timestamp: 0 });
	add(session, user("x".repeat(40)));
	const entries = session.getBranch();
	const summary = (budget: number) => {
		const { messages, totalTokens, fileOps } = prepareBranch(entries, budget);
		return [messages.map(({ role }) => role).join(), totalTokens, [...fileOps.read].sort()];
	};

	expect([summary(0), summary(110), summary(109)]).toEqual([
		["assistant,branchSummary,user,user", 118, ["nested.txt", "old.txt"]],
		["user,user", 110, ["nested.txt", "old.txt"]],
		["user", 10, ["nested.txt", "old.txt"]],
	]);
});
