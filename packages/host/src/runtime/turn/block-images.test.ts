import { expect, test } from "vitest";
import { blockImages } from "./block-images.ts";

test("images become a note that names the setting; everything else stays as it is", () => {
	const image = { type: "image" as const, data: "AA==", mimeType: "image/png" };
	const text = { type: "text" as const, text: "look" };
	const plain = { role: "user" as const, content: "hi", timestamp: 0 };
	const note = { type: "text", text: "[Image left out: images are blocked by the setting images.blockImages.]" };

	expect(blockImages([plain, { role: "user", content: [text, image], timestamp: 0 }])).toEqual([
		plain,
		{ role: "user", content: [text, note], timestamp: 0 },
	]);
});
