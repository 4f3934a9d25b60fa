import { getFailure, type AssistantMessage, type Message, type Model, type ThinkingLevel } from "@tau/ai";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import { roomForConversation, type Summarizer } from "../../session/compaction/summarize.ts";
import { SUMMARY_SYSTEM_PROMPT } from "../../session/compaction/summary-prompts.ts";
import type { Settings } from "../../settings/schema.ts";
import type { ModelAccess } from "../model-access.ts";
import type { RuntimeListener, SummaryOrigin } from "../runtime-event.ts";
import { openRequest } from "../turn/open-request.ts";
import { providerHooks } from "../turn/provider-hooks.ts";
import { retryDelay, type RetryPolicy } from "../turn/retry-policy.ts";
import type { Wait } from "../turn/wait.ts";

export interface SummaryRequestParts {
	readonly access: ModelAccess;
	readonly settings: Settings;
	readonly sessionId: string;
	readonly dispatcher: Dispatcher;
	readonly policy: RetryPolicy;
	emit: RuntimeListener;
	wait: Wait;
	now(): number;
}

/** The model that summarises; captured when the work begins, whatever is chosen meanwhile. */
export interface SummaryModel {
	readonly model: Model;
	readonly thinkingLevel: ThinkingLevel;
}

/** Requests for summaries: like any other to the provider hooks (AD5), but kept out of the cache and of the transcript. */
export class SummaryRequests {
	readonly #parts: SummaryRequestParts;

	constructor(parts: SummaryRequestParts) {
		this.#parts = parts;
	}

	summarizer(by: SummaryModel, origin: SummaryOrigin): Summarizer {
		return {
			mostCharacters: roomForConversation(by.model.contextWindow),
			ask: (text, signal) => this.#ask({ by, origin, text }, signal),
		};
	}

	async #ask(request: SummaryRequest, signal: AbortSignal): Promise<AssistantMessage> {
		const { emit, wait, policy } = this.#parts;
		for (let attempt = 1; ; attempt += 1) {
			const answer = await this.#request(request, signal);
			const delayMs = answer.stopReason === "error" ? retryDelay(policy, getFailure(answer), attempt) : undefined;
			if (delayMs === undefined || signal.aborted) return this.#finish(attempt, answer, signal);
			const errorMessage = answer.errorMessage ?? "";
			const { maxRetries: maxAttempts } = policy;
			await emit({ type: "summarization_retry_scheduled", attempt, maxAttempts, delayMs, errorMessage });
			await wait(delayMs, signal);
			if (signal.aborted) return this.#finish(attempt + 1, answer, signal);
			await emit({ type: "summarization_retry_attempt_start", ...request.origin });
		}
	}

	async #finish(attempt: number, answer: AssistantMessage, signal: AbortSignal): Promise<AssistantMessage> {
		if (attempt > 1) await this.#parts.emit({ type: "summarization_retry_finished" });
		return signal.aborted ? { ...answer, stopReason: "aborted" } : answer;
	}

	async #request({ by, text }: SummaryRequest, signal: AbortSignal): Promise<AssistantMessage> {
		const { dispatcher, now } = this.#parts;
		const timestamp = now();
		const messages: Message[] = [
			{ role: "system", content: SUMMARY_SYSTEM_PROMPT, timestamp },
			{ role: "user", content: [{ type: "text", text }], timestamp },
		];
		const options = { ...providerHooks(dispatcher), signal, cacheRetention: "none" } as const;
		const stream = await openRequest({ ...this.#parts, models: by }, messages, options);
		return stream.result();
	}
}

interface SummaryRequest {
	by: SummaryModel;
	origin: SummaryOrigin;
	text: string;
}
