import type { FieldRules } from "../../rpc/field-rules.ts";
import type { RpcCommandType, RpcGives, RpcTakes } from "../../rpc/rpc-types.ts";
import type { AgentSession } from "../../runtime/agent-session.ts";
import type { SessionOwner } from "../../runtime/session-owner.ts";

/** What a command can reach while it is carried out. */
export interface RpcCall<K extends RpcCommandType = RpcCommandType> {
	readonly sessions: SessionOwner;
	/** The one that runs when the command begins. */
	readonly session: AgentSession;
	/** Whether the context is compacted right now. */
	readonly isCompacting: boolean;
	/** Responds before the work is over. What happens to it afterwards is told by events. */
	answer(data: RpcGives<K>): void;
	/** Writes a record that is no response, with the id of the command. */
	tell(record: { readonly type: string; readonly [field: string]: unknown }): void;
}

/** One command: what it takes and what it does. Rejecting is a failed response. */
export interface RpcRow<K extends RpcCommandType> {
	readonly fields: FieldRules<RpcTakes<K>>;
	/** Puts another session in the place of this one: what is sent afterwards is for the new one and waits. */
	readonly replaces?: true;
	run(call: RpcCall<K>, command: RpcTakes<K>): RpcGives<K> | Promise<RpcGives<K>>;
}

/** Rows of a group of commands. */
export type RpcRows<K extends RpcCommandType> = { readonly [Type in K]: RpcRow<Type> };
