import { expect, test } from "vitest";
import { assemblePrompts, type PromptParts, type PromptReading } from "./stdin-and-files.ts";

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3, 4, 5, 6, 7, 8]);
const FILES: Readonly<Record<string, Uint8Array>> = {
	"/w/a.txt": new TextEncoder().encode("hello\n"),
	"/w/b.md": new TextEncoder().encode("no newline"),
	"/w/empty": new Uint8Array(),
	"/w/data.bin": Uint8Array.from([1, 0, 2]),
	"/h/p.png": PNG,
};

const asTheyAre: PromptReading["prepareImage"] = async (bytes) => ({
	image: { data: Buffer.from(bytes).toString("base64"), mimeType: "image/png" },
});

function assemble(parts: Partial<PromptParts>, prepareImage: PromptReading["prepareImage"] = asTheyAre) {
	return assemblePrompts(
		{ files: [], messages: [], ...parts },
		{
			cwd: "/w",
			home: "/h",
			prepareImage,
			async readFile(path) {
				const bytes = FILES[path];
				if (bytes !== undefined) return bytes;
				throw Object.assign(new Error("failed"), { code: path === "/w/dir" ? "EISDIR" : "ENOENT" });
			},
		},
	);
}

const IMAGE = { type: "image", data: Buffer.from(PNG).toString("base64"), mimeType: "image/png" };

test.each<[Partial<PromptParts>, string[], unknown[]]>([
	[{}, [], []],
	[{ messages: ["a", "b"] }, ["a", "b"], []],
	[{ stdin: "  x\n y \n\n", messages: ["hi", "two"] }, ["x\n yhi", "two"], []],
	[{ stdin: "only\n" }, ["only"], []],
	[{ stdin: "\n", messages: ["hi"] }, ["hi"], []],
	[
		{ stdin: "P", files: ["a.txt", "b.md", "empty"], messages: ["msg"] },
		['P<file name="/w/a.txt">\nhello\n\n</file>\n<file name="/w/b.md">\nno newline\n</file>\nmsg'],
		[],
	],
	[{ files: ["a.txt"] }, ['<file name="/w/a.txt">\nhello\n\n</file>\n'], []],
	[{ files: ["~/p.png"], messages: ["see"] }, ['<file name="/h/p.png"></file>\nsee'], [IMAGE]],
	[{ files: ["empty"], messages: [] }, [], []],
])("%j become the prompts %j (O04)", async (parts, messages, images) => {
	const prompts = messages.map((text, index) => ({ text, images: index === 0 ? images : [] }));
	expect(await assemble(parts)).toEqual({ ok: true, prompts });
});

test.each([
	["nosuch", "/w/nosuch: no such file"],
	["dir", "/w/dir: is a folder, not a file"],
	["data.bin", "/w/data.bin: neither text nor an image"],
])("@%s is refused in one line", async (file, error) => {
	expect(await assemble({ files: ["a.txt", file], messages: ["x"] })).toEqual({ ok: false, error });
});

test("images may be made smaller or left out before they are sent, and the prompt says so", async () => {
	const image = { data: "AA==", mimeType: "image/jpeg" };
	const parts = { files: ["~/p.png"], messages: ["see"] };
	expect([
		await assemble(parts, async () => ({ image, note: "[smaller]" })),
		await assemble(parts, async () => ({ note: "[left out]" })),
	]).toEqual([
		{
			ok: true,
			prompts: [{ text: '<file name="/h/p.png">[smaller]</file>\nsee', images: [{ type: "image", ...image }] }],
		},
		{ ok: true, prompts: [{ text: '<file name="/h/p.png">[left out]</file>\nsee', images: [] }] },
	]);
});
