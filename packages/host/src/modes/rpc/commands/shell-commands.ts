import { optional, SWITCH, TEXT } from "../../../rpc/field-rules.ts";
import type { RpcRows } from "../command-row.ts";

/** Commands that the user runs on the machine. */
export const SHELL_COMMANDS: RpcRows<"bash" | "abort_bash"> = {
	bash: {
		fields: { command: TEXT, excludeFromContext: optional(SWITCH) },
		run: ({ session, tell }, { command, excludeFromContext }) =>
			session.runShellCommand({
				command,
				excludeFromContext,
				onOutput: (delta) => tell({ type: "bash_execution_update", delta }),
			}),
	},
	abort_bash: { fields: {}, run: ({ session }) => session.abortShellCommand() },
};
