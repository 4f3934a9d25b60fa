import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { ImageContent, Message, TextContent, ThinkingLevel, Usage } from "@tau/ai";
import { type AppDirs, createAppDirs } from "../platform/app-dirs.ts";
import { BRAND } from "../platform/host-facts.ts";
import { listAllSessions, listSessions, findSessionById, type SessionListProgress } from "./catalog.ts";
import type { SessionContext } from "./context.ts";
import type { ContextEditEntry, SessionEntry, SessionHeader, UsageEntry } from "./entry.ts";
import type { BashExecutionMessage, CustomMessage } from "./message.ts";
import {
	continueRecentSession,
	createMemorySession,
	createSession,
	extractBranch,
	forkSession,
	openSession,
} from "./open-session.ts";
import type { ReadonlySession, SessionProjection, SessionTreeNode } from "./readonly-session.ts";
import type { Session } from "./session.ts";
import { defaultSessionDir } from "./session-location.ts";
import { migrateValues } from "./store/migrate.ts";
import type { SessionInfo } from "./summarize-session-file.ts";

export interface PublishedSessionOptions {
	id?: string | undefined;
	parentSession?: string | undefined;
}

/** A line of a session file: its header or an entry. */
export type FileEntry = SessionHeader | SessionEntry;

const NEVER = new AbortController().signal;

function sessionsRoot(): string {
	return appDirs().sessionsRoot;
}

/** Where the command line keeps the indexes of large sessions, too. */
function indexDir(): string {
	return join(appDirs().agentDir, "cache", "sessions");
}

function appDirs(): AppDirs {
	return createAppDirs({ env: process.env, home: homedir(), cwd: process.cwd() }, BRAND);
}

function dirFor(cwd: string, sessionDir: string | undefined): string {
	return resolve(sessionDir ?? defaultSessionDir(resolve(cwd), sessionsRoot()));
}

/**
 * The session under the name and with the methods that extensions and embedders know (S22). It decides nothing: every
 * method is one call of the {@link Session} it stands for, which `newSession` and its like replace by another.
 */
export class SessionManager implements ReadonlySession {
	#session: Session;

	private constructor(session: Session) {
		this.#session = session;
	}

	static of(session: Session): SessionManager {
		return new SessionManager(session);
	}

	static create(cwd: string, sessionDir?: string, options?: PublishedSessionOptions): SessionManager {
		return SessionManager.of(createSession({ cwd, sessionDir: dirFor(cwd, sessionDir) }, options));
	}

	static open(path: string, sessionDir?: string, cwdOverride?: string): SessionManager {
		return SessionManager.of(openSession(path, { sessionDir, cwd: cwdOverride, fallbackCwd: process.cwd() }));
	}

	static continueRecent(cwd: string, sessionDir?: string): SessionManager {
		return SessionManager.of(continueRecentSession({ cwd, sessionDir: dirFor(cwd, sessionDir) }));
	}

	static inMemory(
		cwd: string = process.cwd(),
		options?: PublishedSessionOptions,
		fileEntries: readonly FileEntry[] = [],
	): SessionManager {
		const values = structuredClone(fileEntries) as FileEntry[];
		migrateValues(values as unknown as Record<string, unknown>[]);
		const header = values.find((value) => value.type === "session");
		const entries = values.filter((value) => value.type !== "session");
		return SessionManager.of(createMemorySession(cwd, { ...options, header, entries }));
	}

	// oxlint-disable-next-line max-params -- the published signature
	static forkFrom(
		sourcePath: string,
		targetCwd: string,
		sessionDir?: string,
		options?: PublishedSessionOptions,
	): SessionManager {
		const place = { cwd: targetCwd, sessionDir: dirFor(targetCwd, sessionDir) };
		return SessionManager.of(forkSession(sourcePath, place, options));
	}

	static findById(cwd: string, id: string, sessionDir?: string): string | undefined {
		return findSessionById(dirFor(cwd, sessionDir), id, cwd);
	}

	// oxlint-disable-next-line max-params -- the published signature
	static list(
		cwd: string,
		sessionDir?: string,
		onProgress?: SessionListProgress,
		signal: AbortSignal = NEVER,
	): Promise<SessionInfo[]> {
		return listSessions(dirFor(cwd, sessionDir), { cwd, onProgress, indexDir: indexDir() }, signal);
	}

