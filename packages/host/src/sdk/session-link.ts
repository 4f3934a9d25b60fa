import type { ReplaceOptions } from "../extension-api/context.ts";
import type { SessionOwner } from "../runtime/session-owner.ts";
import type { ForkRequest, NewSessionRequest, Replaced, SessionReplacing } from "../runtime/session-replacing.ts";
import type { AgentSession } from "./agent-session.ts";

/** What a session's extensions ask for other sessions; the runtime that owns the session takes its place (Q03). */
export class ReplacingLink implements SessionReplacing {
	readonly #own: SessionReplacing;
	#target: SessionReplacing;

	constructor(own: SessionReplacing) {
		this.#own = own;
		this.#target = own;
	}

	leadTo(target: SessionReplacing): void {
		this.#target = target;
	}

	newSession(request?: NewSessionRequest): Promise<Replaced> {
		return this.#target.newSession(request);
	}

	fork(entryId: string, request?: ForkRequest): Promise<Replaced & { text?: string }> {
		return this.#target.fork(entryId, request);
	}

	switchSession(path: string, options?: ReplaceOptions): Promise<Replaced> {
		return this.#target.switchSession(path, options);
	}

	/** A reload stays within the session. */
	reload(): Promise<void> {
		return this.#own.reload();
	}
}

export interface SessionLink {
	readonly owner: SessionOwner;
	readonly replacing: ReplacingLink;
}

const LINKS = new WeakMap<AgentSession, SessionLink>();

export function keepLink(session: AgentSession, link: SessionLink): void {
	LINKS.set(session, link);
}

/** Throws for a session that was not made here. */
export function linkOf(session: AgentSession): SessionLink {
	const link = LINKS.get(session);
	if (!link) throw new Error("The session was not made by createAgentSession or createAgentSessionFromServices");
	return link;
}
