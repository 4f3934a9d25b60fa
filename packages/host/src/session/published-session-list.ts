import { SessionManager } from "./published-session.ts";
import type { SessionInfo } from "./summarize-session-file.ts";

/** A stored session with the name under which it is opened: what `switchSession` takes. For local ones, the path. */
export interface SessionListing extends SessionInfo {
	readonly reference: string;
}

export interface LocalSessionManagerOptions {
	/** Default: where the process runs. */
	readonly cwd?: string | undefined;
	/** Default: the folder's place below the agent directory. */
	readonly sessionDir?: string | undefined;
}

/** The sessions of this machine under the name and in the form that Grip extensions know (S22). */
export class LocalSessionManager {
	readonly #cwd: string;
	readonly #sessionDir: string | undefined;

	constructor({ cwd = process.cwd(), sessionDir }: LocalSessionManagerOptions = {}) {
		this.#cwd = cwd;
		this.#sessionDir = sessionDir;
	}

	/** Those of the working directory, the latest activity first. */
	async list(): Promise<SessionListing[]> {
		return (await SessionManager.list(this.#cwd, this.#sessionDir)).map(withReference);
	}

	/** Those of all working directories. */
	async listAll(): Promise<SessionListing[]> {
		return (await SessionManager.listAll(this.#sessionDir)).map(withReference);
	}
}

function withReference(info: SessionInfo): SessionListing {
	return { ...info, reference: info.path };
}
