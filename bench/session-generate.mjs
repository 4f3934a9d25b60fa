// Sessions in the public file format, of any size, written without holding them in memory.
import { closeSync, openSync, writeSync } from "node:fs";

const USAGE = {
	input: 10,
	output: 5,
	cacheRead: 0,
	cacheWrite: 0,
	totalTokens: 15,
	cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
};
const FIRST_TIME = Date.UTC(2026, 10, 30);
const CHUNK_BYTES = 1 << 20;
/** Entries that a compaction near the end leaves in the context. */
const KEPT = 200;

/**
 * Writes a conversation of that many entries: question, tool call, its result of `outputBytes`, answer. With
 * `compacted`, a compaction stands near the end, so that the context stays small.
 */
export function generateSession(file, { entries, cwd, id = "bench", outputBytes = 480, compacted = false }) {
	const out = createWriter(file);
	out.add({ type: "session", version: 3, id, timestamp: new Date(FIRST_TIME).toISOString(), cwd });
	const output = "line of output with some words in it\n".repeat(Math.ceil(outputBytes / 37));
	let parentId = null;
	const add = (id, fields) => {
		out.add({ ...fields.head, id, parentId, ...fields.rest });
		parentId = id;
	};
	for (let number = 0; number < entries; number++) {
		const timestamp = new Date(FIRST_TIME + number * 1000).toISOString();
		const message = createMessage(number, output);
		add(idOf(number), { head: { type: "message" }, rest: { timestamp, message } });
		if (!compacted || number !== Math.max(0, entries - KEPT - 1)) continue;
		const rest = { timestamp, summary: "earlier questions", firstKeptEntryId: idOf(number), tokensBefore: 100_000 };
		add(`c${idOf(number).slice(1)}`, { head: { type: "compaction" }, rest });
	}
	out.close();
}

/** A session of tool results with images, `bytes` long. */
export function generateImageSession(file, { bytes, cwd, id }) {
	const out = createWriter(file);
	out.add({ type: "session", version: 3, id, timestamp: new Date(FIRST_TIME).toISOString(), cwd });
	const image = { type: "image", mimeType: "image/png", data: "A".repeat(2 << 20) };
	let parentId = null;
	for (let number = 0; out.bytes < bytes; number++) {
		const timestamp = new Date(FIRST_TIME + number * 1000).toISOString();
		const message =
			number % 2 === 0
				? { role: "user", content: `look at picture ${number}`, timestamp: FIRST_TIME }
				: { ...createMessage(2, ""), content: [image] };
		out.add({ type: "message", id: idOf(number), parentId, timestamp, message });
		parentId = idOf(number);
	}
	out.close();
}

function createMessage(number, output) {
	const timestamp = FIRST_TIME + number;
	const model = { api: "openai-completions", provider: "fake", model: "fake", usage: USAGE };
	const call = `call_${number - (number % 4)}`;
	switch (number % 4) {
		case 0:
			return { role: "user", content: `question ${number}`, timestamp };
		case 1: {
			const toolCall = { type: "toolCall", id: call, name: "bash", arguments: { command: `echo ${number}` } };
			return { role: "assistant", content: [toolCall], ...model, stopReason: "toolUse", timestamp };
		}
		case 2: {
			const content = [{ type: "text", text: output }];
			return { role: "toolResult", toolCallId: call, toolName: "bash", content, isError: false, timestamp };
		}
		default: {
			const content = [
				{ type: "text", text: `Answer **${number}** with \`code\` and words enough for a line or two of a terminal.` },
			];
			return { role: "assistant", content, ...model, stopReason: "stop", timestamp };
		}
	}
}

function idOf(number) {
	return number.toString(16).padStart(8, "0");
}

function createWriter(file) {
	const target = openSync(file, "w");
	let waiting = [];
	let held = 0;
	const flush = () => {
		writeSync(target, waiting.join(""));
		waiting = [];
		held = 0;
	};
	const writer = {
		bytes: 0,
		add(value) {
			const line = `${JSON.stringify(value)}\n`;
			waiting.push(line);
			held += line.length;
			writer.bytes += line.length;
			if (held >= CHUNK_BYTES) flush();
		},
		close() {
			flush();
			closeSync(target);
		},
	};
	return writer;
}
