import type { RpcCommandType } from "../../rpc/rpc-types.ts";
import type { RpcRow, RpcRows } from "./command-row.ts";
import { CONTEXT_COMMANDS } from "./commands/context-commands.ts";
import { MODEL_COMMANDS } from "./commands/model-commands.ts";
import { PROMPT_COMMANDS } from "./commands/prompt-commands.ts";
import { SESSION_COMMANDS } from "./commands/session-commands.ts";
import { SHELL_COMMANDS } from "./commands/shell-commands.ts";
import { TRANSCRIPT_COMMANDS } from "./commands/transcript-commands.ts";

/** Every command (W02); one that is missing does not compile. */
export const RPC_COMMANDS: RpcRows<RpcCommandType> = {
	...PROMPT_COMMANDS,
	...MODEL_COMMANDS,
	...CONTEXT_COMMANDS,
	...SHELL_COMMANDS,
	...SESSION_COMMANDS,
	...TRANSCRIPT_COMMANDS,
};

/** The row of a command that was read from the wire; undefined when nobody knows it. */
export function findRow(type: unknown): RpcRow<RpcCommandType> | undefined {
	if (typeof type !== "string" || !Object.hasOwn(RPC_COMMANDS, type)) return undefined;
	// Its fields are checked before it runs.
	return RPC_COMMANDS[type as RpcCommandType] as unknown as RpcRow<RpcCommandType>;
}
