import type { Model } from "../contract/model.ts";

/** What one request may carry. Base64 characters, as providers count them; pixels per side. */
export interface ImageLimits {
	readonly perImage: number;
	readonly total: number;
	readonly count: number;
	readonly side: number;
	/** From this many images on, `manySide` is the limit. */
	readonly manyFrom: number;
	readonly manySide: number;
}

/** The Messages API documents 5 MB and 8,000 pixels per image, 2,000 pixels with more than 20 of them, 100 images and 32 MB per request. */
const MESSAGES: ImageLimits = {
	perImage: 5 << 20,
	total: 24 << 20,
	count: 100,
	side: 8_000,
	manyFrom: 21,
	manySide: 2_000,
};

/** OpenAI documents 500 images and 50 MB per request; the 20 MB per image are what compatible servers take. */
const OTHERS: ImageLimits = {
	perImage: 20 << 20,
	total: 40 << 20,
	count: 500,
	side: Number.POSITIVE_INFINITY,
	manyFrom: Number.POSITIVE_INFINITY,
	manySide: Number.POSITIVE_INFINITY,
};

/** The limits of the model's protocol, or fewer images where the model says so. */
export function imageLimits({ api, inputLimits }: Pick<Model, "api" | "inputLimits">): ImageLimits {
	const limits = api === "anthropic-messages" ? MESSAGES : OTHERS;
	const { maxPerRequest } = (inputLimits?.["images"] ?? {}) as { maxPerRequest?: unknown };
	if (typeof maxPerRequest !== "number" || !(maxPerRequest >= 0)) return limits;
	return { ...limits, count: Math.min(limits.count, maxPerRequest) };
}
