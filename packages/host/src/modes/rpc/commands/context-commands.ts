import { optional, SWITCH, TEXT } from "../../../rpc/field-rules.ts";
import type { RpcRows } from "../command-row.ts";

/** What becomes of a context that is full and of requests that fail. */
export const CONTEXT_COMMANDS: RpcRows<"compact" | "set_auto_compaction" | "set_auto_retry" | "abort_retry"> = {
	compact: {
		fields: { customInstructions: optional(TEXT) },
		run: ({ session }, { customInstructions }) => session.compact(customInstructions),
	},
	set_auto_compaction: {
		fields: { enabled: SWITCH },
		run: ({ session }, { enabled }) => session.setAutoCompaction(enabled),
	},
	set_auto_retry: { fields: { enabled: SWITCH }, run: ({ session }, { enabled }) => session.setAutoRetry(enabled) },
	abort_retry: { fields: {}, run: ({ session }) => session.abortRetry() },
};
