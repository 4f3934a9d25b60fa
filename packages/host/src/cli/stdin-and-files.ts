import type { ImageContent } from "@tau/ai";
import { resolvePath } from "../platform/app-dirs.ts";
import { detectImageType } from "../platform/images/image-type.ts";
import type { PreparedImage } from "../platform/images/prepare-image.ts";

/** One prompt of the command line. */
export interface InitialPrompt {
	readonly text: string;
	readonly images: readonly ImageContent[];
}

export type InitialPrompts =
	| { readonly ok: true; readonly prompts: readonly InitialPrompt[] }
	| { readonly ok: false; readonly error: string };

export interface PromptParts {
	/** What was piped in; undefined at a terminal. */
	readonly stdin?: string | undefined;
	/** `@file` arguments without the sign. */
	readonly files: readonly string[];
	readonly messages: readonly string[];
}

export interface PromptReading {
	readonly cwd: string;
	readonly home: string;
	/** Rejects when the file cannot be read. */
	readonly readFile: (path: string) => Promise<Uint8Array>;
	/** Makes an image fit to enter the conversation, or says why it cannot. */
	readonly prepareImage: (bytes: Uint8Array) => Promise<PreparedImage>;
}

/**
 * The prompts of a start (O04): piped text, file blocks and the first message are one prompt, directly one after the
 * other; every further message is a prompt of its own. Empty files say nothing and are left out.
 */
export async function assemblePrompts(parts: PromptParts, reading: PromptReading): Promise<InitialPrompts> {
	const images: ImageContent[] = [];
	let blocks = "";
	for (const file of parts.files) {
		const path = resolvePath(file, { base: reading.cwd, home: reading.home });
		const block = await readBlock(path, reading);
		if (typeof block === "string") return { ok: false, error: block };
		blocks += block.text;
		images.push(...block.images);
	}
	const [first = "", ...rest] = parts.messages;
	const text = `${parts.stdin?.trim() ?? ""}${blocks}${first}`;
	const opening = text === "" && images.length === 0 ? [] : [{ text, images }];
	return { ok: true, prompts: [...opening, ...rest.map((message) => ({ text: message, images: [] }))] };
}

/** The block of one file, or why there is none. */
async function readBlock(path: string, reading: PromptReading): Promise<InitialPrompt | string> {
	let bytes: Uint8Array;
	try {
		bytes = await reading.readFile(path);
	} catch (error) {
		return explain(path, error);
	}
	if (bytes.length === 0) return { text: "", images: [] };
	if (detectImageType(bytes) !== undefined) {
		const { image, note = "" } = await reading.prepareImage(bytes);
		const text = `<file name="${path}">${note}</file>\n`;
		return { text, images: image === undefined ? [] : [{ type: "image", ...image }] };
	}
	if (bytes.includes(0)) return `${path}: neither text nor an image`;
	return { text: `<file name="${path}">\n${new TextDecoder().decode(bytes)}\n</file>\n`, images: [] };
}

function explain(path: string, error: unknown): string {
	const code = (error as NodeJS.ErrnoException | undefined)?.code;
	if (code === "ENOENT") return `${path}: no such file`;
	if (code === "EISDIR") return `${path}: is a folder, not a file`;
	return `${path}: cannot be read (${code ?? String(error)})`;
}
