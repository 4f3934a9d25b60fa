export interface JpegHeader {
	readonly width: number;
	readonly height: number;
	readonly orientation: number;
}

/** Markers 0xC0 to 0xCF begin a frame, except those of tables and arithmetic coding. */
const NO_FRAME: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);
const EXIF = Buffer.from("Exif\0\0", "latin1");

/** Walks the segments before the pixels. Throws a RangeError where the bytes end too early. */
export function readJpegHeader(bytes: Buffer): JpegHeader | undefined {
	let orientation = 1;
	let at = 2;
	for (;;) {
		if (bytes.readUInt8(at) !== 0xff) return undefined;
		const marker = bytes.readUInt8(at + 1);
		if (marker === 0xff) {
			// Fill bytes may stand before a marker.
			at++;
			continue;
		}
		const length = bytes.readUInt16BE(at + 2);
		if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.has(marker)) {
			if (bytes.lastIndexOf(END_OF_IMAGE) < at) return undefined;
			return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), orientation };
		}
		if (marker === 0xe1) orientation = readOrientation(bytes.subarray(at + 4, at + 2 + length)) ?? orientation;
		at += 2 + length;
	}
}

const ORIENTATION_TAG = 0x0112;

/** The orientation of an EXIF segment, if that is what the segment is. */
function readOrientation(segment: Buffer): number | undefined {
	if (!segment.subarray(0, EXIF.length).equals(EXIF)) return undefined;
	const tiff = segment.subarray(EXIF.length);
	const isLittle = tiff.toString("latin1", 0, 2) === "II";
	const short = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
	try {
		const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
		for (let entry = 0; entry < short(directory); entry++) {
			const at = directory + 2 + entry * 12;
			if (short(at) !== ORIENTATION_TAG) continue;
			const value = short(at + 8);
			return value >= 1 && value <= 8 ? value : undefined;
		}
	} catch (error) {
		// A damaged segment says nothing about the pixels.
		if (!(error instanceof RangeError)) throw error;
	}
	return undefined;
}
