import { fitImage } from "./fit-image.ts";
import { type ImageResizeOptions, toImageLimits } from "./image-limits.ts";

/** An image that fits, in base64. */
export interface ResizedImage {
	data: string;
	mimeType: string;
	originalWidth: number;
	originalHeight: number;
	width: number;
	height: number;
	/** False for an image that was small enough; its bytes are then the given ones. */
	wasResized: boolean;
}

/**
 * Makes an image small enough for models, by default at most 2000 by 2000 pixels and 4.5 MiB in base64. Null for one
 * that cannot be read or made small enough. The type is told from the bytes, whatever `mimeType` says; the work is done
 * off the main thread.
 */
export async function resizeImage(
	inputBytes: Uint8Array,
	_mimeType: string,
	options: ImageResizeOptions & { signal?: AbortSignal } = {},
): Promise<ResizedImage | null> {
	const fitted = await fitImage(inputBytes, toImageLimits(options), options.signal);
	if (fitted.type === "failed") return null;
	const wasResized = fitted.type === "resized";
	const { width, height } = wasResized ? fitted.size : fitted.original;
	return {
		data: Buffer.from(wasResized ? fitted.bytes : inputBytes).toString("base64"),
		mimeType: fitted.mimeType,
		originalWidth: fitted.original.width,
		originalHeight: fitted.original.height,
		width,
		height,
		wasResized,
	};
}
