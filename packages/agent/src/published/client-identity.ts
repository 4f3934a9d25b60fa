/** Whom requests are attributed to. */
export interface ClientAttribution {
	name: string;
	url: string;
	categories?: string[];
}

/** How a program names itself to providers. Handed to the stream function; Tau's own requests name nobody (AD20). */
export interface ClientIdentity {
	userAgent?: "short" | "detailed" | { custom: string };
	/** `null` sends none. */
	attribution?: ClientAttribution | null;
	version?: string;
}

/** The identity of loops that are given none: no attribution, since Tau sends none (AD20). */
export const DEFAULT_AGENT_IDENTITY: ClientIdentity = { attribution: null };
