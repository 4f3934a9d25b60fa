import { deflateSync } from "node:zlib";

/** The colour of a pixel: red, green, blue, and how much of it covers what is below. */
export type Colour = readonly [red: number, green: number, blue: number, alpha?: number];

/** A PNG of 8 bits per channel, written by hand. */
export function makePng(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
	const stride = width * 4 + 1;
	const rows = Buffer.alloc(stride * height);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const [red, green, blue, alpha = 255] = colourAt(x, y);
			rows.set([red, green, blue, alpha], y * stride + 1 + x * 4);
		}
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.set([8, 6], 8);
	return Buffer.concat([
		Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
		chunk("IHDR", header),
		chunk("IDAT", deflateSync(rows)),
		chunk("IEND", Buffer.alloc(0)),
	]);
}

export const plain = (): Colour => [40, 80, 160];

/** Colours that no encoder can make small, the same in every run. */
export function noise(): () => Colour {
	let state = 1;
	const next = (): number => (state = (state * 48_271) % 2_147_483_647) & 255;
	return () => [next(), next(), next()];
}

/** An EXIF segment that says how the pixels are turned, put at the front of a JPEG. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
	const tiff = Buffer.from(
		"4949 2a00 0800 0000 0100 1201 0300 0100 0000 0000 0000 0000 0000".replaceAll(" ", ""),
		"hex",
	);
	tiff.writeUInt16LE(orientation, 18);
	const content = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
	const head = Buffer.from([0xff, 0xe1, 0, content.length + 2]);
	return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
}

function chunk(type: string, content: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
	const chunk = Buffer.alloc(named.length + 8);
	chunk.writeUInt32BE(content.length, 0);
	named.copy(chunk, 4);
	chunk.writeUInt32BE(checksum(named), named.length + 4);
	return chunk;
}

/** CRC-32, which `node:zlib` knows only from Node 22 on. */
function checksum(bytes: Buffer): number {
	let sum = 0xffffffff;
	for (const byte of bytes) {
		sum ^= byte;
		for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
	}
	return (sum ^ 0xffffffff) >>> 0;
}
