import { homedir } from "node:os";
import { optional, TEXT } from "../../../rpc/field-rules.ts";
import type { RpcSessionState } from "../../../rpc/rpc-types.ts";
import { lastAnswerText } from "../../../runtime/last-answer-text.ts";
import { sessionStats } from "../../../runtime/session-stats.ts";
import type { SessionEntry } from "../../../session/entry.ts";
import type { RpcCall, RpcRows } from "../command-row.ts";

/** What can be read of the session that runs. */
export const TRANSCRIPT_COMMANDS: RpcRows<
	| "get_state"
	| "get_messages"
	| "get_entries"
	| "get_tree"
	| "get_last_assistant_text"
	| "get_session_stats"
	| "get_commands"
	| "export_html"
> = {
	get_state: { fields: {}, run: readState },
	get_messages: {
		fields: {},
		run: ({ session }) => ({ messages: session.session.buildSessionContext().messages }),
	},
	get_entries: {
		fields: { since: optional(TEXT) },
		run: ({ session: { session } }, { since }) => ({
			entries: entriesAfter(session.getEntries(), since),
			leafId: session.getLeafId(),
		}),
	},
	get_tree: {
		fields: {},
		run: ({ session: { session } }) => ({ tree: session.getTree(), leafId: session.getLeafId() }),
	},
	get_last_assistant_text: {
		fields: {},
		run: ({ session }) => ({ text: lastAnswerText(session.session) ?? null }),
	},
	get_session_stats: { fields: {}, run: ({ session }) => sessionStats(session.session, session.limitingModel) },
	get_commands: { fields: {}, run: ({ session }) => ({ commands: session.commands() }) },
	export_html: {
		fields: { outputPath: optional(TEXT) },
		run: async ({ session: { session } }, { outputPath }) => {
			const { writeExport } = await import("../../../export/write-export.ts");
			const target = { output: outputPath, format: "html", cwd: session.getCwd(), home: homedir() } as const;
			const { path } = await writeExport(session, target);
			return { path };
		},
	},
};

function readState({ session, isCompacting }: RpcCall): RpcSessionState {
	const { model, queueModes } = session;
	const sessionFile = session.session.getSessionFile();
	const sessionName = session.session.getSessionName();
	return {
		...(model && { model }),
		thinkingLevel: session.thinkingLevel,
		isStreaming: session.isStreaming,
		isCompacting,
		steeringMode: queueModes.steering,
		followUpMode: queueModes.followUp,
		...(sessionFile !== undefined && { sessionFile }),
		sessionId: session.session.getSessionId(),
		...(sessionName !== undefined && { sessionName }),
		autoCompactionEnabled: session.autoCompaction,
		messageCount: session.session.buildSessionContext().messages.length,
		pendingMessageCount: session.pendingMessageCount,
	};
}

function entriesAfter(entries: SessionEntry[], since: string | undefined): SessionEntry[] {
	if (since === undefined) return entries;
	const at = entries.findIndex(({ id }) => id === since);
	if (at === -1) throw new Error(`Entry not found: ${since}`);
	return entries.slice(at + 1);
}
