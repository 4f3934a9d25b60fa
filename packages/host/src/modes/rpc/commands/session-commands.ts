import { optional, TEXT } from "../../../rpc/field-rules.ts";
import { forkPoints } from "../../../runtime/fork-points.ts";
import { normalizeSessionName } from "../../../session/session-name.ts";
import type { RpcRows } from "../command-row.ts";

/** Which session runs, and what it is called. */
export const SESSION_COMMANDS: RpcRows<
	"new_session" | "switch_session" | "fork" | "clone" | "get_fork_messages" | "set_session_name"
> = {
	new_session: {
		fields: { parentSession: optional(TEXT) },
		replaces: true,
		run: ({ sessions }, { parentSession }) => sessions.newSession(parentSession === undefined ? {} : { parentSession }),
	},
	switch_session: {
		fields: { sessionPath: TEXT },
		replaces: true,
		run: ({ sessions }, { sessionPath }) => sessions.switchSession(sessionPath),
	},
	fork: {
		fields: { entryId: TEXT },
		replaces: true,
		run: async ({ sessions }, { entryId }) => {
			const { cancelled, text = "" } = await sessions.fork(entryId);
			return cancelled ? { cancelled } : { text, cancelled };
		},
	},
	clone: {
		fields: {},
		replaces: true,
		run: async ({ sessions, session }) => {
			const leaf = session.session.getLeafId();
			if (leaf === null || forkPoints(session.session).length === 0) {
				throw new Error("There is nothing to clone yet: the session has no message");
			}
			const { cancelled } = await sessions.fork(leaf, { position: "at" });
			return { cancelled };
		},
	},
	get_fork_messages: { fields: {}, run: ({ session }) => ({ messages: forkPoints(session.session) }) },
	set_session_name: {
		fields: { name: TEXT },
		run: ({ session }, { name }) => {
			if (normalizeSessionName(name) === "") throw new Error("Session name cannot be empty");
			session.setName(name);
		},
	},
};
