import type { ImageContent, TextContent } from "@tau/ai";
import { readImageHeader } from "../../platform/images/image-header.ts";
import { type Markup, markup } from "./markup.ts";

type Content = string | readonly (TextContent | ImageContent)[];

/** Text as it stands, and images that are what they say. */
export function contentView(content: Content): Markup {
	if (typeof content === "string") return markup`<div class="text">${content}</div>`;
	return markup`${partsOf(content).map((part) =>
		part.type === "image" ? imageView(part) : markup`<div class="text">${part.text}</div>`,
	)}`;
}

/** The text of content, without its images. */
export function textOfContent(content: Content): string {
	if (typeof content === "string") return content;
	return partsOf(content)
		.flatMap((part) => (part.type === "text" ? [part.text] : []))
		.join("\n");
}

export function imagesOfContent(content: Content): Markup[] {
	if (typeof content === "string") return [];
	return partsOf(content).flatMap((part) => (part.type === "image" ? [imageView(part)] : []));
}

/** Session files are written by many programs: what is no text and no image is left out. */
function partsOf(content: readonly (TextContent | ImageContent)[]): readonly (TextContent | ImageContent)[] {
	return Array.isArray(content) ? content.filter(isShown) : [];
}

function isShown(part: { readonly type?: unknown; readonly text?: unknown } | null): boolean {
	return part?.type === "image" || (part?.type === "text" && typeof part.text === "string");
}

/**
 * The image itself, in the document. Only raster images, by what their bytes are and not by what they are called: an
 * SVG is a document of its own.
 */
function imageView({ data, mimeType }: ImageContent): Markup {
	const bytes = Buffer.from(typeof data === "string" ? data : "", "base64");
	const header = readImageHeader(bytes);
	if (header === undefined)
		return markup`<p class="error">(image that cannot be shown: ${mimeType}, ${bytes.length} bytes)</p>`;
	const source = `data:${header.mimeType};base64,${bytes.toString("base64")}`;
	return markup`<img alt="image" width="${header.width}" height="${header.height}" src="${source}">`;
}
