import { readJpegHeader } from "./jpeg-header.ts";
import { detectImageType } from "./image-type.ts";

/** What an image says about itself before its pixels. */
export interface ImageHeader {
	readonly mimeType: string;
	/** As stored, which for photographs need not be as shown. */
	readonly width: number;
	readonly height: number;
	/** How the stored pixels are to be turned, 1 to 8 as EXIF counts; 1 is as they are. */
	readonly orientation: number;
}

type Size = Omit<ImageHeader, "mimeType">;

const READERS: Readonly<Record<string, (bytes: Buffer) => Size | undefined>> = {
	"image/png": readPng,
	"image/jpeg": readJpegHeader,
	"image/gif": readGif,
	"image/webp": readWebp,
};

/**
 * Reads type and size without decoding anything. Undefined for what is no image that models accept, and for one that
 * visibly lacks its end: a provider refuses such an image, and with it every later request of the session.
 */
export function readImageHeader(image: Uint8Array): ImageHeader | undefined {
	const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
	const mimeType = detectImageType(bytes);
	if (mimeType === undefined) return undefined;
	try {
		const size = READERS[mimeType]?.(bytes);
		return size === undefined || size.width < 1 || size.height < 1 ? undefined : { mimeType, ...size };
	} catch (error) {
		// Reads beyond the end of the bytes.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

function readPng(bytes: Buffer): Size | undefined {
	const width = bytes.readUInt32BE(16);
	const height = bytes.readUInt32BE(20);
	for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
		if (bytes.toString("latin1", at + 4, at + 8) === "IEND") return { width, height, orientation: 1 };
	}
}

function readGif(bytes: Buffer): Size | undefined {
	const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), orientation: 1 };
	return bytes.lastIndexOf(0x3b) > 10 ? size : undefined;
}

function readWebp(bytes: Buffer): Size | undefined {
	if (bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
	switch (bytes.toString("latin1", 12, 16)) {
		case "VP8 ":
			return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, orientation: 1 };
		case "VP8L": {
			const packed = bytes.readUInt32LE(21);
			return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1, orientation: 1 };
		}
		case "VP8X":
			return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, orientation: 1 };
		default:
			return undefined;
	}
}
