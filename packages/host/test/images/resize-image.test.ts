import { expect, test } from "vitest";
import { convertToPng } from "../../src/platform/images/convert-to-png.ts";
import { fitImage } from "../../src/platform/images/fit-image.ts";
import { readImageHeader } from "../../src/platform/images/image-header.ts";
import { toImageLimits } from "../../src/platform/images/image-limits.ts";
import { detectSupportedImageMimeTypeFromFile } from "../../src/platform/images/image-type.ts";
import { prepareImage } from "../../src/platform/images/prepare-image.ts";
import { resizeImage } from "../../src/platform/images/resize-image.ts";
import { scratchFolder } from "../tools/scratch-folder.ts";
import { type Colour, makePng, noise, plain, withOrientation } from "./make-image.ts";
import { readPng } from "./read-png.ts";

const bytesOf = ({ data }: { data: string }): Buffer => Buffer.from(data, "base64");

/** Red at the top left, green at the top right, blue below; rough, so that JPEG is the smaller encoding. */
function roughQuarters(): Buffer {
	const rough = noise();
	const strongest = (x: number, y: number): number => (y >= 20 ? 2 : x >= 30 ? 1 : 0);
	return makePng(60, 40, (x, y) => {
		const channels = rough().map((value) => (value ?? 0) >> 2);
		channels[strongest(x, y)] = 220;
		return channels as unknown as Colour;
	});
}

let jpeg: Promise<Buffer> | undefined;

function roughJpeg(): Promise<Buffer> {
	jpeg ??= resizeImage(roughQuarters(), "image/png", { maxBytes: 5000 }).then((image) => {
		expect({ ...image, data: "" }).toMatchObject({ mimeType: "image/jpeg", width: 60, height: 40, wasResized: true });
		return bytesOf(image!);
	});
	return jpeg;
}

/** The strongest channels in the corners: top left, top right, bottom left, bottom right. */
function cornersOf(png: Buffer): string {
	const { width, height, at } = readPng(png);
	const corners = [at(2, 2), at(width - 3, 2), at(2, height - 3), at(width - 3, height - 3)];
	return corners.map(([red, green, blue]) => "RGB"[[red, green, blue].indexOf(Math.max(red, green, blue))]).join("");
}

test("an image that is small enough keeps its bytes", async () => {
	const png = makePng(3, 2, plain);
	expect(await resizeImage(png, "image/png")).toEqual({
		data: png.toString("base64"),
		mimeType: "image/png",
		originalWidth: 3,
		originalHeight: 2,
		width: 3,
		height: 2,
		wasResized: false,
	});
});

test("an image of too many pixels keeps its proportions and its colours", async () => {
	const image = await resizeImage(makePng(2400, 600, plain), "image/png");
	expect({ ...image, data: "" }).toEqual({
		data: "",
		mimeType: "image/png",
		originalWidth: 2400,
		originalHeight: 600,
		width: 2000,
		height: 500,
		wasResized: true,
	});
	const { width, height, at } = readPng(bytesOf(image!));
	expect([width, height, at(0, 0), at(1999, 499)]).toEqual([2000, 500, [40, 80, 160, 255], [40, 80, 160, 255]]);
});

test("an image of too many bytes loses quality first, then size", async () => {
	const noisy = makePng(100, 100, noise());
	const fitted = async (limits: object): Promise<unknown[]> => {
		const { data, ...image } = (await resizeImage(noisy, "image/png", limits))!;
		expect(readImageHeader(bytesOf({ data }))).toMatchObject({ width: image.width, height: image.height });
		return [image.mimeType, image.width, image.height, data.length];
	};
	const good = await fitted({ maxBytes: 22_000 });
	const poor = await fitted({ maxBytes: 14_000 });
	const small = await fitted({ maxBytes: 9000 });
	const chosen = await fitted({ maxBytes: 22_000, jpegQuality: 20 });
	const within = (least: number, most: number): unknown =>
		expect.toSatisfy((length: number) => length > least && length <= most);
	expect([good, poor, small, chosen]).toEqual([
		["image/jpeg", 100, 100, within(14_000, 22_000)],
		["image/jpeg", 100, 100, within(9000, 14_000)],
		["image/jpeg", 75, 75, within(4000, 9000)],
		["image/jpeg", 100, 100, within(2000, 9000)],
	]);
});

test("limits that no image can keep are an outcome", async () => {
	const noisy = makePng(20, 20, noise());
	expect(await fitImage(noisy, toImageLimits({ maxBytes: 20 }), undefined)).toEqual({
		type: "failed",
		reason: "it cannot be made small enough",
	});
	expect(await resizeImage(noisy, "image/png", { maxBytes: 20 })).toBe(null);
});

test("what was transparent is white where the result has no transparency", async () => {
	const rough = noise();
	const png = makePng(64, 64, (x) => [...rough().slice(0, 3), x < 32 ? 0 : 255] as unknown as Colour);
	const jpeg = await resizeImage(png, "image/png", { maxBytes: 8000, maxWidth: 64 });
	const { at } = readPng(bytesOf((await convertToPng(jpeg!.data, jpeg!.mimeType))!));
	expect([jpeg!.mimeType, at(4, 4).every((channel) => (channel ?? 0) > 240)]).toEqual(["image/jpeg", true]);
});

