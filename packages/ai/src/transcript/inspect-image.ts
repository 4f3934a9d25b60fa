/** What an image says about itself before its pixels. */
export interface ImageFacts {
	readonly mimeType: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
	readonly width: number;
	readonly height: number;
}

type Size = Pick<ImageFacts, "width" | "height">;
type ReadSize = (bytes: Buffer) => Size | undefined;

const FORMATS: readonly (readonly [mimeType: ImageFacts["mimeType"], isFormat: RegExp, readSize: ReadSize])[] = [
	["image/png", /^\x89PNG\r\n\x1a\n/, pngSize],
	["image/jpeg", /^\xff\xd8\xff/, jpegSize],
	["image/gif", /^GIF8[79]a/, gifSize],
	["image/webp", /^RIFF[^]{4}WEBPVP8[ LX]/, webpSize],
];

/** Enough of the beginning to tell the formats apart. */
const SIGNATURE_BYTES = 16;

/**
 * Type and size of an image that providers accept. Nothing for other formats and for images that visibly lack their
 * end: a provider refuses such an image, and with it every later request of the session. Pixels are not decoded.
 */
export function inspectImage(bytes: Buffer): ImageFacts | undefined {
	const start = bytes.toString("latin1", 0, SIGNATURE_BYTES);
	const format = FORMATS.find(([, isFormat]) => isFormat.test(start));
	if (format === undefined) return undefined;
	const [mimeType, , readSize] = format;
	const size = readComplete(bytes, readSize);
	return size === undefined || size.width < 1 || size.height < 1 ? undefined : { mimeType, ...size };
}

function readComplete(bytes: Buffer, readSize: ReadSize): Size | undefined {
	try {
		return readSize(bytes);
	} catch (error) {
		// A read beyond the end: the image is cut.
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Signature, then chunks of length, name, content and checksum, up to IEND. */
function pngSize(bytes: Buffer): Size | undefined {
	let hasPixels = false;
	for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
		const name = bytes.toString("latin1", at + 4, at + 8);
		if (name === "IDAT") hasPixels = true;
		if (name !== "IEND") continue;
		return hasPixels ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : undefined;
	}
	return undefined;
}

/** Segments of marker and length up to the first scan; the frame segment has the size; the end marker must follow. */
function jpegSize(bytes: Buffer): Size | undefined {
	let size: Size | undefined;
	for (let at = 2; at < bytes.length;) {
		if (bytes.readUInt8(at) !== 0xff) return undefined;
		const marker = bytes.readUInt8(at + 1);
		if (marker === 0xff) {
			// Padding between segments.
			at += 1;
			continue;
		}
		if (isFrame(marker)) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
		const next = at + 2 + bytes.readUInt16BE(at + 2);
		if (marker === 0xda) return bytes.indexOf("\xff\xd9", next, "latin1") < 0 ? undefined : size;
		at = next;
	}
	return undefined;
}

/** C0 to CF describe frames, but for the tables and the reserved marker among them. */
function isFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

function gifSize(bytes: Buffer): Size | undefined {
	// After header and screen descriptor (13 bytes) there is at least one image descriptor before the trailer.
	if (bytes.lastIndexOf(0x3b) < 23) return undefined;
	return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webpSize(bytes: Buffer): Size | undefined {
	if (bytes.readUInt32LE(4) + 8 > bytes.length) return undefined;
	switch (bytes.toString("latin1", 12, 16)) {
		case "VP8 ":
			return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
		case "VP8L": {
			// Two sizes of 14 bits, each less one.
			const packed = bytes.readUInt32LE(21);
			return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
		}
		default:
			return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
	}
}
