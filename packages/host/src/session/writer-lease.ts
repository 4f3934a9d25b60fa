import { type FileLease, tryLease } from "../platform/file-lease.ts";
import type { LeaseOwner } from "../platform/lease-record.ts";
import { SessionError, sessionInUse } from "./errors.ts";

/** The right to write a session, asked for before every append. */
export interface WriterClaim {
	/** Throws `session_in_use` when another process has it. */
	claim(): void;
	release(): void;
}

export interface WriterLeaseOptions {
	/** What others are told about this process. */
	readonly program: string;
	/** Another process took over, for example while this machine slept. */
	readonly onLost: (owner: LeaseOwner | undefined) => void;
}

/** One writer for a session file, over all processes that keep to it. */
export class WriterLease implements WriterClaim {
	readonly #path: string;
	readonly #options: WriterLeaseOptions;
	#lease: FileLease | undefined;

	constructor(path: string, options: WriterLeaseOptions) {
		this.#path = path;
		this.#options = options;
	}

	claim(): void {
		if (this.#lease?.isHeld()) return;
		try {
			const attempt = tryLease(this.#path, this.#options);
			if (attempt.type === "owned") throw sessionInUse(this.#path, attempt.owner);
			this.#lease = attempt.lease;
		} catch (error) {
			// A folder that takes no lock takes no session either: what is wrong is told when the session is written.
			if (error instanceof SessionError) throw error;
		}
	}

	release(): void {
		this.#lease?.release();
		this.#lease = undefined;
	}
}
