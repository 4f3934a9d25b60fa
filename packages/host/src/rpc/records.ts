import { isRecord } from "../base/is-record.ts";
import type { RpcFailure } from "./rpc-types.ts";

/** A line from the client: an object, or why it is none. */
export type ReadRecord = { ok: true; record: Record<string, unknown> } | { ok: false; failure: RpcFailure };

export function readRecord(line: string): ReadRecord {
	let value: unknown;
	try {
		value = JSON.parse(line);
	} catch (error) {
		return { ok: false, failure: parseFailure((error as SyntaxError).message) };
	}
	if (isRecord(value)) return { ok: true, record: value };
	return { ok: false, failure: parseFailure("a command is a JSON object") };
}

/** The answer to what was no command; it has no id to go by. */
function parseFailure(reason: string): RpcFailure {
	return { type: "response", command: "parse", success: false, error: `Failed to parse command: ${reason}` };
}

/** How a client names a command again. Numbers are echoed as they came: clients in other languages count. */
export type RecordId = { id?: string };

export function idOf({ id }: Readonly<Record<string, unknown>>): RecordId {
	return typeof id === "string" || typeof id === "number" ? { id: id as string } : {};
}

export function failureOf(record: Readonly<Record<string, unknown>>, error: string): RpcFailure {
	const { type } = record;
	return {
		...idOf(record),
		type: "response",
		command: typeof type === "string" ? type : "unknown",
		success: false,
		error,
	};
}
