import { inflateSync } from "node:zlib";
import type { Colour } from "./make-image.ts";

export interface Picture {
	readonly width: number;
	readonly height: number;
	at(x: number, y: number): Colour;
}

/** Decodes a PNG of 8 bits per channel with red, green, blue and alpha. */
export function readPng(bytes: Buffer): Picture {
	const width = bytes.readUInt32BE(16);
	const height = bytes.readUInt32BE(20);
	const parts: Buffer[] = [];
	for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
		if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
			parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
	}
	const pixels = unfiltered(inflateSync(Buffer.concat(parts)), width * 4);
	return {
		width,
		height,
		at: (x, y) => {
			const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray((y * width + x) * 4);
			return [red, green, blue, alpha];
		},
	};
}

function unfiltered(rows: Buffer, length: number): Buffer {
	const height = rows.length / (length + 1);
	const pixels = Buffer.alloc(height * length);
	for (let y = 0; y < height; y++) {
		const filter = rows[y * (length + 1)];
		for (let index = 0; index < length; index++) {
			const at = y * length + index;
			const left = index < 4 ? 0 : pixels[at - 4]!;
			const above = y === 0 ? 0 : pixels[at - length]!;
			const corner = index < 4 || y === 0 ? 0 : pixels[at - length - 4]!;
			const predicted = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter!]!;
			pixels[at] = rows[y * (length + 1) + 1 + index]! + predicted;
		}
	}
	return pixels;
}

function nearest(left: number, above: number, corner: number): number {
	const guess = left + above - corner;
	const byDistance = [left, above, corner].map((value) => ({ value, distance: Math.abs(guess - value) }));
	return byDistance.toSorted((one, other) => one.distance - other.distance)[0]!.value;
}
