import { open } from "node:fs/promises";

/** Bytes that tell every supported type. */
export const IMAGE_SIGNATURE_LENGTH = 16;

/** The type of an image that models accept, by its first bytes, whatever the name says. */
export function detectImageType(bytes: Uint8Array): string | undefined {
	const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, IMAGE_SIGNATURE_LENGTH)).toString(
		"latin1",
	);
	if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
	if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
	if (/^GIF8[79]a/.test(start)) return "image/gif";
	if (/^RIFF[^]{4}WEBP/.test(start)) return "image/webp";
	return undefined;
}

/** The same of a file, of which only the beginning is read. Null for everything that models do not accept. */
export async function detectSupportedImageMimeTypeFromFile(filePath: string): Promise<string | null> {
	const file = await open(filePath, "r");
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(IMAGE_SIGNATURE_LENGTH), 0, IMAGE_SIGNATURE_LENGTH, 0);
		return detectImageType(buffer.subarray(0, bytesRead)) ?? null;
	} finally {
		await file.close();
	}
}
