import type { ReplaceOptions } from "../extension-api/context.ts";
import type { SessionManager } from "../session/published-session.ts";

export interface NewSessionRequest extends ReplaceOptions {
	/** File of the session it comes from. */
	parentSession?: string;
	/** Fills the new session before anybody hears of it. */
	setup?: (session: SessionManager) => Promise<void>;
}

export interface ForkRequest extends ReplaceOptions {
	/** `before` (default) leaves the entry out, `at` keeps it. */
	position?: "before" | "at";
}

export interface Replaced {
	/** An extension refused; nothing changed. */
	cancelled: boolean;
}

/** What puts another session in the place of the one that runs (K04-K08). */
export interface SessionReplacing {
	newSession(request?: NewSessionRequest): Promise<Replaced>;
	/** Gives the text of the entry that was left out. */
	fork(entryId: string, request?: ForkRequest): Promise<Replaced & { text?: string }>;
	switchSession(path: string, options?: ReplaceOptions): Promise<Replaced>;
	/** The same session with settings, resources and extensions read again. */
	reload(): Promise<void>;
}
