import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";

/** Puts text in the place of a file, in one step: readers see the old one or the new one. A link stays a link. */
export async function replaceFile(path: string, text: string): Promise<void> {
	const { default: writeFileAtomic } = await import("write-file-atomic");
	await mkdir(dirname(path), { recursive: true });
	await writeFileAtomic(path, text);
}
