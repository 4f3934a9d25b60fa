import { cellEnd, cellWidth, isPlainAscii, isSequenceAt } from "./cells.ts";
import { StyleTracker } from "./style.ts";
import { visibleWidth } from "./width.ts";

const RESET = "\x1b[0m";

/**
 * The text cut to `maxWidth` columns, with `ellipsis` at its end if something was cut off, filled up with spaces if
 * `pad` is set. A text that fits comes back unchanged. Styles and links open at the cut are ended before the ellipsis,
 * so it is drawn plain; where none is open nothing is added, and a background set around the whole stays unbroken.
 */
export function truncateToWidth(text: string, maxWidth: number, ellipsis = "...", pad = false): string {
	const limit = Math.floor(maxWidth);
	if (!(limit > 0)) return "";
	const width = visibleWidth(text);
	if (width <= limit) return pad ? text + " ".repeat(limit - width) : text;
	const tail = cut(ellipsis, limit);
	const tailWidth = visibleWidth(tail);
	const head = cut(text, limit - tailWidth);
	const result = head + tail;
	return pad ? result + " ".repeat(limit - visibleWidth(head) - tailWidth) : result;
}

/** The longest beginning of `text` within `width` columns, with what it leaves open closed. */
function cut(text: string, width: number): string {
	if (isPlainAscii(text)) return text.slice(0, width);
	const style = new StyleTracker();
	let used = 0;
	let index = 0;
	while (index < text.length) {
		const end = cellEnd(text, index);
		if (isSequenceAt(text, index)) style.apply(text.slice(index, end));
		used += cellWidth(text, index, end);
		if (used > width) break;
		index = end;
	}
	return text.slice(0, index) + style.closeLink() + (style.hasStyle ? RESET : "");
}
