/**
 * Refusals for too long a context. Only some providers give them a code of their own; the others answer 400 or 413
 * with a sentence. The sentences are looked for in the error field of such an answer only, never in what a model or a
 * user wrote.
 */
const OVERFLOW_CODES: ReadonlySet<string> = new Set([
	"context_length_exceeded",
	"context_window_exceeded",
	"exceed_context_size_error",
	"model_context_window_exceeded",
	"request_too_large",
	"string_above_max_length",
]);

const OVERFLOW_STATUSES: ReadonlySet<number> = new Set([400, 413, 422]);

const OVERFLOW_SENTENCES: readonly RegExp[] = [
	/prompt is too long/i,
	/prompt too long/i,
	/maximum context length/i,
	/exceeds? the (available )?context (window|size|length)/i,
	/exceeds the model'?s? maximum context/i,
	/longer than the model'?s context length/i,
	/greater than the context length/i,
	/maximum prompt length is \d+/i,
	/input (token count|length|tokens?) ((of )?\(?\d+\)? )?exceeds the maximum/i,
	/exceeded model token limit/i,
	/too large for model with \d+ maximum context/i,
	/reduce the length of the messages/i,
	/range of input length should be/i,
	/configured context size is/i,
];

export interface RefusalFacts {
	readonly status: number | undefined;
	/** Machine-readable `code` and `type` of the error body. */
	readonly codes: readonly string[];
	readonly message: string;
}

export function isOverflowRefusal({ status, codes, message }: RefusalFacts): boolean {
	if (status === 413 || codes.some((code) => OVERFLOW_CODES.has(code))) return true;
	const isRefusal = status === undefined ? codes.includes("invalid_request_error") : OVERFLOW_STATUSES.has(status);
	return isRefusal && OVERFLOW_SENTENCES.some((sentence) => sentence.test(message));
}
