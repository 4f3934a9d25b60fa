import type { BashResult, UserBashEventResult } from "../../extension-api/events/input-events.ts";
import type { BashOperations } from "../../extension-api/tool-operations.ts";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import type { BashExecutionMessage } from "../../session/message.ts";
import type { ReadonlySession } from "../../session/readonly-session.ts";
import type { Conversation } from "../conversation.ts";
import type { ModelChoice } from "../model-choice.ts";
import type { Queues } from "../queues.ts";
import type { Record } from "../record.ts";
import { runShellCommand } from "./run-shell-command.ts";

/** Where commands of the user run: on the same machine as the tools. */
export interface ShellSetup {
	readonly operations: BashOperations;
	/** Put before every command, on lines of its own. */
	readonly commandPrefix?: string;
}

export interface UserShellParts {
	readonly setup: ShellSetup;
	readonly dispatcher: Dispatcher;
	readonly session: ReadonlySession;
	readonly models: ModelChoice;
	readonly conversation: Conversation;
	readonly queues: Queues;
	readonly record: Record;
	now(): number;
}

export interface UserCommand {
	command: string;
	/** Stored, and kept from the model. */
	excludeFromContext?: boolean | undefined;
	/** Told of all output as it comes. */
	onOutput?: ((text: string) => void) | undefined;
}

/** Commands that the user runs himself (BT13, E37). Several may run at a time. */
export class UserShell {
	readonly #parts: UserShellParts;
	readonly #running = new Set<AbortController>();
	/** What is still going to end in a message. */
	readonly #pending = new Set<Promise<void>>();
	#isClosed = false;

	constructor(parts: UserShellParts) {
		this.#parts = parts;
	}

	/** Whether a command runs, or its message waits for the end of a run. */
	get isBusy(): boolean {
		return this.#pending.size > 0;
	}

	/** Resolves when no command runs and all messages are stored. */
	async settled(): Promise<void> {
		while (this.#pending.size > 0) await Promise.all(this.#pending);
	}

	/** Asks the extensions first. Rejects when one of them refuses, and stores nothing then. */
	run(command: UserCommand): Promise<BashResult> {
		return this.#track(this.#perform(command));
	}

	async #perform({ command, excludeFromContext = false, onOutput = () => {} }: UserCommand): Promise<BashResult> {
		const controller = new AbortController();
		this.#running.add(controller);
		try {
			const answer = await this.#askExtensions(command, excludeFromContext, controller.signal);
			const result =
				answer?.result ?? (await this.#execute({ command, onOutput }, answer?.operations, controller.signal));
			this.#store(command, result, excludeFromContext);
			return result;
		} finally {
			this.#running.delete(controller);
		}
	}

	/** Ends the commands that run now; what they wrote is kept. */
	abort(): void {
		for (const controller of this.#running) controller.abort();
	}

	/** Ends what runs and takes nothing more: the session is over. */
	close(): void {
		this.#isClosed = true;
		this.abort();
	}

	async #askExtensions(
		command: string,
		excludeFromContext: boolean,
		signal: AbortSignal,
	): Promise<UserBashEventResult | undefined> {
		const event = { type: "user_bash", command, excludeFromContext, cwd: this.#parts.session.getCwd() } as const;
		const outcome = await this.#parts.dispatcher.first("user_bash", event, { signal });
		// Running it here all the same could be what the handler was there to prevent.
		if (outcome?.type === "refused") throw new Error(`The command was not run: ${outcome.refusal.message}`);
		return outcome?.type === "answered" ? outcome.answer : undefined;
	}

	#execute(
		{ command, onOutput }: { command: string; onOutput: (text: string) => void },
		operations: BashOperations | undefined,
		signal: AbortSignal,
	): Promise<BashResult> {
		const { setup, session, models } = this.#parts;
		const { model, thinkingLevel } = models;
		return runShellCommand(
			{
				command: setup.commandPrefix ? `${setup.commandPrefix}\n${command}` : command,
				cwd: session.getCwd(),
				operations: operations ?? setup.operations,
				session: { sessionManager: session, model, thinkingLevel },
				onOutput,
			},
			signal,
		);
	}

	/** Between a call and its result no other message may stand: during a run it goes behind the turn's results. */
	#store(command: string, result: BashResult, excludeFromContext: boolean): void {
		if (this.#isClosed) return;
		const { conversation, queues, record, now } = this.#parts;
		const message: BashExecutionMessage = {
			role: "bashExecution",
			command,
			...result,
			...(excludeFromContext && { excludeFromContext }),
			timestamp: now(),
		};
		if (!conversation.running) return record.append(message);
		queues.holdForTurnEnd(message);
		void this.#track(this.#storeHeld());
	}

	#track<T>(work: Promise<T>): Promise<T> {
		// Whoever gave the command is told how it failed.
		const settled = work.then(
			() => {},
			() => {},
		);
		this.#pending.add(settled);
		void settled.then(() => this.#pending.delete(settled));
		return work;
	}

	/** A run that had no turn left took nothing along. */
	async #storeHeld(): Promise<void> {
		const { conversation, queues, record } = this.#parts;
		await conversation.waitForIdle();
		if (conversation.running || this.#isClosed) return;
		for (const message of queues.takeForTurnEnd()) record.append(message);
	}
}
