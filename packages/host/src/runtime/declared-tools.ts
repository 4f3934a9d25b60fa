import type { AgentMessage } from "@tau/agent";
import { currentHead } from "./turn/restore-head.ts";

/** The tools that a transcript tells the model about. */
export interface DeclaredTools {
	/** Those it has now, in order. */
	readonly active: readonly string[];
	/** Those it had at any time. */
	readonly mentioned: ReadonlySet<string>;
}

/** `undefined` when the transcript tells nothing: it has no prompt yet. */
export function declaredTools(transcript: readonly AgentMessage[]): DeclaredTools | undefined {
	const head = currentHead(transcript);
	if (!head) return undefined;
	const mentioned = new Set<string>();
	for (const message of transcript)
		if (message.role === "system") for (const { name } of message.toolsAdded ?? []) mentioned.add(name);
	return { active: (head.toolsAdded ?? []).map(({ name }) => name), mentioned };
}
