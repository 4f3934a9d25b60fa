import type { AgentToolResult } from "@tau/agent";
import type { ReadToolDetails, ReadToolInput } from "../../extension-api/builtin-tool-types.ts";
import type { ReadOperations } from "../../extension-api/tool-operations.ts";
import type { ImageLimits } from "../../platform/images/image-limits.ts";
import { detectImageType } from "../../platform/images/image-type.ts";
import { type ImagePolicy, prepareImage } from "../../platform/images/prepare-image.ts";
import { exists } from "../backend-operations.ts";
import { fileFailure } from "../file-failure.ts";
import { resolveExistingPath } from "../tool-path.ts";
import { DEFAULT_MAX_BYTES, formatSize } from "../truncate.ts";
import { consumeStream } from "./consume-stream.ts";
import { LineWindow, type WindowedLines } from "./line-window.ts";

export type ReadResult = AgentToolResult<ReadToolDetails | undefined>;

export interface ReadCall {
	input: ReadToolInput;
	cwd: string;
	operations: ReadOperations;
	images: { policy: ImagePolicy; limits: ImageLimits };
}

/** Reads lines of a text file, or a whole image (BT02). */
export async function read(call: ReadCall, signal: AbortSignal | undefined): Promise<ReadResult> {
	const { input, cwd, operations } = call;
	signal?.throwIfAborted();
	const path = await resolveExistingPath(input.path, cwd, (candidate) => exists(operations.access(candidate)));
	try {
		await operations.access(path);
		const result = await readContent(path, call, signal);
		signal?.throwIfAborted();
		return result;
	} catch (error) {
		signal?.throwIfAborted();
		throw error instanceof OffsetError ? error : fileFailure("read", path, error);
	}
}

async function readContent(path: string, call: ReadCall, signal: AbortSignal | undefined): Promise<ReadResult> {
	const { input, operations, images } = call;
	const imageType = await operations.detectImageMimeType?.(path);
	if (imageType) return await imageResult(await operations.readFile(path), images, signal);
	const window = new LineWindow(Math.max(0, Math.trunc(input.offset ?? 1) - 1), lineLimit(input.limit));
	if (operations.createReadStream === undefined) {
		const bytes = await operations.readFile(path);
		const isImage = operations.detectImageMimeType === undefined && detectImageType(bytes) !== undefined;
		if (isImage) return await imageResult(bytes, images, signal);
		window.push(bytes);
	} else {
		const stream = operations.createReadStream(path, signal === undefined ? {} : { signal });
		await consumeStream(stream, (chunk) => window.push(chunk), signal);
	}
	return textOf(window.finish(), input);
}

class OffsetError extends Error {
	override readonly name = "OffsetError";
}

function lineLimit(limit: number | undefined): number | undefined {
	return limit === undefined ? undefined : Math.max(0, Math.trunc(limit));
}

function textOf({ fileLines, lastLine, shown, firstLineBytes }: WindowedLines, input: ReadToolInput): ReadResult {
	const firstLine = Math.max(1, Math.trunc(input.offset ?? 1));
	if (firstLine > fileLines) {
		throw new OffsetError(`Offset ${firstLine} is beyond end of file (${fileLines} lines total)`);
	}
	if (shown.firstLineExceedsLimit)
		return result(longLineNote(input.path, firstLine, firstLineBytes), { truncation: shown });
	if (shown.truncated) {
		const last = firstLine + shown.outputLines - 1;
		const limit = shown.truncatedBy === "bytes" ? ` (${formatSize(DEFAULT_MAX_BYTES)} limit)` : "";
		const note = `[Showing lines ${firstLine}-${last} of ${fileLines}${limit}. Use offset=${last + 1} to continue.]`;
		return result(`${shown.content}\n\n${note}`, { truncation: shown });
	}
	if (lastLine >= fileLines) return result(shown.content, undefined);
	const note = `[${fileLines - lastLine} more lines in file. Use offset=${lastLine + 1} to continue.]`;
	return result(`${shown.content}\n\n${note}`, undefined);
}

function longLineNote(path: string, line: number, bytes: number): string {
	const limit = formatSize(DEFAULT_MAX_BYTES);
	const quoted = /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
	const command = `sed -n '${line}p' ${quoted} | head -c ${DEFAULT_MAX_BYTES}`;
	return `[Line ${line} is ${formatSize(bytes)}, exceeds ${limit} limit. Use bash: ${command}]`;
}

function result(text: string, details: ReadToolDetails | undefined): ReadResult {
	return { content: [{ type: "text", text }], details, structuredContent: text };
}

async function imageResult(
	bytes: Buffer,
	images: ReadCall["images"],
	signal: AbortSignal | undefined,
): Promise<ReadResult> {
	const { image, note } = await prepareImage(bytes, images, signal);
	const heading = `Read image file [${image?.mimeType ?? detectImageType(bytes) ?? "unknown type"}]`;
	const text = note === undefined ? heading : `${heading}\n${note}`;
	if (image === undefined) return result(text, undefined);
	return {
		content: [
			{ type: "text", text },
			{ type: "image", ...image },
		],
		details: undefined,
		structuredContent: { type: "image", ...image, note: text },
	};
}