test.each([
	[1, "60x40 RGBB"],
	[2, "60x40 GRBB"],
	[3, "60x40 BBGR"],
	[4, "60x40 BBRG"],
	[5, "40x60 RBGB"],
	[6, "40x60 BRBG"],
	[7, "40x60 BGBR"],
	[8, "40x60 GBRB"],
])("a photograph with orientation %i is turned as it is shown", async (orientation, shown) => {
	const photograph = withOrientation(await roughJpeg(), orientation);
	const png = (await convertToPng(photograph.toString("base64"), "image/jpeg"))!;
	const { width, height } = readPng(bytesOf(png));
	expect(`${width}x${height} ${cornersOf(bytesOf(png))}`).toBe(shown);
});

test("a turned photograph that is made smaller keeps to the limits as it is shown", async () => {
	const photograph = withOrientation(await roughJpeg(), 6);
	const image = (await resizeImage(photograph, "image/jpeg", { maxWidth: 20 }))!;
	const png = (await convertToPng(image.data, image.mimeType))!;
	expect([{ ...image, data: cornersOf(bytesOf(png)) }, readImageHeader(bytesOf(image))]).toEqual([
		{
			data: "BRBG",
			mimeType: "image/jpeg",
			originalWidth: 40,
			originalHeight: 60,
			width: 20,
			height: 30,
			wasResized: true,
		},
		{ mimeType: "image/jpeg", width: 20, height: 30, orientation: 1 },
	]);
});

test("a broken image is one note and never ends the program", async () => {
	const png = makePng(50, 50, noise());
	const tooLarge = makePng(2, 2, plain);
	tooLarge.writeUInt32BE(60_000, 16);
	tooLarge.writeUInt32BE(60_000, 20);
	const damaged = Buffer.from(png).fill(0xaa, 60, 4000);
	const prepare = (bytes: Buffer): Promise<object> =>
		prepareImage(
			bytes,
			{ policy: { autoResize: true, blockImages: false }, limits: toImageLimits({ maxWidth: 10 }) },
			undefined,
		);
	expect([
		await prepare(png.subarray(0, 3000)),
		await prepare(Buffer.from("GIF89a")),
		await prepare(Buffer.from("text")),
		await prepare(damaged),
		await prepare(tooLarge),
	]).toEqual([
		{ note: "[Image left out: it is damaged or of an unknown type.]" },
		{ note: "[Image left out: it is damaged or of an unknown type.]" },
		{ note: "[Image left out: it is damaged or of an unknown type.]" },
		{ note: "[Image left out: it cannot be decoded.]" },
		{ note: "[Image left out: 60000x60000 pixels are too many.]" },
	]);
});

test("the policy decides whether images are made smaller or enter at all", async () => {
	const limits = toImageLimits({ maxWidth: 10 });
	const png = makePng(40, 20, plain);
	const heavy = makePng(1100, 1100, noise());
	const data = png.toString("base64");
	const prepare = (bytes: Buffer, autoResize: boolean, blockImages: boolean): Promise<object> =>
		prepareImage(bytes, { policy: { autoResize, blockImages }, limits }, undefined);
	const { image, note } = (await prepare(png, true, false)) as { image: { data: string }; note: string };
	expect([
		readImageHeader(bytesOf(image)),
		note,
		await prepare(png, false, false),
		await prepare(heavy, false, false),
		await prepare(png, true, true),
	]).toEqual([
		{ mimeType: "image/png", width: 10, height: 5, orientation: 1 },
		"[Shown at 10x5, the original is 40x20: multiply coordinates by 4.00 to get those of the original.]",
		{ image: { data, mimeType: "image/png" } },
		{ note: "[Image left out: it is larger than models accept, and the setting images.autoResize is off.]" },
		{ note: "[Image left out: images are blocked by the setting images.blockImages.]" },
	]);
});

test("an abort ends the work and rejects with its reason", async () => {
	const controller = new AbortController();
	const png = makePng(2400, 600, plain);
	const running = fitImage(png, toImageLimits({}), controller.signal);
	const waiting = fitImage(png, toImageLimits({}), controller.signal);
	controller.abort(new Error("stopped"));
	expect(await Promise.allSettled([running, waiting])).toMatchObject([
		{ status: "rejected", reason: { message: "stopped" } },
		{ status: "rejected", reason: { message: "stopped" } },
	]);
	expect(await fitImage(png, toImageLimits({}), undefined)).toMatchObject({ type: "resized" });
});

test("a PNG is converted to itself, and what cannot be decoded to nothing", async () => {
	expect([await convertToPng("AA==", "image/png"), await convertToPng("AA==", "image/bmp")]).toEqual([
		{ data: "AA==", mimeType: "image/png" },
		null,
	]);
});

test("the type of a file is told from its beginning", async () => {
	const folder = scratchFolder();
	folder.write("picture.txt", makePng(2, 2, plain));
	folder.write("empty.png", "");
	folder.write("text.png", "text");
	const detect = (name: string): Promise<string | null> =>
		detectSupportedImageMimeTypeFromFile(`${folder.path}/${name}`);
	expect([await detect("picture.txt"), await detect("empty.png"), await detect("text.png")]).toEqual([
		"image/png",
		null,
		null,
	]);
});
