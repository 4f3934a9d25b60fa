import type { ImageContent, Model, ThinkingLevel } from "@tau/ai";
import type { ReadonlySession } from "../session/readonly-session.ts";
import type { SessionParts } from "./session-parts.ts";
import type { RuntimeListener } from "./runtime-event.ts";

export interface PromptRequest {
	images?: ImageContent[];
	source?: "interactive" | "rpc" | "extension";
	streamingBehavior?: "steer" | "followUp";
}

/** A running session for modes, SDK and RPC (Q02). It decides nothing: every member is one delegation. */
export class AgentSession {
	readonly #parts: SessionParts;

	constructor(parts: SessionParts) {
		this.#parts = parts;
	}

	/** Takes text as if it had been typed. Resolves when the run it started has settled. */
	prompt(text: string, request: PromptRequest = {}): Promise<void> {
		return this.#parts.submit({ source: "interactive", ...request, text, expand: true });
	}

	/** Listeners are told in order and awaited. Returns the unsubscribe function. */
	subscribe(listener: RuntimeListener): () => void {
		return this.#parts.events.subscribe(listener);
	}

	abort(): void {
		this.#parts.conversation.abort();
	}

	/** Resolves when nothing will happen by itself. */
	waitForIdle(): Promise<void> {
		return this.#parts.conversation.waitForIdle();
	}

	setModel(model: Model): Promise<boolean> {
		return this.#parts.models.setModel(model, "set");
	}

	setThinkingLevel(level: ThinkingLevel): Promise<void> {
		return this.#parts.models.setThinkingLevel(level);
	}

	/** Sets the display name. */
	setName(name: string): void {
		this.#parts.names.set(name);
	}

	/** Ends the session: extensions are told, everything acquired for it is released. May be called twice. */
	dispose(): Promise<void> {
		return this.#parts.shutdown();
	}

	get isIdle(): boolean {
		return this.#parts.conversation.idle;
	}

	get session(): ReadonlySession {
		return this.#parts.session;
	}

	get model(): Model | undefined {
		return this.#parts.models.model;
	}
}
