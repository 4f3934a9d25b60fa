import type { AgentMessage } from "./contract/message.ts";

/** How many queued messages one turn takes (G03). */
export type QueueMode = "one-at-a-time" | "all";

/** Messages that wait for their turn, oldest first. */
export class MessageQueue {
	mode: QueueMode;
	#messages: AgentMessage[] = [];

	constructor(mode: QueueMode = "one-at-a-time") {
		this.mode = mode;
	}

	get size(): number {
		return this.#messages.length;
	}

	push(message: AgentMessage): void {
		this.#messages.push(message);
	}

	/** Removes and returns what the next turn takes. */
	take(): AgentMessage[] {
		return this.#messages.splice(0, this.mode === "all" ? this.#messages.length : 1);
	}

	/** What `take` would return. */
	peek(): AgentMessage[] {
		return this.#messages.slice(0, this.mode === "all" ? this.#messages.length : 1);
	}

	list(): readonly AgentMessage[] {
		return [...this.#messages];
	}

	clear(): AgentMessage[] {
		return this.#messages.splice(0);
	}
}
