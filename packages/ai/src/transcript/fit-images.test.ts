import { expect, test } from "vitest";
import { SAMPLE_IMAGES } from "../../test/strict-server/sample-images.ts";
import type { ImageContent } from "../contract/content.ts";
import type { Message } from "../contract/message.ts";
import { fitImages } from "./fit-images.ts";

const MODEL = { api: "anthropic-messages", input: ["text" as const, "image" as const] };
const [SMALL = "", JPEG = "", , , WIDE = "", TALL = ""] = SAMPLE_IMAGES.map(({ data }) => data);

const image = (data: string, mimeType = "image/png"): ImageContent => ({ type: "image", data, mimeType });
const user = (...content: ImageContent[]): Message => ({ role: "user", content, timestamp: 1 });

/** What became of each image: its type, or the note. */
function outcome(messages: readonly Message[], model: Parameters<typeof fitImages>[1] = MODEL): string[] {
	return fitImages(messages, model).flatMap(({ content }) =>
		(content as readonly { type: string; text?: string; mimeType?: string }[]).map(
			(part) => part.text ?? part.mimeType ?? "",
		),
	);
}

test("a wrong type is corrected, damage and size beyond the provider's limit become notes, repeated ones once", () => {
	const messages = [
		user(image(SMALL, "image/webp"), image(JPEG), image(SMALL.slice(0, 40)), image(""), image(TALL), image(WIDE)),
	];
	expect([outcome(messages), outcome(messages, { ...MODEL, api: "openai-completions" })]).toEqual([
		[
			"image/png",
			"image/jpeg",
			"(image omitted: it is damaged or of a type that models do not take)",
			"(image omitted: it is larger than the model's provider accepts)",
			"image/png",
		],
		[
			"image/png",
			"image/jpeg",
			"(image omitted: it is damaged or of a type that models do not take)",
			"image/png",
			"image/png",
		],
	]);
});

test("wide images go only while there are few", () => {
	const small = Array.from({ length: 19 }, () => image(SMALL));
	const count = (messages: Message[]) => outcome(messages).filter((line) => line.startsWith("image/")).length;
	expect([count([user(image(WIDE), ...small)]), count([user(image(WIDE), image(SMALL), ...small)])]).toEqual([20, 20]);
});

test("of too many images the newest stay", () => {
	const model = { ...MODEL, inputLimits: { images: { maxPerRequest: 2 } } };
	const messages = [user(image(SMALL), image(SMALL, "image/gif")), user(image(JPEG)), user(image(SMALL))];
	expect(outcome(messages, model)).toEqual([
		"(image omitted: the conversation holds more images than the model's provider accepts)",
		"image/jpeg",
		"image/png",
	]);
});

test("an image of more base64 characters than the provider takes becomes a note", () => {
	const bytes = Buffer.from(SMALL, "base64");
	const padding = Buffer.alloc(4 << 20);
	padding.writeUInt32BE(padding.length - 12, 0);
	padding.write("teXt", 4, "latin1");
	const end = bytes.length - 12;
	const large = Buffer.concat([bytes.subarray(0, end), padding, bytes.subarray(end)]).toString("base64");
	expect(outcome([user(image(large), image(SMALL))])).toEqual([
		"(image omitted: it is larger than the model's provider accepts)",
		"image/png",
	]);
});

test("an image that is changed in place is inspected again", () => {
	const changing = image(SMALL);
	const before = outcome([user(changing)]);
	changing.data = "broken";
	expect([before, outcome([user(changing)])]).toEqual([
		["image/png"],
		["(image omitted: it is damaged or of a type that models do not take)"],
	]);
});
