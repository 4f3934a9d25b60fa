import { findFieldProblem, pickFields, type FieldRule } from "../../rpc/field-rules.ts";
import { failureOf, idOf } from "../../rpc/records.ts";
import type { RpcCommandType, RpcGives, RpcTakes } from "../../rpc/rpc-types.ts";
import type { SessionOwner } from "../../runtime/session-owner.ts";
import type { RpcRow } from "./command-row.ts";
import { findRow } from "./command-table.ts";

type CommandRecord = Readonly<Record<string, unknown>>;

export interface CallParts {
	/** Resolves when commands may begin. */
	readonly ready: Promise<SessionOwner>;
	write(record: object): void;
	/** For what goes wrong after the response. */
	warn(line: string): void;
	isCompacting(): boolean;
	/** Told whenever a command is over. */
	onDone(): void;
}

/** Commands on their way: each gets one response, whatever happens to it. Begun in order, answered as they are done. */
export class Calls {
	readonly #parts: CallParts;
	readonly #running = new Set<Promise<void>>();
	readonly #unanswered = new Set<Promise<void>>();
	/** Resolves when the next command may begin. */
	#gate: Promise<SessionOwner>;

	constructor(parts: CallParts) {
		this.#parts = parts;
		this.#gate = parts.ready;
	}

	/** Whether a command, or the run that it started, goes on. */
	get busy(): boolean {
		return this.#running.size > 0;
	}

	take(command: CommandRecord): void {
		const row = findRow(command["type"]);
		const problem = row ? fieldProblem(command, row) : unknownCommand(command);
		if (!row || problem !== undefined) return this.#parts.write(failureOf(command, problem ?? ""));
		const gate = this.#gate;
		let onAnswer = (): void => {};
		const answered = new Promise<void>((resolve) => (onAnswer = resolve));
		const done = gate.then((sessions) => this.#carryOut({ command, row, sessions, onAnswer }));
		if (row.replaces) this.#gate = done.then(() => gate);
		this.#track(this.#unanswered, answered);
		this.#track(this.#running, done, () => this.#parts.onDone());
	}

	/** Resolves when every command has its response. */
	async answered(): Promise<void> {
		while (this.#unanswered.size > 0) await Promise.all(this.#unanswered);
	}

	#track(set: Set<Promise<void>>, work: Promise<void>, after = (): void => {}): void {
		set.add(work);
		void work.then(() => {
			set.delete(work);
			after();
		});
	}

	/** Never rejects. */
	async #carryOut({ command, row, sessions, onAnswer }: Carried): Promise<void> {
		const { write, warn } = this.#parts;
		const id = idOf(command);
		let isAnswered = false;
		const respond = (response: object): void => {
			if (isAnswered) return;
			isAnswered = true;
			write(response);
			onAnswer();
		};
		const answer = (data: RpcGives<RpcCommandType>): void =>
			respond({
				...id,
				type: "response",
				command: command["type"],
				success: true,
				...(data !== undefined && { data }),
			});
		try {
			const call = {
				sessions,
				session: sessions.current,
				isCompacting: this.#parts.isCompacting(),
				answer,
				tell: ({ type, ...record }: { type: string }) => write({ type, ...id, ...record }),
			};
			answer(await row.run(call, pickFields(command, rulesOf(row)) as RpcTakes<RpcCommandType>));
		} catch (error) {
			const text = error instanceof Error ? error.message : String(error);
			if (isAnswered) warn(`${String(command["type"])}: ${text}`);
			else respond(failureOf(command, text));
		}
	}
}

interface Carried {
	command: CommandRecord;
	row: RpcRow<RpcCommandType>;
	sessions: SessionOwner;
	onAnswer(): void;
}

function unknownCommand({ type }: CommandRecord): string {
	return typeof type === "string" ? `Unknown command: ${type}` : "A command needs a type, which is a string";
}

function fieldProblem(command: CommandRecord, row: RpcRow<RpcCommandType>): string | undefined {
	const { id } = command;
	if (id != null && typeof id !== "string" && typeof id !== "number") return "id must be a string";
	return findFieldProblem(command, rulesOf(row));
}

/** The rules of a row whose command is known at run time only. */
function rulesOf(row: RpcRow<RpcCommandType>): Readonly<Record<string, FieldRule<unknown>>> {
	return row.fields as unknown as Readonly<Record<string, FieldRule<unknown>>>;
}
