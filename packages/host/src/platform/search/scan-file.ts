import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { LineScanner, type LineScan } from "./line-scanner.ts";
import type { Verdict } from "./search-engine.ts";

const ENCODINGS: readonly { readonly mark: Buffer; readonly name: string }[] = [
	{ mark: Buffer.from([0xff, 0xfe]), name: "utf-16le" },
	{ mark: Buffer.from([0xfe, 0xff]), name: "utf-16be" },
];

export interface FileScan extends LineScan {
	readonly file: string;
	/** Whether a zero byte ends the search, as it does for files that nobody named. */
	readonly stopsAtBinary: boolean;
}

/** Searches one file, piece by piece. Rejects when it cannot be read. */
export async function scanFile(scan: FileScan, signal: AbortSignal | undefined): Promise<Verdict> {
	const scanner = new LineScanner(scan);
	const stream = createReadStream(scan.file, { ...(signal && { signal }) });
	let decoder: TextDecoder | undefined;
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		// The marks at the beginning of a file name its encoding; the decoder drops them.
		decoder ??= new TextDecoder(ENCODINGS.find(({ mark }) => chunk.subarray(0, 2).equals(mark))?.name ?? "utf-8");
		if (scan.stopsAtBinary && decoder.encoding === "utf-8" && chunk.includes(0)) return "go on";
		if (scanner.push(decoder.decode(chunk, { stream: true })) === "stop") return "stop";
	}
	const rest = decoder?.decode() ?? "";
	return scanner.push(rest) === "stop" ? "stop" : scanner.finish();
}
