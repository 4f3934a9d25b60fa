import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ReplaceOptions } from "../extension-api/context.ts";
import type { SessionStartEvent } from "../extension-api/events/session-events.ts";
import { SessionOwner, type SessionMaker } from "../runtime/session-owner.ts";
import type { ForkRequest, NewSessionRequest } from "../runtime/session-replacing.ts";
import type { SessionStart } from "../runtime/session-surroundings.ts";
import { createReplacement, openReplacement } from "../runtime/start/replacement-sessions.ts";
import { SessionManager } from "../session/published-session.ts";
import type { AgentSession } from "./agent-session.ts";
import { linkOf } from "./session-link.ts";
import type {
	AgentSessionRuntimeDiagnostic,
	AgentSessionServices,
	CreateAgentSessionRuntimeFactory,
	CreateAgentSessionRuntimeResult,
} from "./session-options.ts";

/** Nothing is at the path that should be imported. */
export class SessionImportFileNotFoundError extends Error {
	readonly filePath: string;

	constructor(filePath: string) {
		super(`No session file to import: ${filePath}`);
		this.name = "SessionImportFileNotFoundError";
		this.filePath = filePath;
	}
}

interface RuntimeStart {
	cwd: string;
	agentDir: string;
	sessionManager: SessionManager;
	sessionStartEvent?: SessionStartEvent;
}

/** Owns one session and puts others in its place, each with the services of its folder (Q03). */
export class AgentSessionRuntime {
	readonly #factory: CreateAgentSessionRuntimeFactory;
	readonly #agentDir: string;
	readonly #owner: SessionOwner;
	readonly #reported = new Set<string>();
	#current: CreateAgentSessionRuntimeResult | undefined;
	#rebind: ((session: AgentSession) => Promise<void>) | undefined;

	private constructor(factory: CreateAgentSessionRuntimeFactory, agentDir: string) {
		this.#factory = factory;
		this.#agentDir = agentDir;
		const asked = { dispatcher: (): SessionOwner["current"] => this.#owner.current };
		this.#owner = new SessionOwner(this.#maker(), {
			get dispatcher() {
				return asked.dispatcher().dispatcher;
			},
		});
	}

	static async begin(
		factory: CreateAgentSessionRuntimeFactory,
		{ agentDir, sessionManager, sessionStartEvent }: RuntimeStart,
	): Promise<AgentSessionRuntime> {
		const runtime = new AgentSessionRuntime(factory, agentDir);
		await runtime.#owner.begin({
			start: (start) => runtime.#start(sessionManager, { ...start, ...sessionStartEvent }),
		});
		return runtime;
	}

	get session(): AgentSession {
		return this.#result.session;
	}

	get services(): AgentSessionServices {
		return this.#result.services;
	}

	get cwd(): string {
		return this.services.cwd;
	}

	get diagnostics(): readonly AgentSessionRuntimeDiagnostic[] {
		return this.#result.diagnostics;
	}

	get modelFallbackMessage(): string | undefined {
		return this.#result.modelFallbackMessage;
	}

	/** What was not told yet; the same of a later session is not told again. */
	takeUnreportedDiagnostics(): AgentSessionRuntimeDiagnostic[] {
		return this.diagnostics.filter(({ type, message }) => {
			const key = `${type}\0${message}`;
			const isNew = !this.#reported.has(key);
			this.#reported.add(key);
			return isNew;
		});
	}

	/** Called with every session that takes the place of another, before work that waits for it. */
	setRebindSession(rebind?: (session: AgentSession) => Promise<void>): void {
		this.#rebind = rebind;
	}

	newSession(options?: NewSessionRequest): Promise<{ cancelled: boolean }> {
		return this.#owner.newSession(options);
	}

	switchSession(sessionPath: string, options?: ReplaceOptions): Promise<{ cancelled: boolean }> {
		return this.#owner.switchSession(sessionPath, options);
	}

	async fork(entryId: string, options?: ForkRequest): Promise<{ cancelled: boolean; selectedText?: string }> {
		const { cancelled, text } = await this.#owner.fork(entryId, options);
		return { cancelled, ...(text !== undefined && { selectedText: text }) };
	}

	/** Copies a session file to the others, over none of them, and goes on with the copy (S17). */
	async importFromJsonl(inputPath: string): Promise<{ cancelled: boolean }> {
		const source = resolve(this.cwd, inputPath);
		if (!existsSync(source)) throw new SessionImportFileNotFoundError(source);
		const sessionDir = this.session.sessionManager.getSessionDir();
		if (sessionDir === "") return this.switchSession(source);
		const { importJsonl } = await import("../export/import-jsonl.ts");
		const imported = importJsonl(readFileSync(source, "utf8"), { sessionDir, cwd: this.cwd, source });
		const path = imported.getSessionFile();
		imported.close();
		return this.switchSession(path ?? source);
	}

	async dispose(): Promise<void> {
		this.#owner.abort();
		await this.#owner.dispose();
	}

	get #result(): CreateAgentSessionRuntimeResult {
		if (!this.#current) throw new Error("No session runs yet");
		return this.#current;
	}

	#maker(): SessionMaker {
		return {
			createSession: (from, options) => createReplacement(from, options, {}),
			openSession: (path, from) => openReplacement(path, from, { cwd: from.getCwd(), home: homedir(), tools: {} }),
			prepare: async (target) => ({
				start: async (start) => {
					const running = await this.#start(SessionManager.of(target), start);
					await this.#rebind?.(this.session);
					return running;
				},
			}),
		};
	}

	async #start(
		sessionManager: SessionManager,
		{ onReady, isHeld: _isHeld, ...told }: SessionStart,
	): Promise<SessionOwner["current"]> {
		const cwd = sessionManager.getCwd();
		const sessionStartEvent = { ...told, type: "session_start" as const };
		this.#current = await this.#factory({ cwd, agentDir: this.#agentDir, sessionManager, sessionStartEvent });
		const { owner, replacing } = linkOf(this.#current.session);
		replacing.leadTo(this.#owner);
		if (onReady) {
			onReady(owner.current);
			owner.onReplaced(onReady);
		}
		return owner.current;
	}
}
