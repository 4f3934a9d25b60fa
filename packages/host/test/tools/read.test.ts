import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import type { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { ReadOperations } from "../../src/extension-api/tool-operations.ts";
import type { BackendFiles } from "../../src/platform/backend.ts";
import { createLocalBackend } from "../../src/platform/local-backend.ts";
import { createReadTool, type ReadToolOptions } from "../../src/tools/read/read-tool.ts";
import { makePng, plain } from "../images/make-image.ts";
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

const GIF = Buffer.from("GIF89a\x05\0\x05\0\0\0\0;", "latin1");

test("an image that is damaged or blocked is a note, and no later request carries it", async () => {
	const folder = scratchFolder();
	folder.write("cut.png", PNG.subarray(0, 50));
	folder.write("whole.gif", GIF);
	expect([
		await reader(folder)("cut.png"),
		await reader(folder)("whole.gif"),
		await reader(folder, { blockImages: true })("whole.gif"),
	]).toEqual([
		"Read image file [image/png]\n[Image left out: it is damaged or of an unknown type.]",
		"Read image file [image/gif]\n<image/gif>",
		"Read image file [image/gif]\n[Image left out: images are blocked by the setting images.blockImages.]",
	]);
});

test("an image that is too large is made smaller, unless that is switched off", async () => {
	const folder = scratchFolder();
	folder.write("wide.png", makePng(2200, 11, plain));
	folder.write("huge.png", Buffer.concat([PNG, Buffer.alloc(4_000_000)]));
	const note =
		"[Shown at 2000x10, the original is 2200x11: multiply coordinates by 1.10 to get those of the original.]";
	const off = reader(folder, { autoResizeImages: false });
	expect([
		await reader(folder)("wide.png"),
		await reader(folder)("huge.png"),
		await off("wide.png"),
		await off("huge.png"),
	]).toEqual([
		`Read image file [image/png]\n${note}\n<image/png>`,
		"Read image file [image/png]\n<image/png>",
		"Read image file [image/png]\n<image/png>",
		"Read image file [image/png]\n[Image left out: it is larger than models accept, and the setting images.autoResize is off.]",
	]);
});

test("the limits are those of the model in use, else those of the tool", async () => {
	const folder = scratchFolder();
	folder.write("a.png", makePng(40, 20, plain));
	const tool = createReadTool(folder.path, { resizeOptions: { maxWidth: 20 } });
	const model = { inputLimits: { images: { resize: { maxWidth: 10 } } } };
	const shown = async (ctx?: object): Promise<string> => {
		const text = await textOf(tool.execute("call", { path: "a.png" }, undefined, undefined, ctx as never));
		return /Shown at \w+/.exec(text)?.[0] ?? text;
	};
	expect([await shown(), await shown({ model: {} }), await shown({ model })]).toEqual([
		"Shown at 20x10",
		"Shown at 20x10",
		"Shown at 10x5",
	]);
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
	const pieces = async function* (): AsyncIterable<Uint8Array> {
		yield new Uint8Array(Buffer.from("in "));
		yield Buffer.from("pieces");
	};
	const streamed = { ...whole, createReadStream: pieces };
	const image = { access, readFile: async () => PNG };
	const typed = { access, readFile: async () => GIF, detectImageMimeType: async () => "image/webp" };
	expect([
		await reader(folder, { operations: whole })("x"),
		await reader(folder, { operations: streamed })("x"),
		await reader(folder, { operations: image })("x"),
		await reader(folder, { operations: typed })("x"),
	]).toEqual([
		"remote\n",
		"in pieces",
		"Read image file [image/png]\n<image/png>",
		"Read image file [image/gif]\n<image/gif>",
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

test("a stream gets the signal, and is left alone when it takes no notice of it", async () => {
	const controller = new AbortController();
	const steps: unknown[] = [];
	const never: ReadOperations = {
		access: async () => {},
		readFile: async () => Buffer.alloc(0),
		createReadStream: (path, { signal }) => {
			steps.push(path, signal === controller.signal);
			const next = async (): Promise<IteratorResult<Uint8Array>> => {
				controller.abort(new Error("stopped"));
				return await new Promise(() => {});
			};
			return {
				[Symbol.asyncIterator]: () => ({
					next,
					return: async () => (steps.push("returned"), { done: true, value: undefined }),
				}),
			};
		},
	};
	const call = createReadTool("/remote", { operations: never }).execute("call", { path: "x" }, controller.signal);
	expect([await textOf(call), steps]).toEqual(["throws: stopped", ["/remote/x", true, "returned"]]);
});

test("an abort while a file is read throws its reason and closes the file", async () => {
	const folder = scratchFolder();
	folder.write("big.txt", "x\n".repeat(500_000));
	const controller = new AbortController();
	const backend = createLocalBackend();
	let stream: Readable | undefined;
	const files: BackendFiles = {
		...backend.files,
		createReadStream: (path, range, signal) => {
			const opened = backend.files.createReadStream(path, range, signal);
			if (signal === undefined) return opened;
			stream = opened;
			return opened.once("data", () => controller.abort(new Error("stopped")));
		},
	};
	const tool = createReadTool(folder.path, { backend: { ...backend, files } });
	expect(await textOf(tool.execute("call", { path: "big.txt" }, controller.signal))).toBe("throws: stopped");
	expect(stream?.destroyed).toBe(true);
});
