import type { AgentEvent } from "@tau/agent";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { RuntimeListener } from "./runtime-event.ts";

export interface AnnouncerOptions {
	now(): number;
	/** Whether the run that just ended is repeated. */
	willRetry(): boolean;
}

/** Tells extensions first, then whoever shows the session. `message_end` and `turn_end` have paths of their own. */
export class Announcer {
	readonly #dispatcher: Dispatcher;
	readonly #emit: RuntimeListener;
	readonly #options: AnnouncerOptions;
	#turnIndex = 0;

	constructor(dispatcher: Dispatcher, emit: RuntimeListener, options: AnnouncerOptions) {
		this.#dispatcher = dispatcher;
		this.#emit = emit;
		this.#options = options;
	}

	/** Index of the running turn, counted from the start of the run. */
	get turnIndex(): number {
		return this.#turnIndex;
	}

	async agentEvent(event: AgentEvent): Promise<void> {
		const heard = this.#tellExtensions(event);
		if (heard) await heard;
		if (event.type === "turn_end") this.#turnIndex++;
		const willRetry = event.type === "agent_end" && this.#options.willRetry();
		const shown = this.#emit(event.type === "agent_end" ? { ...event, willRetry } : event);
		if (shown) await shown;
	}

	#tellExtensions(event: AgentEvent): Promise<unknown> | undefined {
		switch (event.type) {
			case "agent_start":
				this.#turnIndex = 0;
				return this.#dispatcher.notify("agent_start", event);
			case "turn_start":
				return this.#dispatcher.notify("turn_start", {
					type: "turn_start",
					turnIndex: this.#turnIndex,
					timestamp: this.#options.now(),
				});
			case "message_end":
			case "turn_end":
				return undefined;
			case "message_update":
				return this.#dispatcher.notify("message_update", event);
			case "message_start":
				return this.#dispatcher.notify("message_start", event);
			case "tool_execution_start":
				return this.#dispatcher.notify("tool_execution_start", event);
			case "tool_execution_update":
				return this.#dispatcher.notify("tool_execution_update", event);
			case "tool_execution_end":
				return this.#dispatcher.notify("tool_execution_end", event);
			case "agent_end":
				return this.#dispatcher.notify("agent_end", event);
		}
	}
}
