import type { AgentMessage } from "@tau/agent";
import { addUsage, type AssistantMessage, type Usage } from "@tau/ai";
import { convertToLlm } from "../message-views.ts";
import { serializeConversation } from "./serialize.ts";
import { summaryRequestText, type SummaryTask } from "./summary-prompts.ts";

/** Asks a model for one summary; failures are messages, as everywhere. */
export type AskForSummary = (text: string, signal: AbortSignal) => Promise<AssistantMessage>;

export type SummaryOutcome =
	| { type: "written"; text: string; usage: Usage }
	| { type: "failed"; error: string }
	| { type: "aborted" };

export interface Summarizer {
	ask: AskForSummary;
	/** How much conversation fits into one request. */
	mostCharacters: number;
}

/** Text is measured with few characters per token: a summary request that does not fit helps nobody. */
const CHARACTERS_PER_TOKEN = 3;
/** For prompts, headings and an earlier summary. */
const TOKENS_AROUND = 4_000;
const LEAST_CHARACTERS = 2_000;

/** How much conversation one request may carry, with a quarter of the window left for the answer. */
export function roomForConversation(contextWindow: number): number {
	if (!(contextWindow > 0)) return Infinity;
	return Math.max(LEAST_CHARACTERS, Math.floor((contextWindow * 3) / 4 - TOKENS_AROUND) * CHARACTERS_PER_TOKEN);
}

/**
 * Summarises messages. What does not fit into one request is taken piece by piece, each summary carried on by the next.
 * A cut-off or empty answer is a failure: half a summary would pass for the whole.
 */
export async function summarizeMessages(
	messages: readonly AgentMessage[],
	{ summarizer, ...task }: SummaryTask & { summarizer: Summarizer },
	signal: AbortSignal,
): Promise<SummaryOutcome> {
	let written: { text: string; usage: Usage } | undefined;
	for (const piece of splitConversation(messages, summarizer.mostCharacters)) {
		const previousSummary = written?.text ?? task.previousSummary;
		const text = summaryRequestText(piece, { ...task, previousSummary });
		const outcome = readSummary(await summarizer.ask(text, signal));
		if (outcome.type !== "written") return outcome;
		written = { text: outcome.text, usage: written ? addUsage(written.usage, outcome.usage) : outcome.usage };
	}
	return written ? { type: "written", ...written } : { type: "failed", error: "there is nothing to summarise" };
}

function readSummary(answer: AssistantMessage): SummaryOutcome {
	const { stopReason, content, usage, errorMessage } = answer;
	if (stopReason === "aborted") return { type: "aborted" };
	if (stopReason === "error") return { type: "failed", error: errorMessage ?? "the request failed" };
	if (stopReason === "length") {
		return { type: "failed", error: "the answer was cut off at the output limit, so the summary is incomplete" };
	}
	const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
	if (text.trim() === "") return { type: "failed", error: "the model answered without a summary" };
	return { type: "written", text: text.trim(), usage };
}

/** The conversation as text, in pieces of at most that many characters that end between messages. */
export function splitConversation(messages: readonly AgentMessage[], mostCharacters: number): string[] {
	const pieces: string[] = [];
	let current = "";
	for (const message of messages) {
		const text = shorten(serializeConversation(convertToLlm([message])), mostCharacters);
		if (text === "") continue;
		if (current !== "" && current.length + text.length > mostCharacters) {
			pieces.push(current);
			current = "";
		}
		current += current === "" ? text : `\n\n${text}`;
	}
	return current === "" ? pieces : [...pieces, current];
}

/** One message that is too long alone loses its middle: requests stand at the beginning, conclusions at the end. */
function shorten(text: string, mostCharacters: number): string {
	if (text.length <= mostCharacters) return text;
	const half = Math.floor(mostCharacters / 2);
	const dropped = text.length - 2 * half;
	return `${text.slice(0, half)}\n\n[... ${dropped} characters left out ...]\n\n${text.slice(-half)}`;
}
