import { refuseUnless } from "./refuse.ts";
import { sampleOf } from "./sample-images.ts";

const DATA_URL = /^data:(image\/(?:jpeg|png|gif|webp));base64,(.*)$/s;

/** The rule of both OpenAI protocols for an image in a request: whole, and what it says it is. */
export function checkImageUrl(url: unknown, path: string): void {
	const [, mimeType, data = ""] = DATA_URL.exec(String(url)) ?? [];
	refuseUnless(mimeType !== undefined, path, "must be a data URL of png, jpeg, gif or webp");
	const sample = sampleOf(data);
	refuseUnless(sample?.mimeType !== undefined, path, "you uploaded an unsupported image");
	refuseUnless(sample.mimeType === mimeType, path, `the image is ${sample.mimeType}, not ${mimeType}`);
}
