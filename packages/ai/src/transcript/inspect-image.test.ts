import { expect, test } from "vitest";
import { SAMPLE_IMAGES } from "../../test/strict-server/sample-images.ts";
import { inspectImage } from "./inspect-image.ts";

test("type and size of good images are read, cut and foreign ones are not images", () => {
	const facts = SAMPLE_IMAGES.map(({ data }) => inspectImage(Buffer.from(data, "base64")));
	// The last sample is a good image in wrapped base64, which decodes.
	const expected = SAMPLE_IMAGES.slice(0, -1).map(({ mimeType, width, height }) =>
		mimeType === undefined ? undefined : { mimeType, width, height },
	);
	expect(facts).toEqual([...expected, { mimeType: "image/png", width: 3, height: 2 }]);
});

test("an image cut anywhere before its end is never taken for a whole one", () => {
	const taken = SAMPLE_IMAGES.slice(0, 4).flatMap(({ data, mimeType }) => {
		const bytes = Buffer.from(data, "base64");
		// The trailing byte of a WebP chunk and of a JPEG scan can be padding; two thirds never hold all pixels.
		const lengths = Array.from({ length: Math.floor((bytes.length * 2) / 3) }, (_, length) => length);
		return lengths.filter((length) => inspectImage(bytes.subarray(0, length)) !== undefined).map(() => mimeType);
	});
	expect(taken).toEqual([]);
});
