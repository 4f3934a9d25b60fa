import { readImageHeader } from "./image-header.ts";
import { runImageWorker } from "./run-image-worker.ts";

/** The same picture as PNG, for terminals that show nothing else; null when it cannot be decoded. */
export async function convertToPng(
	base64Data: string,
	mimeType: string,
): Promise<{ data: string; mimeType: string } | null> {
	if (mimeType === "image/png") return { data: base64Data, mimeType };
	const bytes = Buffer.from(base64Data, "base64");
	try {
		const orientation = readImageHeader(bytes)?.orientation ?? 1;
		const image = await runImageWorker({ bytes, orientation }, undefined);
		return image === undefined ? null : { data: Buffer.from(image.bytes).toString("base64"), mimeType: image.mimeType };
	} catch {
		// Whatever is wrong with it: it cannot be shown.
		return null;
	}
}
