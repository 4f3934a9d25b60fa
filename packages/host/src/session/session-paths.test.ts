import { expect, test } from "vitest";
import { normalizeSessionName } from "./session-name.ts";
import {
	isNameTooLong,
	keyedFolderName,
	parseKeyedName,
	parseSessionFileName,
	plainFolderName,
	sessionFileName,
} from "./session-paths.ts";

test("the folder of a working directory loses its first separator and every other becomes a dash", () => {
	const folders = ["/tmp/se:ss/a b", "C:\\a b\\x", "/", "//server/share", "/проект/日本"].map(plainFolderName);
	expect(folders).toEqual(["--tmp-se-ss-a b--", "--C--a b-x--", "----", "---server-share--", "--проект-日本--"]);
});

test("directories with the same plain name have different keyed ones, which say whose they are", () => {
	const directories = ["/x/a-b", "/x/a/b", "/x/a:b", "/x-a/b"];
	const keyed = directories.map(keyedFolderName);
	expect([new Set(directories.map(plainFolderName)).size, new Set(keyed).size]).toEqual([1, 4]);
	expect(keyed.map((name) => parseKeyedName(name)?.plain)).toEqual(directories.map(plainFolderName));
	expect(parseKeyedName("--x-a-b--")).toBeUndefined();
});

test("the folder of a very long path has a name that file systems take, cut between characters", () => {
	const name = keyedFolderName(`/${"語".repeat(200)}`);
	expect([isNameTooLong(plainFolderName(`/${"語".repeat(200)}`)), Buffer.byteLength(name) < 255]).toEqual([true, true]);
	expect(name).toMatch(/^--語+--\.[0-9a-f]{16}$/);
});

test("a file name is time and id, and gives both back", () => {
	const header = { id: "my.id_1", timestamp: "2026-11-30T21:35:20.797Z" };
	expect(sessionFileName(header)).toBe("2026-11-30T21-35-20-797Z_my.id_1.jsonl");
	expect([parseSessionFileName(sessionFileName(header)), parseSessionFileName("notes.jsonl")]).toEqual([
		header,
		undefined,
	]);
});

test("a session name is one trimmed line", () => {
	expect(["  a\n\nb\r\nc\td  ", "\n", ""].map(normalizeSessionName)).toEqual(["a b c\td", "", ""]);
});
