import type { AgentToolResult } from "@tau/agent";
import type { ReadToolDetails, ReadToolInput } from "../../extension-api/builtin-tool-types.ts";
import type { ReadOperations } from "../../extension-api/tool-operations.ts";
import { exists } from "../backend-operations.ts";
import { fileFailure } from "../file-failure.ts";
import { resolveExistingPath } from "../tool-path.ts";
import { DEFAULT_MAX_BYTES, formatSize } from "../truncate.ts";
import { detectImageType } from "./image-type.ts";
import { LineWindow, type WindowedLines } from "./line-window.ts";

export type ReadResult = AgentToolResult<ReadToolDetails | undefined>;

export interface ReadCall {
	input: ReadToolInput;
	cwd: string;
	operations: ReadOperations;
}

/** Providers refuse images above 5 MB in base64, and a refused image would poison every later request of the session. */
const LARGEST_IMAGE = 4_500_000;

/** Reads lines of a text file, or a whole image (BT02). */
export async function read({ input, cwd, operations }: ReadCall, signal: AbortSignal | undefined): Promise<ReadResult> {
	signal?.throwIfAborted();
	const path = await resolveExistingPath(input.path, cwd, (candidate) => exists(operations.access(candidate)));
	try {
		await operations.access(path);
		const imageType = await operations.detectImageMimeType?.(path);
		if (imageType) return imageResult(await operations.readFile(path), imageType);
		const window = new LineWindow(Math.max(0, Math.trunc(input.offset ?? 1) - 1), lineLimit(input.limit));
		if (operations.createReadStream === undefined) {
			const bytes = await operations.readFile(path);
			const detected = operations.detectImageMimeType === undefined ? detectImageType(bytes) : undefined;
			if (detected !== undefined) return imageResult(bytes, detected);
			window.push(bytes);
		} else {
			for await (const chunk of operations.createReadStream(path)) {
				signal?.throwIfAborted();
				window.push(chunk as Uint8Array);
			}
		}
		signal?.throwIfAborted();
		return textOf(window.finish(), input);
	} catch (error) {
		throw signal?.aborted || error instanceof OffsetError ? error : fileFailure("read", path, error);
	}
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

function imageResult(bytes: Buffer, mimeType: string): ReadResult {
	const note = `Read image file [${mimeType}]`;
	const data = bytes.toString("base64");
	if (data.length > LARGEST_IMAGE) {
		return result(
			`${note}\n[Image omitted: ${formatSize(bytes.length)} is more than models accept. Make it smaller first.]`,
			undefined,
		);
	}
	return {
		content: [
			{ type: "text", text: note },
			{ type: "image", data, mimeType },
		],
		details: undefined,
		structuredContent: { type: "image", data, mimeType, note },
	};
}
