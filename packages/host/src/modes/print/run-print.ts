import type { AssistantMessage, ImageContent } from "@tau/ai";
import type { AgentSession } from "../../runtime/agent-session.ts";

export interface PrintRun {
	session: AgentSession;
	/** One run each (O02). */
	prompts: readonly { text: string; images: readonly ImageContent[] }[];
	write(text: string): void;
	warn(line: string): void;
}

/**
 * Runs the given prompts and prints the last answer. Returns the exit code: 1 when the last run failed, was aborted or
 * was cut off by the model's output limit; what arrived is printed all the same (B49). Work that a command started and
 * did not wait for is finished first (O05).
 */
export async function runPrint({ session, prompts, write, warn }: PrintRun): Promise<number> {
	let last: AssistantMessage | undefined;
	const unsubscribe = session.subscribe((event) => {
		if (event.type === "message_end" && event.message.role === "assistant") last = event.message;
	});
	try {
		for (const { text, images } of prompts) {
			last = undefined;
			await session.prompt(text, images.length > 0 ? { images: [...images] } : {});
			await session.waitForIdle();
		}
	} finally {
		unsubscribe();
	}
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
