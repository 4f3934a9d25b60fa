import { isRecord } from "../base/is-record.ts";
import type { SessionEntry } from "./entry.ts";
import { nameFrom } from "./session-name.ts";
import type { RawLine } from "./store/line-splitter.ts";

/** What a list of sessions shows of one, apart from its header. */
export interface SummaryState {
	messageCount: number;
	/** Text of the first user message. */
	first?: string;
	/** Of the last user or assistant message; milliseconds since the epoch. */
	modified?: number;
	name?: string;
	/** The model that answered last, or was chosen since. */
	model?: { provider: string; modelId: string };
	/** Characters of searchable text so far. */
	textLength: number;
}

/** Most text kept per session: a picker holds hundreds of sessions at once. */
export const SEARCHED_CHARACTERS: number = 1 << 18;
/** Lists show a line of it. */
const FIRST_CHARACTERS = 1 << 14;
/** Longer lines are images or output; their text is not searched. */
const LONGEST_SEARCHED_LINE = 1 << 18;
const USER_OR_ASSISTANT = /"role":"(?:user|assistant)"/;
const ENTRY_TIME = /"timestamp":"([^"]+)"/;
const HEAD_BYTES = 320;
const READ_TYPES: ReadonlySet<string> = new Set(["message", "session_info", "model_change"]);

/** Keeps count of what a session says, entry by entry, parsing as little as it can. */
export class SessionSummary {
	readonly #state: SummaryState;
	/** Text that nobody has taken yet. */
	#text: string[] = [];

	constructor(state: SummaryState = { messageCount: 0, textLength: 0 }) {
		this.#state = { ...state };
	}

	get state(): SummaryState {
		return { ...this.#state };
	}

	/** The searchable text since the last call; all texts joined are the whole. */
	takeText(): string {
		const text = this.#text.join("");
		this.#text = [];
		return text;
	}

	/** A line whose type is known from its beginning; old entries without id count, too. */
	addLine(line: RawLine, type: string | undefined): void {
		const known = type ?? parseEntry(line)?.type;
		if (known === undefined || !READ_TYPES.has(known)) return;
		if (known === "message" && !this.#mayMatter(line)) this.#state.messageCount += 1;
		else this.addEntry(parseEntry(line), known, line.end - line.start);
	}

	/** `bytes`: the length of its line. */
	addEntry(entry: SessionEntry | undefined, type: string, bytes: number): void {
		if (type === "message") this.#state.messageCount += 1;
		if (entry?.type === "session_info") this.#setName(nameFrom(entry));
		else if (entry?.type === "model_change") this.#state.model = { provider: entry.provider, modelId: entry.modelId };
		else if (entry?.type === "message") this.#addMessage(entry, bytes);
	}

	/** Reads the beginning of a line: the role of a message stands before its content in every program's files. */
	#mayMatter(line: RawLine): boolean {
		const length = line.end - line.start;
		if (length <= HEAD_BYTES) return true;
		const head = line.bytes.toString("latin1", line.start, line.start + HEAD_BYTES);
		if (!USER_OR_ASSISTANT.test(head) && head.includes('"role":"')) return false;
		if (!this.#isPassedOver(length)) return true;
		this.#setTime(ENTRY_TIME.exec(head)?.[1]);
		return false;
	}

	#addMessage(entry: Extract<SessionEntry, { type: "message" }>, bytes: number): void {
		const { message } = entry;
		if (message.role !== "user" && message.role !== "assistant") return;
		if (this.#isPassedOver(bytes)) return this.#setTime(entry.timestamp);
		this.#state.modified = message.timestamp;
		if (message.role === "assistant") this.#state.model = { provider: message.provider, modelId: message.model };
		const text = spokenText(message.content);
		if (text === "") return;
		if (message.role === "user") this.#state.first ??= text.slice(0, FIRST_CHARACTERS);
		this.#addText(text);
	}

	/** Of lines too long to parse only the time is taken, except while the first message is looked for. */
	#isPassedOver(bytes: number): boolean {
		return bytes > LONGEST_SEARCHED_LINE && this.#state.first !== undefined;
	}

	#setTime(timestamp: string | undefined): void {
		const time = Date.parse(timestamp ?? "");
		if (!Number.isNaN(time)) this.#state.modified = time;
	}

	#addText(text: string): void {
		const left = SEARCHED_CHARACTERS - this.#state.textLength;
		const added = `${this.#state.textLength === 0 ? "" : " "}${text}`.slice(0, left);
		this.#state.textLength += added.length;
		if (added !== "") this.#text.push(added);
	}

	#setName(name: string | undefined): void {
		if (name === undefined) delete this.#state.name;
		else this.#state.name = name;
	}
}

function parseEntry(line: RawLine): SessionEntry | undefined {
	try {
		const value: unknown = JSON.parse(line.bytes.toString("utf8", line.start, line.end));
		return isRecord(value) ? (value as unknown as SessionEntry) : undefined;
	} catch {
		return undefined; // a damaged line counts for nothing here; opening the session reports it
	}
}

function spokenText(content: unknown): string {
	if (typeof content === "string") return content;
	if (!Array.isArray(content)) return "";
	const blocks: unknown[] = content;
	return blocks
		.flatMap((block) => (isRecord(block) && typeof block["text"] === "string" ? [block["text"]] : []))
		.join(" ");
}
