import { isUtf8 } from "node:buffer";

/** The content of a file as text that can be changed in places and written back without any other change. */
export interface FileText {
	/**
	 * How characters stand for bytes: as UTF-8, or one character per byte where the content is not valid UTF-8, so that
	 * undecodable bytes survive.
	 */
	encoding: "utf8" | "bytes";
	/** The byte order mark; not part of the text, so that the first line can be matched. */
	mark: "" | "\uFEFF";
	text: string;
}

export function decodeFile(bytes: Buffer): FileText {
	if (!isUtf8(bytes)) return { encoding: "bytes", mark: "", text: bytes.toString("latin1") };
	const text = bytes.toString("utf8");
	return text.startsWith("\uFEFF")
		? { encoding: "utf8", mark: "\uFEFF", text: text.slice(1) }
		: { encoding: "utf8", mark: "", text };
}

export function encodeFile({ encoding, mark, text }: FileText): string | Buffer {
	return encoding === "utf8" ? mark + text : Buffer.from(text, "latin1");
}

/** Text of an edit in the characters of the file. */
export function toFileText(text: string, { encoding, mark }: FileText): string {
	const plain = mark === "" || !text.startsWith(mark) ? text : text.slice(mark.length);
	// Half a surrogate pair cannot be written as UTF-8.
	const wellFormed = plain.replace(/\p{Surrogate}/gu, "\uFFFD");
	return encoding === "utf8" ? wellFormed : Buffer.from(wellFormed, "utf8").toString("latin1");
}

/** For people: the text with its characters decoded as well as they can be. */
export function toDisplayText(text: string, { encoding }: FileText): string {
	return encoding === "utf8" ? text : Buffer.from(text, "latin1").toString("utf8");
}
