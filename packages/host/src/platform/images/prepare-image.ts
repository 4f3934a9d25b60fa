import { formatDimensionNote } from "./dimension-note.ts";
import { fitImage } from "./fit-image.ts";
import { base64Length, DEFAULT_IMAGE_LIMITS, type ImageLimits } from "./image-limits.ts";

/** What the user allows with images (`images.*` of the settings). */
export interface ImagePolicy {
	readonly autoResize: boolean;
	readonly blockImages: boolean;
}

/** An image as it enters a conversation, or a note that says why it does not; either may come with a note. */
export interface PreparedImage {
	readonly image?: { readonly data: string; readonly mimeType: string };
	readonly note?: string;
}

/** Prepares the content of an image file for a model. Rejects only when the signal aborts. */
export async function prepareImage(
	bytes: Uint8Array,
	{ policy, limits }: { policy: ImagePolicy; limits: ImageLimits },
	signal: AbortSignal | undefined,
): Promise<PreparedImage> {
	if (policy.blockImages) return leftOut("images are blocked by the setting images.blockImages");
	const fitted = await fitImage(bytes, policy.autoResize ? limits : UNLIMITED, signal);
	switch (fitted.type) {
		case "failed":
			return leftOut(fitted.reason);
		case "unchanged":
			// A refused image would poison every later request of the session, so this limit holds without resizing, too.
			if (base64Length(bytes.length) > DEFAULT_IMAGE_LIMITS.maxBytes && !policy.autoResize)
				return leftOut("it is larger than models accept, and the setting images.autoResize is off");
			return { image: encoded(bytes, fitted.mimeType) };
		case "resized": {
			const { original, size } = fitted;
			const note = formatDimensionNote({ originalWidth: original.width, originalHeight: original.height, ...size });
			return { image: encoded(fitted.bytes, fitted.mimeType), ...(note !== undefined && { note }) };
		}
	}
}

const UNLIMITED: ImageLimits = {
	...DEFAULT_IMAGE_LIMITS,
	maxWidth: Number.POSITIVE_INFINITY,
	maxHeight: Number.POSITIVE_INFINITY,
	maxBytes: Number.POSITIVE_INFINITY,
};

function leftOut(reason: string): PreparedImage {
	return { note: `[Image left out: ${reason}.]` };
}

function encoded(bytes: Uint8Array, mimeType: string): { data: string; mimeType: string } {
	return { data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64"), mimeType };
}
