import type { AssistantMessage, ImageContent } from "@tau/ai";
import type { RunningSessions } from "../../runtime/session-owner.ts";
import type { ReadonlySession } from "../../session/readonly-session.ts";

export interface PrintRun {
	sessions: RunningSessions;
	/** One run each (O02). */
	prompts: readonly { text: string; images: readonly ImageContent[] }[];
	write(text: string): void;
	warn(line: string): void;
}

/**
 * Runs the given prompts and prints the last answer of the session that runs then, whether or not the last prompt was
 * a command. Returns the exit code: 1 when that answer failed, was aborted or was cut off by the model's output limit;
 * what arrived is printed all the same (B49). Work that a command started and did not wait for is finished first (O05).
 */
export async function runPrint({ sessions, prompts, write, warn }: PrintRun): Promise<number> {
	for (const { text, images } of prompts) {
		await sessions.current.prompt(text, images.length > 0 ? { images: [...images] } : {});
		await sessions.current.waitForIdle();
	}
	const last = lastAnswer(sessions.current.session);
	if (!last) return 0;
	const text = textOf(last);
	if (last.stopReason === "error" || last.stopReason === "aborted") {
		if (text !== "") write(`${text}\n`);
		warn(last.errorMessage ?? `The run was ${last.stopReason === "aborted" ? "aborted" : "not completed"}`);
		return 1;
	}
	write(`${text}\n`);
	if (last.stopReason !== "length") return 0;
	warn(
		`${last.provider}/${last.model} stopped at its output limit: the answer is incomplete. Ask for a shorter one or raise maxTokens`,
	);
	return 1;
}

function textOf(message: AssistantMessage): string {
	return message.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** Read from the leaf upwards: a long session is not parsed for its last answer. */
function lastAnswer(session: ReadonlySession): AssistantMessage | undefined {
	let entry = session.getLeafEntry();
	while (entry) {
		if (entry.type === "message" && entry.message.role === "assistant") return entry.message;
		entry = entry.parentId === null ? undefined : session.getEntry(entry.parentId);
	}
	return undefined;
}
