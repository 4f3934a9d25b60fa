import { expect, test } from "vitest";
import { classifyRefusal, classifyThrown, readErrorBody } from "./classify-failure.ts";

const none = { codes: [], message: "" };

test.each([
	[400, "invalid_request"],
	[401, "auth"],
	[403, "auth"],
	[404, "invalid_request"],
	[408, "timeout"],
	[413, "overflow"],
	[429, "rate_limit"],
	[500, "server"],
	[502, "server"],
	[503, "overloaded"],
	[529, "overloaded"],
])("status %i is %s", (status, kind) => {
	expect(classifyRefusal({ ...none, status }).kind).toBe(kind);
});

test.each([
	[{ type: "overloaded_error", message: "x" }, undefined, { kind: "overloaded" }],
	[{ code: "context_length_exceeded", message: "x" }, 400, { kind: "overflow" }],
	[{ type: "exceed_context_size_error", message: "x" }, 400, { kind: "overflow" }],
	[{ type: "invalid_request_error", message: "prompt is too long: 9 tokens > 8 maximum" }, 400, { kind: "overflow" }],
	[{ type: "insufficient_quota", message: "x" }, 429, { kind: "rate_limit", retryable: false }],
	[{ type: "invalid_request_error", message: "x" }, 429, { kind: "rate_limit" }],
	[{ type: "invalid_request_error", message: "429 overloaded" }, 400, { kind: "invalid_request" }],
])("the typed error %j with status %s is %j", (error, status, expected) => {
	const body = readErrorBody({ error });
	expect(classifyRefusal({ codes: body?.codes ?? [], message: body?.message ?? "", status })).toEqual(expected);
});

test("an error's words do not change its class where its status says it all (PC-60)", () => {
	expect(classifyRefusal({ status: 500, codes: [], message: "prompt is too long" }).kind).toBe("server");
});

test.each([
	[{ error: "plain" }, { codes: [], message: "plain", status: undefined }],
	[{ error: { code: 429, message: "m" } }, { codes: [], message: "m", status: 429 }],
	[{ detail: "Not Found" }, { codes: [], message: "Not Found", status: undefined }],
	[
		{ message: "bare", code: "c" },
		{ codes: ["c"], message: "bare", status: undefined },
	],
	[{ choices: [], message: "no error" }, undefined],
	[[], undefined],
])("the error of %j is %j", (data, expected) => {
	expect(readErrorBody(data)).toEqual(expected);
});

test.each([
	[new TypeError("fetch failed", { cause: { code: "ECONNREFUSED" } }), { kind: "network", code: "ECONNREFUSED" }],
	[
		new TypeError("fetch failed", { cause: { errors: [{ code: "ENOTFOUND" }] } }),
		{ kind: "network", code: "ENOTFOUND" },
	],
	[
		new TypeError("fetch failed", { cause: { code: "UND_ERR_HEADERS_TIMEOUT" } }),
		{ kind: "timeout", code: "UND_ERR_HEADERS_TIMEOUT" },
	],
	[
		new TypeError("fetch failed", { cause: { code: "CERT_HAS_EXPIRED" } }),
		{ kind: "network", retryable: false, code: "CERT_HAS_EXPIRED" },
	],
	[new TypeError("invalid header value"), { kind: "invalid_request", code: undefined }],
	[new Error("odd"), { kind: "network", code: undefined }],
])("%s is %j", (error, expected) => {
	expect(classifyThrown(error)).toEqual(expected);
});
