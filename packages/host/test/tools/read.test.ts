import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { ReadOperations } from "../../src/extension-api/tool-operations.ts";
import { createReadTool, type ReadToolOptions } from "../../src/tools/read/read-tool.ts";
import { type ScratchFolder, scratchFolder } from "./scratch-folder.ts";
import { textOf } from "./tool-outcome.ts";

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `l${index + 1}\n`).join("");
const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);

function reader(folder: ScratchFolder, options?: ReadToolOptions): (path: string, range?: object) => Promise<string> {
	const tool = createReadTool(folder.path, options);
	return (path, range = {}) => textOf(tool.execute("call", { path, ...range }));
}

test("a short file is returned as it is", async () => {
	const folder = scratchFolder();
	folder.write("s.txt", lines(5));
	const result = await createReadTool(folder.path).execute("call", { path: "s.txt" });
	const text = "l1\nl2\nl3\nl4\nl5\n";
	expect(result).toEqual({ content: [{ type: "text", text }], details: undefined, structuredContent: text });
});

test("a part of a file says how to read on", async () => {
	const folder = scratchFolder();
	folder.write("s.txt", lines(5));
	const read = reader(folder);
	expect([
		await read("s.txt", { offset: 2, limit: 2 }),
		await read("s.txt", { offset: 4, limit: 9 }),
		await read("s.txt", { offset: 0, limit: 1 }),
	]).toEqual([
		"l2\nl3\n\n[3 more lines in file. Use offset=4 to continue.]",
		"l4\nl5\n",
		"l1\n\n[5 more lines in file. Use offset=2 to continue.]",
	]);
});

test("a long file is cut after 2000 lines, and the rest can be read", async () => {
	const folder = scratchFolder();
	folder.write("big.txt", lines(3000));
	const result = await createReadTool(folder.path).execute("call", { path: "big.txt" });
	const text = (result.content[0] as { text: string }).text;
	expect(text.slice(text.indexOf("l2000"))).toBe(
		"l2000\n\n[Showing lines 1-2000 of 3001. Use offset=2001 to continue.]",
	);
	expect(result.details?.truncation).toMatchObject({
		truncatedBy: "lines",
		totalLines: 3000,
		outputLines: 2000,
		totalBytes: 16893,
	});
	expect((await reader(folder)("big.txt", { offset: 2001 })).slice(0, 12)).toBe("l2001\nl2002\n");
});

test("a wide file is cut after 50 KB", async () => {
	const folder = scratchFolder();
	folder.write("wide.txt", `${"x".repeat(99)}\n`.repeat(1000));
	expect((await reader(folder)("wide.txt")).slice(-82)).toBe(
		"x\nxxxxxxxxxx\n\n[Showing lines 1-512 of 1001 (50.0KB limit). Use offset=513 to continue.]".slice(-82),
	);
});

test("a first line that is too long is named with a way to see it", async () => {
	const folder = scratchFolder();
	folder.write("it's long.txt", `${"y".repeat(60_000)}\nsecond\n`);
	const read = reader(folder);
	expect([await read("it's long.txt"), await read("it's long.txt", { offset: 2 })]).toEqual([
		"[Line 1 is 58.6KB, exceeds 50.0KB limit. Use bash: sed -n '1p' 'it'\\''s long.txt' | head -c 51200]",
		"second\n",
	]);
});

test("an offset past the end throws and names the file", async () => {
	const folder = scratchFolder();
	folder.write("s.txt", lines(5));
	folder.write("empty.txt", "");
	const read = reader(folder);
	expect([await read("s.txt", { offset: 7 }), await read("empty.txt"), await read("empty.txt", { offset: 2 })]).toEqual(
		[
			"throws: Offset 7 is beyond end of file (6 lines total)",
			"",
			"throws: Offset 2 is beyond end of file (1 lines total)",
		],
	);
});

test("images are attached by their content, whatever their name", async () => {
	const folder = scratchFolder();
	folder.write("picture.txt", PNG);
	folder.write("text.png", "no image\n");
	const result = await createReadTool(folder.path).execute("call", { path: "picture.txt" });
	const image = { type: "image", data: PNG.toString("base64"), mimeType: "image/png" };
	expect(result).toEqual({
		content: [{ type: "text", text: "Read image file [image/png]" }, image],
		details: undefined,
		structuredContent: { ...image, note: "Read image file [image/png]" },
	});
	expect(await reader(folder)("text.png")).toBe("no image\n");
});

