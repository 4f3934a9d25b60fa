// The only code that decodes images. It runs in a thread of its own, which ends with the image: decoding blocks for
// about a second, and the memory of WebAssembly is given back in no other way. JavaScript, because Node loads the
// file of a worker itself, from source as from the bundle, and Node 20 knows no types.
import { parentPort, workerData } from "node:worker_threads";
import photon from "@silvia-odwyer/photon-node";

/** @typedef {import("./plan-attempts.ts").ImageEncoding} ImageEncoding */
/** @typedef {{ bytes: Uint8Array, mimeType: string, width: number, height: number }} EncodedImage */

/** @returns {EncodedImage | undefined} */
function fit({ bytes, orientation, attempts, mostBytes }) {
	let stored = decode(bytes);
	for (const { width, height, rungs } of attempts) {
		stored = resized(stored, orientation >= 5 ? { width: height, height: width } : { width, height });
		const shown = turned(stored, orientation);
		for (const rung of rungs) {
			const [smallest] = rung.map((encoding) => encode(shown, encoding)).toSorted(bySize);
			if (smallest.bytes.length <= mostBytes) return { ...smallest, width, height };
		}
	}
	return undefined;
}

const bySize = (one, other) => one.bytes.length - other.bytes.length;

function decode(bytes) {
	try {
		return photon.PhotonImage.new_from_byteslice(bytes);
	} catch {
		// The decoder panics, and its words are about itself.
		throw new Error("it cannot be decoded");
	}
}

function resized(image, { width, height }) {
	if (image.get_width() === width && image.get_height() === height) return image;
	const result = photon.resize(image, width, height, photon.SamplingFilter.Lanczos3);
	image.free();
	return result;
}

/** The image as it is to be shown; EXIF data is lost when it is encoded. */
function turned(image, orientation) {
	if (orientation === 1) return image;
	const width = image.get_width();
	const height = image.get_height();
	const isSwapped = orientation >= 5;
	const flipsX = [2, 3, 7, 8].includes(orientation);
	const flipsY = [3, 4, 6, 7].includes(orientation);
	const from = new Uint32Array(image.get_raw_pixels().buffer);
	const to = new Uint32Array(from.length);
	const shownWidth = isSwapped ? height : width;
	for (let index = 0; index < to.length; index++) {
		const x = index % shownWidth;
		const y = (index - x) / shownWidth;
		const column = isSwapped ? y : x;
		const row = isSwapped ? x : y;
		to[index] = from[(flipsY ? height - 1 - row : row) * width + (flipsX ? width - 1 - column : column)];
	}
	return new photon.PhotonImage(new Uint8Array(to.buffer), shownWidth, isSwapped ? width : height);
}

/**
 * @param {ImageEncoding} encoding
 * @returns {{ bytes: Uint8Array, mimeType: string }}
 */
function encode(image, encoding) {
	if (encoding.format === "png") return { bytes: image.get_bytes(), mimeType: "image/png" };
	return { bytes: onWhite(image).get_bytes_jpeg(encoding.quality), mimeType: "image/jpeg" };
}

/** JPEG has no transparency, and what was transparent would turn black. */
function onWhite(image) {
	const pixels = image.get_raw_pixels();
	let isOpaque = true;
	for (let alpha = 3; alpha < pixels.length; alpha += 4) {
		const share = pixels[alpha] / 255;
		if (share === 1) continue;
		isOpaque = false;
		for (let at = alpha - 3; at < alpha; at++) pixels[at] = pixels[at] * share + 255 * (1 - share);
		pixels[alpha] = 255;
	}
	return isOpaque ? image : new photon.PhotonImage(pixels, image.get_width(), image.get_height());
}

function toPng({ bytes, orientation }) {
	const image = turned(decode(bytes), orientation);
	return { bytes: image.get_bytes(), mimeType: "image/png", width: image.get_width(), height: image.get_height() };
}

try {
	const image = workerData.attempts === undefined ? toPng(workerData) : fit(workerData);
	parentPort.postMessage({ type: "tau:image", image });
} catch (error) {
	parentPort.postMessage({ type: "tau:image", failure: error instanceof Error ? error.message : String(error) });
}
