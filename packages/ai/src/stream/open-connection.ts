import type { ProviderHeaders, ProviderRequest } from "../contract/provider.ts";
import { FailureReport } from "./failure-report.ts";
import { mergeHeaders, parseRetryAfter, sentHeaders, toProviderResponse } from "./headers.ts";
import { IdleBudget } from "./idle-budget.ts";
import type { ProviderError } from "./provider-error.ts";
import { secretsOf } from "./redact.ts";
import { runObserver } from "./run-observer.ts";
import { delay, type Timers } from "./timers.ts";

/** What a wire protocol wants to send. */
export interface HttpPost {
	readonly url: string;
	/** The protocol's own headers; those of model and caller go over them. */
	readonly headers: ProviderHeaders;
	readonly payload: unknown;
}

/** A successful answer whose body has not been read. */
export interface Connection {
	readonly status: number;
	readonly source: ReadableStreamDefaultReader<Uint8Array>;
	readonly budget: IdleBudget;
}

/** Longest silence by default. Models may think that long without a word; the built-in fetch gives up then, too. */
const DEFAULT_IDLE_MS = 300_000;
const DEFAULT_MAX_RETRY_DELAY_MS = 60_000;
const FIRST_RETRY_DELAY_MS = 500;
const LONGEST_OWN_RETRY_DELAY_MS = 8_000;

export interface Opening {
	readonly request: ProviderRequest;
	readonly timers: Timers;
	/** Aborts with the caller's signal, and when the exchange ends for any other reason. */
	readonly signal: AbortSignal;
}

interface Prepared {
	readonly url: string;
	readonly headers: Record<string, string>;
	readonly body: string;
	readonly report: FailureReport;
}

/**
 * Runs the hooks in the order headers, payload, response (E39) and sends the request; retries reuse headers and payload
 * (B37). `onReport` receives the maker of errors as soon as the secrets of the request are known.
 */
export async function openConnection(
	opening: Opening,
	post: HttpPost,
	onReport: (report: FailureReport) => void,
): Promise<Connection> {
	const { model, options } = opening.request;
	const headers = mergeHeaders(post.headers, model.headers, options.headers);
	const before = { ...headers };
	const first = new FailureReport(model, secretsOf(options, headers));
	onReport(first);
	await runHook("onHeaders", first, () => options.onHeaders?.(headers, model));
	const report = new FailureReport(model, [...secretsOf(options, before), ...secretsOf(options, headers)]);
	onReport(report);
	const replaced = await runHook("onPayload", report, () => options.onPayload?.(post.payload, model));
	const body = JSON.stringify(replaced === undefined ? post.payload : replaced);
	return sendWithRetries(opening, { url: post.url, headers: sentHeaders(headers), body, report });
}

async function runHook<T>(name: string, report: FailureReport, hook: () => T | Promise<T>): Promise<T> {
	try {
		return await hook();
	} catch (error) {
		throw report.hook(name, error);
	}
}

async function sendWithRetries(opening: Opening, prepared: Prepared): Promise<Connection> {
	const { options } = opening.request;
	for (let attempt = 0; ; attempt++) {
		try {
			return await sendOnce(opening, prepared);
		} catch (error) {
			if (opening.signal.aborted) throw error;
			const failure = prepared.report.thrown(error);
			const wait = retryDelay(failure, attempt, options.maxRetryDelayMs ?? DEFAULT_MAX_RETRY_DELAY_MS);
			if (attempt >= (options.maxRetries ?? 0) || wait === undefined) throw failure;
			await delay(wait, opening.timers, opening.signal);
		}
	}
}

/** Milliseconds to the next attempt; `undefined` when there should be none. */
function retryDelay({ failure }: ProviderError, attempt: number, longest: number): number | undefined {
	if (!failure.retryable) return undefined;
	if (failure.retryAfterMs === undefined) {
		return Math.min(FIRST_RETRY_DELAY_MS * 2 ** attempt, LONGEST_OWN_RETRY_DELAY_MS);
	}
	return longest > 0 && failure.retryAfterMs > longest ? undefined : failure.retryAfterMs;
}

async function sendOnce({ request, timers, signal }: Opening, prepared: Prepared): Promise<Connection> {
	const { options, model } = request;
	const { url, headers, body, report } = prepared;
	const idleMs = options.timeoutMs ?? DEFAULT_IDLE_MS;
	const limits = { idleMs, firstMs: options.firstEventTimeoutMs ?? idleMs };
	const budget = new IdleBudget(limits, timers, {
		signal,
		onExpired: (limit, begun) => report.timeout(limit, begun),
	});
	try {
		const send = options.fetch ?? globalThis.fetch;
		const response = await budget.wait(send(url, { method: "POST", headers, body, signal }));
		await runObserver(() => options.onResponse?.(toProviderResponse(response), model));
		if (response.ok) {
			if (response.body === null) throw report.emptyBody(response.status);
			return { status: response.status, source: response.body.getReader(), budget };
		}
		const text = await budget.wait(response.text()).catch(() => "");
		throw report.refusal(response.status, text, parseRetryAfter(response.headers, timers.now()));
	} catch (error) {
		budget.dispose();
		throw error;
	}
}
