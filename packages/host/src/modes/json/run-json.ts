import type { ImageContent } from "@tau/ai";
import type { AgentSession } from "../../runtime/agent-session.ts";
import type { RunningSessions } from "../../runtime/session-owner.ts";
import { toJsonEvent } from "./json-event.ts";

export interface JsonRun {
	sessions: RunningSessions;
	prompts: readonly { text: string; images: readonly ImageContent[] }[];
	/** Writes to stdout; resolves when the pipe takes more. */
	write(text: string): void | Promise<void>;
}

/**
 * Writes the session header and then every event as one line each (O03); a session that takes the place of another
 * begins with its own header. Returns 1 when the last run ended in an error: an intended difference, so that scripts
 * notice.
 */
export async function runJson({ sessions, prompts, write }: JsonRun): Promise<number> {
	let failed = false;
	let follow = Promise.resolve();
	const listen = (session: AgentSession): void => {
		follow = follow.then(() => write(`${JSON.stringify(session.session.getHeader())}\n`));
		session.subscribe(async (event) => {
			if (event.type === "message_end" && event.message.role === "assistant")
				failed = event.message.stopReason === "error" || event.message.stopReason === "aborted";
			await follow;
			await write(`${JSON.stringify(toJsonEvent(event))}\n`);
		});
	};
	listen(sessions.current);
	sessions.onReplaced(listen);
	for (const { text, images } of prompts) {
		await sessions.current.prompt(text, images.length > 0 ? { images: [...images] } : {});
		await sessions.current.waitForIdle();
	}
	return failed ? 1 : 0;
}
