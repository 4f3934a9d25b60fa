import type { AgentMessage } from "@tau/agent";
import { MessageQueue, type QueueMode } from "@tau/agent/core";
import type { RuntimeListener } from "./runtime-event.ts";

/** Messages that wait: for the next turn of a run, for its end, or for the next prompt (TRAP60). */
export class Queues {
	readonly #steering: MessageQueue;
	readonly #followUp: MessageQueue;
	readonly #nextPrompt = new MessageQueue("all");
	/** Custom messages that go behind the running turn's results (`triggerTurn: false`). */
	readonly #afterTurn = new MessageQueue("all");
	readonly #emit: RuntimeListener;

	constructor(modes: { steering: QueueMode; followUp: QueueMode }, emit: RuntimeListener) {
		this.#steering = new MessageQueue(modes.steering);
		this.#followUp = new MessageQueue(modes.followUp);
		this.#emit = emit;
	}

	get pending(): boolean {
		return this.#steering.size > 0 || this.#followUp.size > 0;
	}

	/** How many messages wait to be taken by a run. */
	get size(): number {
		return this.#steering.size + this.#followUp.size;
	}

	/** How many messages a turn takes at once, by queue; may be changed at any time. */
	get modes(): { steering: QueueMode; followUp: QueueMode } {
		return { steering: this.#steering.mode, followUp: this.#followUp.mode };
	}

	setSteeringMode(mode: QueueMode): void {
		this.#steering.mode = mode;
	}

	setFollowUpMode(mode: QueueMode): void {
		this.#followUp.mode = mode;
	}

	steer(message: AgentMessage): void {
		this.#steering.push(message);
		this.#announce();
	}

	followUp(message: AgentMessage): void {
		this.#followUp.push(message);
		this.#announce();
	}

	holdForNextPrompt(message: AgentMessage): void {
		this.#nextPrompt.push(message);
	}

	holdForTurnEnd(message: AgentMessage): void {
		this.#afterTurn.push(message);
	}

	takeSteering(): AgentMessage[] {
		return this.#taken(this.#steering.take());
	}

	takeFollowUps(): AgentMessage[] {
		return this.#taken(this.#followUp.take());
	}

	takeForPrompt(): AgentMessage[] {
		return this.#nextPrompt.take();
	}

	takeForTurnEnd(): AgentMessage[] {
		return this.#afterTurn.take();
	}

	/** What the next turn would find: what it takes, and what is stored in front of it. */
	peek(): AgentMessage[] {
		const steering = this.#steering.peek();
		return [...(steering.length > 0 ? steering : this.#followUp.peek()), ...this.#afterTurn.peek()];
	}

	clear(): AgentMessage[] {
		return this.#taken([...this.#steering.clear(), ...this.#followUp.clear()]);
	}

	/** Empties both queues and gives the texts back, for an editor. */
	drain(): { steering: string[]; followUp: string[] } {
		const texts = { steering: this.#steering.list().map(textOf), followUp: this.#followUp.list().map(textOf) };
		this.clear();
		return texts;
	}

	#taken(messages: AgentMessage[]): AgentMessage[] {
		if (messages.length > 0) this.#announce();
		return messages;
	}

	#announce(): void {
		const texts = (queue: MessageQueue): string[] => queue.list().map(textOf);
		void this.#emit({ type: "queue_update", steering: texts(this.#steering), followUp: texts(this.#followUp) });
	}
}

function textOf(message: AgentMessage): string {
	if (message.role !== "user" && message.role !== "custom") return "";
	if (typeof message.content === "string") return message.content;
	return message.content.map((block) => (block.type === "text" ? block.text : `[${block.mimeType}]`)).join("\n");
}
