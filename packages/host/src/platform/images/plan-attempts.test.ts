import { expect, test } from "vitest";
import { modelImageLimits, toImageLimits } from "./image-limits.ts";
import { isWithin, planAttempts, shownSize } from "./plan-attempts.ts";

const header = (width: number, height: number, orientation = 1): Parameters<typeof shownSize>[0] => ({
	mimeType: "image/png",
	width,
	height,
	orientation,
});

test("the first attempt is the largest size allowed, the last a single pixel, each smaller than the one before", () => {
	const sizes = planAttempts(header(4000, 1000), toImageLimits({})).map(({ width, height }) => [width, height]);
	expect([sizes[0], sizes[1], sizes.at(-1)]).toEqual([
		[2000, 500],
		[1500, 375],
		[1, 1],
	]);
	expect(sizes.slice(1).every(([width = 0], index) => width <= sizes[index]![0]!)).toBe(true);
});

test("an image that is small enough in pixels is not made larger, however thin it is", () => {
	const first = (width: number, height: number): unknown => planAttempts(header(width, height), toImageLimits({}))[0];
	expect([first(100, 50), first(6000, 1)]).toMatchObject([
		{ width: 100, height: 50 },
		{ width: 2000, height: 1 },
	]);
});

test("quality falls in steps while letters can be read, and photographs stay JPEG", () => {
	const png = planAttempts(header(10, 10), toImageLimits({}))[0]!.rungs;
	const jpeg = planAttempts({ ...header(10, 10), mimeType: "image/jpeg" }, toImageLimits({ jpegQuality: 45 }))[0]!
		.rungs;
	const quality = (value: number): object => ({ format: "jpeg", quality: value });
	expect([png, jpeg]).toEqual([[[{ format: "png" }, quality(80)], [quality(65)], [quality(50)]], [[quality(45)]]]);
});

test("a turned image is measured as it is shown", () => {
	const limits = toImageLimits({ maxWidth: 10, maxHeight: 20, maxBytes: 8 });
	expect([
		shownSize(header(20, 10, 6)),
		isWithin(header(20, 10, 6), 6, limits),
		isWithin(header(20, 10), 6, limits),
		isWithin(header(10, 20), 7, limits),
	]).toEqual([{ width: 10, height: 20 }, true, false, false]);
});

test("limits are those of the model, else those of the caller, else the documented ones", () => {
	const model = (resize: unknown): object => ({ inputLimits: { images: { resize } } });
	const defaults = { maxWidth: 2000, maxHeight: 2000, maxBytes: 4_718_592, jpegQuality: 80 };
	expect([
		modelImageLimits(undefined),
		modelImageLimits({ inputLimits: {} }, { maxWidth: 5 }),
		modelImageLimits(model({ maxHeight: 7.9, jpegQuality: 300 }), { maxWidth: 5 }),
		modelImageLimits(model({ maxWidth: "9", maxBytes: 0, jpegQuality: Number.NaN })),
	]).toEqual([defaults, { ...defaults, maxWidth: 5 }, { ...defaults, maxHeight: 7, jpegQuality: 100 }, defaults]);
});
