/** How large an image may be when it enters a conversation. */
export interface ImageLimits {
	readonly maxWidth: number;
	readonly maxHeight: number;
	/** Of the image in base64, as providers count. */
	readonly maxBytes: number;
	/** 1 to 100, for images that are encoded anew. */
	readonly jpegQuality: number;
}

/** The published form: what is left out has its default. */
export type ImageResizeOptions = { -readonly [Key in keyof ImageLimits]?: number };

/** The documented defaults of `images.autoResize` and of a model's `inputLimits.images.resize`. */
export const DEFAULT_IMAGE_LIMITS: ImageLimits = {
	maxWidth: 2000,
	maxHeight: 2000,
	maxBytes: 4.5 * 1024 * 1024,
	jpegQuality: 80,
};

/** Limits from what a model or a caller says; a value that is no positive number counts as left out. */
export function toImageLimits(stated: unknown): ImageLimits {
	const limits = { ...DEFAULT_IMAGE_LIMITS };
	for (const key of Object.keys(limits) as (keyof ImageLimits)[]) {
		const value = (Object(stated) as Record<string, unknown>)[key];
		if (typeof value === "number" && value >= 1) limits[key] = Math.floor(value);
	}
	return { ...limits, jpegQuality: Math.min(100, limits.jpegQuality) };
}

/** The limits of a model; `fallback` counts where the model states none. */
export function modelImageLimits(
	model: { readonly inputLimits?: Readonly<Record<string, unknown>> | undefined } | undefined,
	fallback?: ImageResizeOptions,
): ImageLimits {
	const images = Object(model?.inputLimits?.["images"]) as { resize?: unknown };
	return toImageLimits(images.resize ?? fallback);
}

/** The length of so many bytes in base64. */
export function base64Length(bytes: number): number {
	return Math.ceil(bytes / 3) * 4;
}
