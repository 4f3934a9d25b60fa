import { expect, test } from "vitest";
import { normalizeSessionName } from "./session-name.ts";
import { defaultSessionDir, sessionFileName } from "./session-location.ts";

test("the folder of a working directory loses its first separator and every other becomes a dash", () => {
	const folders = ["/tmp/se:ss/a b", "C:\\a b\\x", "/", "//server/share"].map((cwd) => defaultSessionDir(cwd, "/root"));
	expect(folders).toEqual(["/root/--tmp-se-ss-a b--", "/root/--C--a b-x--", "/root/----", "/root/---server-share--"]);
});

test("a file name is time and id", () => {
	expect(sessionFileName({ id: "my.id_1", timestamp: "2026-11-30T21:35:20.797Z" })).toBe(
		"2026-11-30T21-35-20-797Z_my.id_1.jsonl",
	);
});

test("a session name is one trimmed line", () => {
	expect(["  a\n\nb\r\nc\td  ", "\n", ""].map(normalizeSessionName)).toEqual(["a b c\td", "", ""]);
});
