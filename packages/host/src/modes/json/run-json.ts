import type { ImageContent } from "@tau/ai";
import type { AgentSession } from "../../runtime/agent-session.ts";
import { toJsonEvent } from "./json-event.ts";

export interface JsonRun {
	session: AgentSession;
	prompts: readonly { text: string; images: readonly ImageContent[] }[];
	/** Writes to stdout; resolves when the pipe takes more. */
	write(text: string): void | Promise<void>;
}

/**
 * Writes the session header and then every event as one line each (O03). Returns 1 when the last run ended in an error:
 * an intended difference, so that scripts notice.
 */
export async function runJson({ session, prompts, write }: JsonRun): Promise<number> {
	let failed = false;
	await write(`${JSON.stringify(session.session.getHeader())}\n`);
	const unsubscribe = session.subscribe((event) => {
		if (event.type === "message_end" && event.message.role === "assistant")
			failed = event.message.stopReason === "error" || event.message.stopReason === "aborted";
		return write(`${JSON.stringify(toJsonEvent(event))}\n`);
	});
	try {
		for (const { text, images } of prompts) {
			await session.prompt(text, images.length > 0 ? { images: [...images] } : {});
			await session.waitForIdle();
		}
	} finally {
		unsubscribe();
	}
	return failed ? 1 : 0;
}
