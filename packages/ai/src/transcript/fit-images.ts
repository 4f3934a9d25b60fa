import type { ImageContent, TextContent } from "../contract/content.ts";
import type { Message } from "../contract/message.ts";
import type { Model } from "../contract/model.ts";
import { type ImageLimits, imageLimits } from "./image-limits.ts";
import { type ImageFacts, inspectImage } from "./inspect-image.ts";

type ImageOrText = TextContent | ImageContent;

const NO_IMAGE_INPUT = "(image omitted: model does not support images)";
const UNDECODABLE = "(image omitted: it is damaged or of a type that models do not take)";
const TOO_LARGE = "(image omitted: it is larger than the model's provider accepts)";
const TOO_MANY = "(image omitted: the conversation holds more images than the model's provider accepts)";

/**
 * Puts a note in place of every image that would make the provider refuse the request: of no type it knows, damaged,
 * too large, one of too many (the newest stay), or any where the model takes none. A wrong type is corrected.
 */
export function fitImages(
	messages: readonly Message[],
	model: Pick<Model, "api" | "input" | "inputLimits">,
): Message[] {
	const images = collectImages(messages);
	if (images.length === 0) return [...messages];
	const seesImages = (model.input ?? []).includes("image");
	const fitted = seesImages ? fitAll(images, imageLimits(model)) : images.map(() => NO_IMAGE_INPUT);
	return messages.map((message) => replaceImages(message, () => fitted.shift() ?? UNDECODABLE));
}

/** Loops, because most long transcripts have none and should not pay a list per message to find out. */
function collectImages(messages: readonly Message[]): ImageContent[] {
	const images: ImageContent[] = [];
	for (const message of messages) {
		for (const part of partsOf(message)) if (part.type === "image") images.push(part);
	}
	return images;
}

/** Each image as it is sent, or the note that replaces it. */
function fitAll(images: readonly ImageContent[], limits: ImageLimits): (ImageContent | string)[] {
	const inspected = images.map(inspect);
	const readable = inspected.filter((image) => image !== undefined).length;
	const side = Math.min(readable, limits.count) >= limits.manyFrom ? limits.manySide : limits.side;
	let count = 0;
	let total = 0;
	const newestFirst = inspected.toReversed().map((image) => {
		if (image === undefined) return UNDECODABLE;
		const { facts, sent } = image;
		const size = sent.data.length;
		if (size > limits.perImage || facts.width > side || facts.height > side) return TOO_LARGE;
		if (count + 1 > limits.count || total + size > limits.total) return TOO_MANY;
		count += 1;
		total += size;
		return sent;
	});
	return newestFirst.reverse();
}

interface Inspected {
	readonly facts: ImageFacts;
	/** With the type that the bytes have, in canonical base64. */
	readonly sent: ImageContent;
}

/** By image: every request of a session carries the same ones. What changed under its object is inspected anew. */
const known = new WeakMap<ImageContent, { data: string; mimeType: string; result: Inspected | undefined }>();

function inspect(image: ImageContent): Inspected | undefined {
	const { data, mimeType } = image;
	const cached = known.get(image);
	if (cached !== undefined && cached.data === data && cached.mimeType === mimeType) return cached.result;
	const result = typeof data === "string" ? inspectData(image) : undefined;
	known.set(image, { data, mimeType, result });
	return result;
}

function inspectData(image: ImageContent): Inspected | undefined {
	const bytes = Buffer.from(image.data, "base64");
	const facts = inspectImage(bytes);
	if (facts === undefined) return undefined;
	const data = bytes.toString("base64");
	const isExact = data === image.data && facts.mimeType === image.mimeType;
	return { facts, sent: isExact ? image : { type: "image", data, mimeType: facts.mimeType } };
}

function partsOf(message: Message): readonly ImageOrText[] {
	if (message.role === "toolResult") return message.content;
	return message.role === "user" && typeof message.content !== "string" ? message.content : [];
}

/** Notes that repeat the one before are left out. */
function replaceImages(message: Message, next: () => ImageContent | string): Message {
	if (message.role !== "user" && message.role !== "toolResult") return message;
	if (!partsOf(message).some((part) => part.type === "image")) return message;
	const content: ImageOrText[] = [];
	let lastNote: string | undefined;
	for (const part of partsOf(message)) {
		const fitted = part.type === "image" ? next() : part;
		if (typeof fitted !== "string") content.push(fitted);
		else if (fitted !== lastNote) content.push({ type: "text", text: fitted });
		lastNote = typeof fitted === "string" ? fitted : undefined;
	}
	return { ...message, content };
}
