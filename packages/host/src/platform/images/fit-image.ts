import { type ImageHeader, readImageHeader } from "./image-header.ts";
import type { ImageLimits } from "./image-limits.ts";
import { isWithin, planAttempts, shownSize } from "./plan-attempts.ts";
import { runImageWorker } from "./run-image-worker.ts";

export interface Size {
	readonly width: number;
	readonly height: number;
}

export type FittedImage =
	/** Small enough as it is. */
	| { readonly type: "unchanged"; readonly mimeType: string; readonly original: Size }
	| {
			readonly type: "resized";
			readonly bytes: Uint8Array;
			readonly mimeType: string;
			readonly original: Size;
			readonly size: Size;
	  }
	| { readonly type: "failed"; readonly reason: string };

/** Decoded, a pixel takes four bytes, and several copies exist at once. Larger images are refused unseen. */
const MOST_PIXELS = 100_000_000;

/**
 * Makes an image small enough. What the header says is believed: an image that is small enough is not decoded. Rejects
 * only when the signal aborts; everything else that goes wrong is the image's and an outcome.
 */
export async function fitImage(
	bytes: Uint8Array,
	limits: ImageLimits,
	signal: AbortSignal | undefined,
): Promise<FittedImage> {
	const header = readImageHeader(bytes);
	if (header === undefined) return { type: "failed", reason: "it is damaged or of an unknown type" };
	const original = shownSize(header);
	if (isWithin(header, bytes.length, limits)) return { type: "unchanged", mimeType: header.mimeType, original };
	const { width, height } = original;
	if (width * height > MOST_PIXELS) return { type: "failed", reason: `${width}x${height} pixels are too many` };
	try {
		return await shrink(bytes, { header, limits }, signal);
	} catch (error) {
		signal?.throwIfAborted();
		return { type: "failed", reason: error instanceof Error ? error.message : String(error) };
	}
}

async function shrink(
	bytes: Uint8Array,
	{ header, limits }: { header: ImageHeader; limits: ImageLimits },
	signal: AbortSignal | undefined,
): Promise<FittedImage> {
	const job = {
		bytes,
		orientation: header.orientation,
		attempts: planAttempts(header, limits),
		mostBytes: Math.floor(limits.maxBytes / 4) * 3,
	};
	const result = await runImageWorker(job, signal);
	if (result === undefined) return { type: "failed", reason: "it cannot be made small enough" };
	const { mimeType, width, height } = result;
	return { type: "resized", bytes: result.bytes, mimeType, original: shownSize(header), size: { width, height } };
}
