import type { ResizedImage } from "./resize-image.ts";

/** Tells a model how places in the image it sees relate to the original; undefined when they are the same. */
export function formatDimensionNote(
	image: Pick<ResizedImage, "originalWidth" | "originalHeight" | "width" | "height">,
): string | undefined {
	const { originalWidth, originalHeight, width, height } = image;
	if (originalWidth === width && originalHeight === height) return undefined;
	const factor = (originalWidth / width).toFixed(2);
	return `[Shown at ${width}x${height}, the original is ${originalWidth}x${originalHeight}: multiply coordinates by ${factor} to get those of the original.]`;
}
