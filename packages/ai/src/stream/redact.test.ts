import { expect, test } from "vitest";
import { displayUrl, secretsOf, toSafeLine } from "./redact.ts";

test("keys and credentials in headers disappear from a line, with and without their scheme", () => {
	const secrets = secretsOf(
		{ apiKey: "sk-secret-1" },
		{ Authorization: "Bearer tok-2222", "x-trace": "visible", "x-api-key": null },
	);
	expect(toSafeLine("bad key sk-secret-1\n sent Bearer tok-2222 or tok-2222 with visible", secrets)).toBe(
		"bad key *** sent *** or *** with visible",
	);
});

test.each([
	["https://user:pass@host:8080/v1/?key=abc#x", "https://host:8080/v1"],
	["not a url//u:p@h?k=1", "not a url//h"],
])("%s is shown as %s", (url, shown) => {
	expect(displayUrl(url)).toBe(shown);
});
