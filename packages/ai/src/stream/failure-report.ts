import type { Model } from "../contract/model.ts";
import type { ProviderFailureKind } from "../contract/provider.ts";
import { classifyRefusal, classifyThrown, type FailureClass, readErrorBody } from "./classify-failure.ts";
import { ProviderError } from "./provider-error.ts";
import { displayUrl, toSafeLine } from "./redact.ts";
import { WireFailure } from "./wire-reader.ts";

interface Details {
	readonly status?: number | undefined;
	readonly retryAfterMs?: number | undefined;
	readonly cause?: unknown;
}

/**
 * Makes the errors of one request: each is one line with provider, base URL, what happened and the next step, and
 * carries none of the request's secrets.
 */
export class FailureReport {
	readonly #model: Model;
	readonly #secrets: readonly string[];

	constructor(model: Model, secrets: readonly string[]) {
		this.#model = model;
		this.#secrets = secrets;
	}

	/** An HTTP answer that is no success. `body` is its text. */
	refusal(status: number, body: string, retryAfterMs: number | undefined): ProviderError {
		const error = readErrorBody(parseJson(body));
		const text = error?.message ?? (isHtml(body) ? "the answer is an HTML page" : body.trim());
		const failureClass = classifyRefusal({ status, codes: error?.codes ?? [], message: error?.message ?? body });
		return this.#error(failureClass, `answered ${status}${text === "" ? "" : `: ${text}`}`, { status, retryAfterMs });
	}

	/** A success by status whose body is one document instead of events. */
	document(body: string, status: number): ProviderError {
		if (isHtml(body)) {
			const what = `answered ${status} with an HTML page instead of an event stream`;
			return this.#error({ kind: "protocol", retryable: false }, what, { status });
		}
		const error = readErrorBody(parseJson(body));
		if (error === undefined) {
			const what = `answered ${status} with one JSON document instead of an event stream`;
			return this.#error({ kind: "protocol", retryable: false }, what, { status });
		}
		return this.#wire(new WireFailure(error), `answered ${status} with an error`);
	}

	emptyBody(status: number): ProviderError {
		return this.#error({ kind: "protocol" }, `answered ${status} with an empty body`, { status });
	}

	notJson(data: string): ProviderError {
		return this.#error({ kind: "protocol" }, `sent an event that is not JSON: ${data.slice(0, 120)}`, {});
	}

	timeout(limitMs: number, begun: boolean): ProviderError {
		const what = begun ? "stopped sending" : "did not begin to answer";
		return this.#error({ kind: "timeout" }, `${what} for ${limitMs / 1000} s`, {});
	}

	hook(name: string, error: unknown): ProviderError {
		const reason = error instanceof Error ? error.message : String(error);
		const line = toSafeLine(
			`The ${name} hook of the request to ${this.#model.provider} failed: ${reason}`,
			this.#secrets,
		);
		return new ProviderError({ kind: "invalid_request", message: line });
	}

	aborted(): ProviderError {
		return new ProviderError({ kind: "aborted", message: "The request was aborted.", retryable: false });
	}

	/** Anything thrown while a request runs. */
	thrown(error: unknown): ProviderError {
		if (error instanceof ProviderError) return error;
		if (error instanceof WireFailure) return this.#wire(error, "failed");
		const { code, ...failureClass } = classifyThrown(error);
		const reason = error instanceof Error ? error.message : String(error);
		const what = failureClass.kind === "invalid_request" ? `could not be asked: ${reason}` : networkFault(code, reason);
		// Only errors of the network stack are kept as cause: others may quote headers.
		return this.#error(failureClass, what, { cause: code === undefined ? undefined : error });
	}

	#wire(failure: WireFailure, what: string): ProviderError {
		const { body, failureClass } = failure;
		return this.#error(failureClass ?? classifyRefusal(body), `${what}: ${body.message}`, { status: body.status });
	}

	#error(failureClass: FailureClass, what: string, details: Details): ProviderError {
		const { provider, baseUrl } = this.#model;
		const { status, retryAfterMs, cause } = details;
		const sentence = toSafeLine(`${provider} at ${displayUrl(baseUrl)} ${what}`, this.#secrets).replace(/[.\s]+$/, "");
		const step = this.#nextStep(failureClass, details);
		return new ProviderError(
			{
				kind: failureClass.kind,
				message: `${sentence}. ${step}`,
				...(failureClass.retryable === undefined ? {} : { retryable: failureClass.retryable }),
				...(status === undefined ? {} : { status }),
				...(retryAfterMs === undefined ? {} : { retryAfterMs }),
			},
			cause,
		);
	}

	#nextStep({ kind, retryable }: FailureClass, { status, retryAfterMs }: Details): string {
		const { provider, id, api } = this.#model;
		if (kind === "rate_limit" && retryable === false) return `Check plan and billing of provider "${provider}".`;
		if (kind === "rate_limit" && retryAfterMs !== undefined) {
			return `Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
		}
		if (status === 404) return `Check the model id "${id}" and the base URL of provider "${provider}".`;
		if (kind === "protocol" && retryable === false) return `Check that the base URL serves the ${api} API.`;
		return NEXT_STEPS[kind](provider, id);
	}
}

const NEXT_STEPS: Readonly<Record<ProviderFailureKind, (provider: string, model: string) => string>> = {
	aborted: () => "Send the message again.",
	auth: (provider) => `Check the API key of provider "${provider}".`,
	overflow: () => "Compact the conversation or start a new one.",
	rate_limit: () => "Wait a little and try again.",
	overloaded: () => "Try again later.",
	server: () => "Try again later.",
	timeout: () => "Try again, or allow a longer timeout.",
	network: (provider) => `Check the network and the base URL of provider "${provider}".`,
	invalid_request: (_provider, model) => `Check the settings of model "${model}".`,
	protocol: () => "Try again.",
};

const LOST_CONNECTION_CODES: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

function networkFault(code: string | undefined, reason: string): string {
	if (code === undefined) return `could not be read: ${reason}`;
	return LOST_CONNECTION_CODES.has(code) ? `lost the connection (${code})` : `could not be reached (${code})`;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Not JSON: the caller looks at the text itself.
		return undefined;
	}
}

function isHtml(text: string): boolean {
	return /^\s*<(!doctype|html|head|body|\?xml)/i.test(text);
}
