import type { ReplaceOptions } from "../extension-api/context.ts";
import type { SessionStartReason } from "../extension-api/events/session-events.ts";
import type { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import type { SessionEntry } from "../session/entry.ts";
import { SessionManager } from "../session/published-session.ts";
import type { Session } from "../session/session.ts";
import type { AgentSession } from "./agent-session.ts";
import type { ForkRequest, NewSessionRequest, Replaced, SessionReplacing } from "./session-replacing.ts";
import type { SessionStart } from "./session-surroundings.ts";

/** What can make the sessions of this process, whichever they are. */
export interface SessionMaker {
	/** A new session for the folder of the current one: empty, or with its branch up to `leafId`. */
	createSession(from: Session, options: { parentSession?: string | undefined; leafId?: string | undefined }): Session;
	/** Undefined when a user decided against it. */
	openSession(path: string, from: Session): Promise<Session | undefined>;
	/**
	 * Runs the factories of all extensions for that session's folder; `fresh` reads their files again. Problems are
	 * reported and stop nothing (L08).
	 */
	prepare(session: Session, options: { fresh: boolean }): Promise<PreparedSession>;
}

/** Extensions are loaded, nothing has been told to them yet. */
export interface PreparedSession {
	start(start: SessionStart, replacing: SessionReplacing): Promise<AgentSession>;
}

/** The session that runs, whichever it is, for modes. */
export interface RunningSessions {
	readonly current: AgentSession;
	/** Told when another session takes its place, before extensions hear `session_start`. Returns the unsubscribe function. */
	onReplaced(listener: (session: AgentSession) => void): () => void;
}

interface Replacement extends ReplaceOptions {
	reason: Exclude<SessionStartReason, "startup">;
	/** Made before anything is torn down, so that a file that cannot be opened leaves everything as it was. */
	target: Session;
	setup?: NewSessionRequest["setup"];
}

/**
 * Owns the one session that runs and puts another in its place (K04-K08): ask, shut down, retire the old extensions, run
 * the factories, start, then the caller's own work. Everything that was handed out before refuses from then on (L14).
 */
export class SessionOwner implements SessionReplacing, RunningSessions {
	readonly #maker: SessionMaker;
	readonly #hooks: Pick<HookRuntime, "dispatcher">;
	readonly #listeners = new Set<(session: AgentSession) => void>();
	#current: AgentSession | undefined;
	/** Replacements stand in a row: the next one begins when the last one is through. */
	#tail: Promise<unknown> = Promise.resolve();
	#interrupt: () => void = () => {};

	/** `hooks` are asked anew each time: they may be those of the session that runs. */
	constructor(maker: SessionMaker, hooks: Pick<HookRuntime, "dispatcher">) {
		this.#maker = maker;
		this.#hooks = hooks;
	}

	/** Starts the first session. */
	async begin(first: PreparedSession): Promise<AgentSession> {
		this.#current = await first.start({ reason: "startup", onReady: (session) => this.#announce(session) }, this);
		return this.#current;
	}

	get current(): AgentSession {
		if (!this.#current) throw new Error("No session runs yet");
		return this.#current;
	}

	onReplaced(listener: (session: AgentSession) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	async newSession({ parentSession, setup, withSession }: NewSessionRequest = {}): Promise<Replaced> {
		const event = { type: "session_before_switch", reason: "new" } as const;
		if (isRefused(await this.#hooks.dispatcher.veto("session_before_switch", event))) return { cancelled: true };
		const target = this.#maker.createSession(this.current.session, { parentSession });
		return this.#replace({ reason: "new", target, ...(setup && { setup }), ...(withSession && { withSession }) });
	}

	async switchSession(path: string, { withSession }: ReplaceOptions = {}): Promise<Replaced> {
		const named = { targetSessionFile: path, targetSessionReference: path };
		const event = { type: "session_before_switch", reason: "resume", ...named } as const;
		if (isRefused(await this.#hooks.dispatcher.veto("session_before_switch", event))) return { cancelled: true };
		const target = await this.#maker.openSession(path, this.current.session);
		if (!target) return { cancelled: true };
		return this.#replace({ reason: "resume", target, ...(withSession && { withSession }) });
	}

	async fork(
		entryId: string,
		{ position = "before", withSession }: ForkRequest = {},
	): Promise<Replaced & { text?: string }> {
		const { session } = this.current;
		const event = { type: "session_before_fork", entryId, position } as const;
		if (isRefused(await this.#hooks.dispatcher.veto("session_before_fork", event))) return { cancelled: true };
		const entry = session.getEntry(entryId);
		if (!entry) throw new Error("Invalid entry ID for forking");
		const leaf = position === "at" ? entryId : entry.parentId;
		const parentSession = session.getSessionFile();
		const target = this.#maker.createSession(session, { parentSession, leafId: leaf ?? undefined });
		const text = position === "before" ? promptText(entry) : undefined;
		const replaced = await this.#replace({ reason: "fork", target, ...(withSession && { withSession }) });
		return { ...replaced, ...(text !== undefined && { text }) };
	}

	async reload(): Promise<void> {
		if (!this.current.isIdle) throw new Error("Wait for the current response to finish before reloading.");
		await this.#replace({ reason: "reload", target: this.current.session });
	}

	/** Ends what the session does now; a replacement no longer waits for the work that was to follow in the new session. */
	abort(): void {
		this.#current?.abort();
		this.#interrupt();
	}

	/** Ends the session that runs, whichever it is. */
	async dispose(): Promise<void> {
		await this.#tail;
		await this.#current?.waitForRun();
		await this.#current?.dispose();
	}

	#replace(replacement: Replacement): Promise<Replaced> {
		const done = this.#tail.then(() => this.#perform(replacement));
		this.#tail = done.catch(() => {}); // The caller gets the failure; the next replacement does not.
		return done;
	}

	async #perform({ reason, target, setup, withSession }: Replacement): Promise<Replaced> {
		const old = this.current;
		const isOther = reason !== "reload";
		const previousSessionFile = isOther ? old.session.getSessionFile() : undefined;
		const targetSessionFile = isOther ? target.getSessionFile() : undefined;
		old.abort();
		await old.waitForRun();
		await old.dispose({ reason, ...(targetSessionFile !== undefined && { targetSessionFile }) });
		const prepared = await this.#maker.prepare(target, { fresh: reason === "reload" });
		await this.#unlessAborted(setup?.(SessionManager.of(target)));
		this.#current = await prepared.start(
			{
				reason,
				...(previousSessionFile !== undefined && { previousSessionFile }),
				onReady: (session) => this.#announce(session),
			},
			this,
		);
		await this.#unlessAborted(withSession?.(this.current.createReplacedContext()));
		return { cancelled: false };
	}

	/** Waits for an extension's work, which `abort` leaves behind. */
	async #unlessAborted(work: unknown): Promise<void> {
		const aborted = new Promise<void>((resolve) => (this.#interrupt = resolve));
		await Promise.race([work, aborted]);
	}

	#announce(session: AgentSession): void {
		this.#current = session;
		for (const listener of this.#listeners) listener(session);
	}
}

function isRefused(outcome: { type: string } | undefined): boolean {
	return outcome !== undefined && outcome.type !== "passed";
}

/** The text a user wrote, for the editor. */
function promptText(entry: SessionEntry): string | undefined {
	if (entry.type !== "message" || entry.message.role !== "user") return undefined;
	const { content } = entry.message;
	if (typeof content === "string") return content;
	return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
