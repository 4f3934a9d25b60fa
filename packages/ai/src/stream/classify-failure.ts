import type { ProviderFailureKind } from "../contract/provider.ts";
import { isRecord } from "./is-record.ts";
import { isOverflowRefusal, type RefusalFacts } from "./overflow.ts";

/** The `error` of a provider's answer: what it says about itself in fields, and its sentence. */
export interface ErrorBody {
	readonly codes: readonly string[];
	readonly message: string;
	/** A numeric code, where the wire carries the HTTP status of an upstream there. */
	readonly status: number | undefined;
}

export interface FailureClass {
	readonly kind: ProviderFailureKind;
	readonly retryable?: boolean;
}

const KIND_BY_CODE: ReadonlyMap<string, FailureClass> = new Map([
	["authentication_error", { kind: "auth" }],
	["permission_error", { kind: "auth" }],
	["invalid_api_key", { kind: "auth" }],
	["invalid_authentication_error", { kind: "auth" }],
	["rate_limit_error", { kind: "rate_limit" }],
	["rate_limit_exceeded", { kind: "rate_limit" }],
	["too_many_requests", { kind: "rate_limit" }],
	// The quota does not come back within a retry.
	["insufficient_quota", { kind: "rate_limit", retryable: false }],
	["billing_error", { kind: "invalid_request" }],
	["overloaded_error", { kind: "overloaded" }],
	["engine_overloaded_error", { kind: "overloaded" }],
	["api_error", { kind: "server" }],
	["server_error", { kind: "server" }],
	["internal_server_error", { kind: "server" }],
	["timeout_error", { kind: "timeout" }],
	["not_found_error", { kind: "invalid_request" }],
	["model_not_found", { kind: "invalid_request" }],
	["invalid_request_error", { kind: "invalid_request" }],
] satisfies [string, FailureClass][]);

const KIND_BY_STATUS: ReadonlyMap<number, ProviderFailureKind> = new Map([
	[401, "auth"],
	[403, "auth"],
	[407, "auth"],
	[408, "timeout"],
	[425, "server"],
	[429, "rate_limit"],
	[503, "overloaded"],
	[504, "timeout"],
	[529, "overloaded"],
]);

/** The class of a refusal, by its typed error first and its status second. */
export function classifyRefusal(facts: RefusalFacts): FailureClass {
	if (isOverflowRefusal(facts)) return { kind: "overflow" };
	for (const code of facts.codes) {
		const known = KIND_BY_CODE.get(code);
		// A generic code says less than an exact status: a 429 may come as `invalid_request_error`.
		if (known !== undefined && !(known.kind === "invalid_request" && isTransientStatus(facts.status))) return known;
	}
	return { kind: kindOfStatus(facts.status) };
}

function kindOfStatus(status: number | undefined): ProviderFailureKind {
	if (status === undefined) return "server";
	const known = KIND_BY_STATUS.get(status);
	if (known !== undefined) return known;
	if (status >= 500) return "server";
	return status >= 400 ? "invalid_request" : "protocol";
}

function isTransientStatus(status: number | undefined): boolean {
	return status !== undefined && (status === 429 || status >= 500);
}

/** Reads the error object of a JSON answer or stream event; `undefined` when there is none. */
export function readErrorBody(data: unknown): ErrorBody | undefined {
	if (typeof data === "string" && data !== "") return { codes: [], message: data, status: undefined };
	if (!isRecord(data)) return undefined;
	const error = data["error"] ?? (Array.isArray(data["errors"]) ? data["errors"][0] : undefined);
	if (typeof error === "string") return { codes: [], message: error, status: undefined };
	if (isRecord(error)) return readErrorObject(error);
	// Plain `{message}` and FastAPI's `{detail}` carry no choices or content beside them.
	if (typeof data["detail"] === "string") return { codes: [], message: data["detail"], status: undefined };
	const isBareError = typeof data["message"] === "string" && !("choices" in data) && !("content" in data);
	return isBareError ? readErrorObject(data) : undefined;
}

function readErrorObject(error: Record<string, unknown>): ErrorBody {
	const codes: string[] = [];
	for (const field of ["code", "type", "status"] as const) {
		const value = error[field];
		if (typeof value === "string" && value !== "") codes.push(value);
	}
	const numeric = Number(error["code"] ?? error["status"]);
	const message = typeof error["message"] === "string" ? error["message"] : JSON.stringify(error);
	const metadata = isRecord(error["metadata"]) ? error["metadata"]["raw"] : undefined;
	return {
		codes,
		message: typeof metadata === "string" ? `${message} ${metadata}` : message,
		status: Number.isInteger(numeric) && numeric >= 400 && numeric < 600 ? numeric : undefined,
	};
}

/** Error codes of the network stack that another attempt cannot cure: names, certificates, addresses. */
const PERMANENT_NETWORK_CODE = /^(ERR_TLS_.*|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*)$/;
const TIMEOUT_CODES: ReadonlySet<string> = new Set([
	"ETIMEDOUT",
	"UND_ERR_HEADERS_TIMEOUT",
	"UND_ERR_BODY_TIMEOUT",
	"UND_ERR_CONNECT_TIMEOUT",
]);

/** The class of an error thrown by `fetch` or while a body is read, with the code that decided. */
export function classifyThrown(error: unknown): FailureClass & { readonly code: string | undefined } {
	const code = errorCode(error);
	// fetch refuses bad URLs and header values with a bare TypeError, before anything is sent.
	const isBare = code === undefined && error instanceof TypeError && error.cause === undefined;
	if (isBare || code === "ERR_INVALID_URL") return { kind: "invalid_request", code };
	if (code !== undefined && TIMEOUT_CODES.has(code)) return { kind: "timeout", code };
	if (code !== undefined && PERMANENT_NETWORK_CODE.test(code)) return { kind: "network", retryable: false, code };
	return { kind: "network", code };
}

function errorCode(error: unknown): string | undefined {
	// undici wraps the socket's error; connecting to several addresses wraps it once more.
	for (let current: unknown = error, depth = 0; isRecord(current) && depth < 5; depth++) {
		if (typeof current["code"] === "string") return current["code"];
		const first: unknown = Array.isArray(current["errors"]) ? current["errors"][0] : undefined;
		current = current["cause"] ?? first;
	}
	return undefined;
}