	static listAll(onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
	static listAll(sessionDir?: string, onProgress?: SessionListProgress, signal?: AbortSignal): Promise<SessionInfo[]>;
	static listAll(...parts: (string | SessionListProgress | AbortSignal | undefined)[]): Promise<SessionInfo[]> {
		const sessionDir = parts.find((part) => typeof part === "string");
		const onProgress = parts.find((part) => typeof part === "function");
		const signal = parts.find((part) => part instanceof AbortSignal) ?? NEVER;
		const options = { onProgress, indexDir: indexDir() };
		if (sessionDir === undefined) return listAllSessions(sessionsRoot(), options, signal);
		return listSessions(resolve(sessionDir), options, signal);
	}

	/** The session this stands for now. */
	get session(): Session {
		return this.#session;
	}

	setSessionFile(sessionFile: string): void {
		const fallbackCwd = this.getCwd();
		this.#replace(openSession(sessionFile, { sessionDir: dirname(resolve(sessionFile)), fallbackCwd }));
	}

	newSession(options?: PublishedSessionOptions): string | undefined {
		const place = { cwd: this.getCwd(), sessionDir: this.getSessionDir() };
		this.#replace(this.isPersisted() ? createSession(place, options) : createMemorySession(place.cwd, options));
		return this.getSessionFile();
	}

	createBranchedSession(leafId: string): string | undefined {
		this.#replace(extractBranch(this.#session, leafId));
		return this.getSessionFile();
	}

	isPersisted(): boolean {
		return this.getSessionFile() !== undefined;
	}

	usesDefaultSessionDir(): boolean {
		return this.isPersisted() && resolve(this.getSessionDir()) === dirFor(this.getCwd(), undefined);
	}

	getCwd(): string {
		return this.#session.getCwd();
	}

	getSessionDir(): string {
		return this.#session.getSessionDir();
	}

	getSessionId(): string {
		return this.#session.getSessionId();
	}

	getSessionFile(): string | undefined {
		return this.#session.getSessionFile();
	}

	getSessionReference(): string | undefined {
		return this.#session.getSessionReference();
	}

	getSessionName(): string | undefined {
		return this.#session.getSessionName();
	}

	getHeader(): SessionHeader {
		return this.#session.getHeader();
	}

	getEntryCount(): number {
		return this.#session.index.size;
	}

	getEntries(): SessionEntry[] {
		return this.#session.getEntries();
	}

	getEntry(id: string): SessionEntry | undefined {
		return this.#session.getEntry(id);
	}

	getChildren(parentId: string): SessionEntry[] {
		return this.#session.getChildren(parentId);
	}

	getBranch(fromId?: string): SessionEntry[] {
		return this.#session.getBranch(fromId);
	}

	getTree(): SessionTreeNode[] {
		return this.#session.getTree();
	}

	getLeafId(): string | null {
		return this.#session.getLeafId();
	}

	getLeafEntry(): SessionEntry | undefined {
		return this.#session.getLeafEntry();
	}

	getLabel(id: string): string | undefined {
		return this.#session.getLabel(id);
	}

	buildContextEntries(): SessionEntry[] {
		return this.#session.buildContextEntries();
	}

	buildSessionProjection(): SessionProjection {
		return this.#session.buildSessionProjection();
	}

	buildSessionContext(): SessionContext {
		return this.#session.buildSessionContext();
	}

	appendMessage(message: Message | CustomMessage | BashExecutionMessage): string {
		return this.#session.append({ type: "message", message }).id;
	}

	appendThinkingLevelChange(thinkingLevel: string): string {
		return this.#session.append({ type: "thinking_level_change", thinkingLevel: thinkingLevel as ThinkingLevel }).id;
	}

	appendModelChange(provider: string, modelId: string): string {
		return this.#session.append({ type: "model_change", provider, modelId }).id;
	}

	// oxlint-disable-next-line max-params -- the published signature
	appendUsage(kind: string, provider: string, model: string, usage: Usage, note?: string): UsageEntry {
		return this.#session.append({ type: "usage", kind, provider, model, usage, ...(note !== undefined && { note }) });
	}

	// oxlint-disable-next-line max-params -- the published signature
	appendCompaction<T = unknown>(
		summary: string,
		firstKeptEntryId: string | null,
		tokensBefore: number,
		details?: T,
		fromHook?: boolean,
		usage?: Usage,
	): string {
		const draft = { type: "compaction" as const, summary, firstKeptEntryId, tokensBefore };
		return this.#session.append({ ...draft, ...given({ details, fromHook, usage }) }).id;
	}

	appendCustomEntry(customType: string, data?: unknown): string {
		return this.#session.append({ type: "custom", customType, ...(data !== undefined && { data }) }).id;
	}

	appendSessionInfo(name: string): string {
		return this.#session.append({ type: "session_info", name }).id;
	}

	// oxlint-disable-next-line max-params -- the published signature
	appendCustomMessageEntry<T = unknown>(
		customType: string,
		content: string | (TextContent | ImageContent)[],
		display: boolean,
		details?: T,
	): string {
		const draft = { type: "custom_message" as const, customType, content, display };
		return this.#session.append({ ...draft, ...(details !== undefined && { details }) }).id;
	}

	appendContextEdit(targetId: string, replacement: ContextEditEntry["replacement"]): string {
		return this.#session.append({ type: "context_edit", targetId, replacement }).id;
	}

	appendLabelChange(targetId: string, label: string | undefined): string {
		return this.#session.append({ type: "label", targetId, label }).id;
	}

	branch(branchFromId: string): void {
		this.#session.branch(branchFromId);
	}

	resetLeaf(): void {
		this.#session.resetLeaf();
	}

	// oxlint-disable-next-line max-params -- the published signature
	branchWithSummary(
		branchFromId: string | null,
		summary: string,
		details?: unknown,
		fromHook?: boolean,
		usage?: Usage,
	): string {
		return this.#session.branchWithSummary(branchFromId, { summary, ...given({ details, fromHook, usage }) }).id;
	}

	#replace(session: Session): void {
		this.#session.close();
		this.#session = session;
	}
}

interface Provenance {
	details?: unknown;
	fromHook?: boolean;
	usage?: Usage;
}

/** Leaves out what was not given. */
function given(fields: { [K in keyof Provenance]-?: Provenance[K] | undefined }): Provenance {
	const { details, fromHook, usage } = fields;
	return {
		...(details !== undefined && { details }),
		...(fromHook !== undefined && { fromHook }),
		...(usage !== undefined && { usage }),
	};
}
