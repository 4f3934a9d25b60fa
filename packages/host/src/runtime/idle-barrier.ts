import type { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import type { ExtensionOwner } from "../extensions/hooks/owner.ts";
import type { Conversation } from "./conversation.ts";
import type { UserShell } from "./user-shell/user-shell.ts";

export interface IdleBarrierParts {
	readonly conversation: Conversation;
	readonly userShell: UserShell;
	readonly hooks: HookRuntime;
}

/** Where a command is that holds a context: in its synchronous beginning, after that, or at its end. */
export type CommandStage = "beginning" | "running" | "over";

/** What `waitForIdle` waits for: runs with all that follows them, messages on their way, commands of the user (Z12). */
export class IdleBarrier {
	readonly #parts: IdleBarrierParts;

	constructor(parts: IdleBarrierParts) {
		this.#parts = parts;
	}

	get isBusy(): boolean {
		return !this.#parts.conversation.resting || this.#parts.userShell.isBusy;
	}

	/** Resolves when nothing goes on and nothing is going to start by itself. */
	async settled(): Promise<void> {
		const { conversation, userShell } = this.#parts;
		do {
			await userShell.settled();
			await conversation.waitForIdle();
		} while (userShell.isBusy);
	}

	/**
	 * Whether a wait would come from inside what it waits for, and never end (B30, TRAP69, TRAP88). A command that runs is
	 * no part of a run, wherever it was sent from, until something else of the stack uses its context. Once it is over,
	 * its context is used by other code of its extension: by what is waited for, or else by a timer, which may wait.
	 */
	isInside(owner: ExtensionOwner, stage: CommandStage): boolean {
		const { hooks } = this.#parts;
		if (stage === "beginning" || !this.isBusy) return false;
		return stage === "over" ? hooks.isWaitingFor(owner) : hooks.isDispatching;
	}
}
