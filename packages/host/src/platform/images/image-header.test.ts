import { expect, test } from "vitest";
import { readImageHeader } from "./image-header.ts";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const riff = (chunk: string, content: Buffer): Buffer => {
	const body = Buffer.concat([Buffer.from(`WEBP${chunk}`, "latin1"), hex("00000000"), content]);
	const head = Buffer.from("RIFF\0\0\0\0", "latin1");
	head.writeUInt32LE(body.length, 4);
	return Buffer.concat([head, body]);
};
const PNG = Buffer.concat([
	hex("89504e470d0a1a0a 0000000d"),
	Buffer.from("IHDR"),
	hex("00000102 00000304 0806000000 00000000 00000000"),
	Buffer.from("IEND"),
	hex("00000000"),
]);
/** A frame of 2 rows and 3 columns after a segment without meaning and a fill byte. */
const JPEG_FRAME = hex("ffe0 0004 0102 ff ffc2 000b 08 0002 0003 01 011100");
const JPEG = Buffer.concat([hex("ffd8"), JPEG_FRAME, hex("ffd9")]);
const exif = (tiff: string): Buffer => {
	const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), hex(tiff)]);
	return Buffer.concat([hex("ffd8 ffe1 00"), Buffer.from([content.length + 2]), content, JPEG_FRAME, hex("ffd9")]);
};

test.each<[string, Buffer, [string, number, number, number]]>([
	["a PNG", PNG, ["image/png", 0x102, 0x304, 1]],
	["a JPEG", JPEG, ["image/jpeg", 3, 2, 1]],
	["a turned JPEG, big endian", exif("4d4d002a 00000008 0001 0112 0003 00000001 0006 0000"), ["image/jpeg", 3, 2, 6]],
	[
		"a turned JPEG, little endian",
		exif("49492a00 08000000 0100 1201 0300 01000000 0800 0000"),
		["image/jpeg", 3, 2, 8],
	],
	["a JPEG with damaged EXIF", exif("4d4d002a 000000ff"), ["image/jpeg", 3, 2, 1]],
	[
		"a JPEG with an orientation that does not exist",
		exif("4d4d002a 00000008 0001 0112 0003 00000001 0009 0000"),
		["image/jpeg", 3, 2, 1],
	],
	["a GIF", Buffer.concat([Buffer.from("GIF89a"), hex("0500 0600 000000 3b")]), ["image/gif", 5, 6, 1]],
	["a lossy WebP", riff("VP8 ", hex("000000 9d012a 0700 0840")), ["image/webp", 7, 8, 1]],
	["a lossless WebP", riff("VP8L", hex("2f 08400200 00")), ["image/webp", 9, 10, 1]],
	["an extended WebP", riff("VP8X", hex("00000000 0a0000 0b0000")), ["image/webp", 11, 12, 1]],
])("%s tells its size", (_name, bytes, [mimeType, width, height, orientation]) => {
	expect(readImageHeader(bytes)).toEqual({ mimeType, width, height, orientation });
});

test.each<[string, Buffer]>([
	["text", Buffer.from("hello, no image")],
	["nothing", Buffer.alloc(0)],
	["a PNG without its end", PNG.subarray(0, PNG.length - 9)],
	["a JPEG without its end", JPEG.subarray(0, JPEG.length - 2)],
	["a JPEG without a frame", hex("ffd8 ffe0 0004 0102")],
	["a JPEG with something else than a segment", hex("ffd8 ffe0 0002 4142 4344 ffd9")],
	["a GIF without its end", Buffer.from("GIF89a\x05\0\x06\0\0\0\0", "latin1")],
	["a GIF of no size", Buffer.concat([Buffer.from("GIF89a"), hex("0000 0600 000000 3b")])],
	["a WebP that is cut", riff("VP8X", hex("00000000 0a0000 0b0000")).subarray(0, 29)],
	["a WebP of an unknown kind", riff("VP9 ", hex("00000000 0a0000 0b0000"))],
])("%s has no header", (_name, bytes) => {
	expect(readImageHeader(bytes)).toBe(undefined);
});
