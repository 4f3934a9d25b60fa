import { crc32 } from "./crc32.ts";
import { deflateSync } from "node:zlib";

/** An image as tests know it: what it is, however it may be labelled. */
export interface SampleImage {
	readonly data: string;
	/** Nothing where no provider can decode it. */
	readonly mimeType: string | undefined;
	readonly width: number;
	readonly height: number;
}

const JPEG =
	"/9j/4AAQSkZJRgABAgAAAQABAAD/wAARCAACAAIDAREAAhEBAxEB/9sAQwAQCwwODAoQDg0OEhEQExgoGhgWFhgxIyUdKDozPTw5Mzg3QEhcTkBEV0U3OFBtUVdfYmdoZz5NcXlwZHhcZWdj/9sAQwEREhIYFRgvGhovY0I4QmNjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2Nj/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDrNFtbd9EsGeCJma2jJJQEk7RVYmhSVaaUVu+i7mLo05vmlFNvyP/Z";
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const WEBP =
	"UklGRpgAAABXRUJQVlA4TIwAAAAvAUAAEM1VICICHkgAAAAAAIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAAAAA9EAgAAAADg/D0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA5IFIAAAAAACc/wMAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAIukLAA==";

/** A grey image without loss of a pixel. */
function png(width: number, height: number): string {
	const head = Buffer.alloc(13);
	head.writeUInt32BE(width, 0);
	head.writeUInt32BE(height, 4);
	head.set([8, 0, 0, 0, 0], 8);
	const rows = deflateSync(Buffer.alloc(height * (width + 1)));
	const signature = Buffer.from("89504e470d0a1a0a", "hex");
	return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", rows), chunk("IEND", Buffer.alloc(0))]).toString(
		"base64",
	);
}

function chunk(name: string, content: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
	const frame = Buffer.alloc(8);
	frame.writeUInt32BE(content.length, 0);
	frame.writeUInt32BE(crc32(named), 4);
	return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

const good = (data: string, mimeType: string, size: readonly [number, number]): SampleImage => ({
	data,
	mimeType,
	width: size[0],
	height: size[1],
});
const bad = (data: string): SampleImage => ({ data, mimeType: undefined, width: 0, height: 0 });
const cut = (data: string): SampleImage => bad(data.slice(0, Math.floor(data.length / 8) * 4));

const SMALL = png(3, 2);

/** Good ones of all types and sizes, and what a crash, a wrong tool or a wrong label leaves of them. */
export const SAMPLE_IMAGES: readonly SampleImage[] = [
	good(SMALL, "image/png", [3, 2]),
	good(JPEG, "image/jpeg", [2, 2]),
	good(GIF, "image/gif", [1, 1]),
	good(WEBP, "image/webp", [2, 2]),
	good(png(2_400, 1), "image/png", [2_400, 1]),
	good(png(1, 9_000), "image/png", [1, 9_000]),
	bad(png(0, 5)),
	cut(SMALL),
	cut(JPEG),
	cut(GIF),
	cut(WEBP),
	bad(""),
	bad("not base64 at all!"),
	bad(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64")),
	bad("AA=="),
	// Wrapped as in mail: decodable once the line breaks are gone.
	bad(`${SMALL.slice(0, 40)}\n${SMALL.slice(40)}`),
];

const byData = new Map(SAMPLE_IMAGES.map((image) => [image.data, image]));

/** What is known of the image with this data. The request may hold no others. */
export function sampleOf(data: string): SampleImage | undefined {
	return byData.get(data);
}
