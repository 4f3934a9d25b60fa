import type { ImageHeader } from "./image-header.ts";
import { base64Length, type ImageLimits } from "./image-limits.ts";

export type ImageEncoding = { readonly format: "png" } | { readonly format: "jpeg"; readonly quality: number };

/** One size to try. Its first rung that fits is taken; of a rung with several encodings, the smallest result. */
export interface ImageAttempt {
	/** As shown, that is after turning. */
	readonly width: number;
	readonly height: number;
	readonly rungs: readonly (readonly ImageEncoding[])[];
}

/** Below this quality letters in a screenshot cannot be read; a smaller size says more. */
const LOWEST_QUALITY = 40;
const QUALITY_STEP = 15;
const SIZE_STEP = 0.75;

/** The size as shown: orientations from 5 on swap the sides. */
export function shownSize({ width, height, orientation }: ImageHeader): { width: number; height: number } {
	return orientation >= 5 ? { width: height, height: width } : { width, height };
}

export function isWithin(header: ImageHeader, bytes: number, limits: ImageLimits): boolean {
	const { width, height } = shownSize(header);
	return width <= limits.maxWidth && height <= limits.maxHeight && base64Length(bytes) <= limits.maxBytes;
}

/**
 * What to try in turn until the result fits: the largest size allowed, first without further loss or in good quality,
 * whichever is smaller, then in lower quality, and then smaller sizes, down to a single pixel.
 */
export function planAttempts(header: ImageHeader, { maxWidth, maxHeight, jpegQuality }: ImageLimits): ImageAttempt[] {
	const shown = shownSize(header);
	const rungs = rungsOf(header.mimeType, jpegQuality);
	const attempts: ImageAttempt[] = [];
	let scale = Math.min(1, maxWidth / shown.width, maxHeight / shown.height);
	for (;;) {
		const width = Math.max(1, Math.round(shown.width * scale));
		const height = Math.max(1, Math.round(shown.height * scale));
		attempts.push({ width, height, rungs });
		if (width === 1 && height === 1) return attempts;
		scale *= SIZE_STEP;
	}
}

function rungsOf(mimeType: string, jpegQuality: number): ImageEncoding[][] {
	const best: ImageEncoding = { format: "jpeg", quality: jpegQuality };
	// What lossy compression once was good for is never smaller without it.
	const rungs: ImageEncoding[][] = [mimeType === "image/jpeg" ? [best] : [{ format: "png" }, best]];
	for (let quality = jpegQuality - QUALITY_STEP; quality >= LOWEST_QUALITY; quality -= QUALITY_STEP)
		rungs.push([{ format: "jpeg", quality }]);
	return rungs;
}