test.each([
	["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
	["image/gif", [...Buffer.from("GIF89a")]],
	["image/webp", [...Buffer.from("RIFF\x10\0\0\0WEBPVP8 ")]],
])("%s is recognised", async (mimeType, bytes) => {
	const folder = scratchFolder();
	folder.write("image", Buffer.from(bytes));
	expect(await reader(folder)("image")).toBe(`Read image file [${mimeType}]\n<${mimeType}>`);
});

test("an image that is too large for any model is left out", async () => {
	const folder = scratchFolder();
	folder.write("huge.png", Buffer.concat([PNG, Buffer.alloc(4_000_000)]));
	expect(await reader(folder)("huge.png")).toBe(
		"Read image file [image/png]\n[Image omitted: 3.8MB is more than models accept. Make it smaller first.]",
	);
});

test("bytes that are no text and all line ends are shown as they are", async () => {
	const folder = scratchFolder();
	folder.write("bin.dat", Buffer.from([0, 1, 255, 254, 10, 65]));
	folder.write("crlf.txt", "\uFEFFa\r\nb\r\n");
	const read = reader(folder);
	expect([await read("bin.dat"), await read("crlf.txt")]).toEqual(["\0\u0001\uFFFD\uFFFD\nA", "\uFEFFa\r\nb\r\n"]);
});

test("what cannot be read is named in one line", async () => {
	const folder = scratchFolder();
	mkdirSync(`${folder.path}/folder`);
	const read = reader(folder);
	expect([await read("nope.txt"), await read("folder"), await read("/dev/zero")]).toEqual([
		`throws: Cannot read ${folder.path}/nope.txt: no such file or directory (ENOENT)`,
		`throws: Cannot read ${folder.path}/folder: it is a directory (EISDIR)`,
		"throws: Cannot read /dev/zero: it is not a regular file",
	]);
});

test("paths are read as models write them, and exactly as they stand first", async () => {
	const folder = scratchFolder();
	folder.write("a.txt", "plain");
	folder.write("@b.txt", "with at");
	folder.write("b.txt", "without at");
	folder.write("Screenshot at 9.15\u202FAM.txt", "narrow");
	folder.write("Cafe\u0301.txt", "decomposed");
	folder.write("it\u2019s.txt", "curly");
	const read = reader(folder);
	expect([
		await read("@a.txt"),
		await read("@b.txt"),
		await read(`${folder.path}/a.txt`),
		await read("Screenshot at 9.15 AM.txt"),
		await read("Caf\u00E9.txt"),
		await read("it's.txt"),
		(await read("~/no-such-file-of-tau")).includes(homedir()),
	]).toEqual(["plain", "with at", "plain", "narrow", "decomposed", "curly", true]);
});

test("operations stand in for the disk, as a whole or as a stream", async () => {
	const folder = scratchFolder();
	const access = vi.fn<ReadOperations["access"]>(async () => {});
	const whole = { access, readFile: async () => Buffer.from("remote\n") };
	const streamed = { ...whole, createReadStream: () => Readable.from([Buffer.from("in "), Buffer.from("pieces")]) };
	const image = { access, readFile: async () => PNG };
	const typed = { ...whole, detectImageMimeType: async () => "image/webp" };
	expect([
		await reader(folder, { operations: whole })("x"),
		await reader(folder, { operations: streamed })("x"),
		await reader(folder, { operations: image })("x"),
		await reader(folder, { operations: typed })("x"),
	]).toEqual([
		"remote\n",
		"in pieces",
		"Read image file [image/png]\n<image/png>",
		"Read image file [image/webp]\n<image/webp>",
	]);
	expect(access).toHaveBeenCalledWith(`${folder.path}/x`);
});

test("an aborted read throws the reason of the abort", async () => {
	const folder = scratchFolder();
	folder.write("a.txt", "a");
	const tool = createReadTool(folder.path);
	expect(await textOf(tool.execute("call", { path: "a.txt" }, AbortSignal.abort(new Error("stopped"))))).toBe(
		"throws: stopped",
	);
});
