import type { Token, Tokens } from "marked";
import { truncateToWidth } from "../text/truncate.ts";
import { visibleWidth } from "../text/width.ts";
import type { MarkdownLook } from "./render-inline.ts";

/** A list inside an item begins so far to the right of it. */
const NESTED_INDENT = "    ";

/** What drawing a list takes; blocks inside its items are drawn by whoever draws blocks. */
export interface ListContext {
	readonly look: MarkdownLook;
	readonly width: number;
	readonly renderBlocks: (tokens: readonly Token[], width: number) => string[];
}

/** Lines of a list: items below each other, blank lines between them where they were written so. */
export function renderList(list: Tokens.List, context: ListContext): string[] {
	return list.items.flatMap((item, index) => {
		const lines = renderItem(item, markerOf(list, index, context.look.keepsMarkers), context);
		const isLast = index === list.items.length - 1;
		return list.loose && !isLast ? [...lines, ""] : lines;
	});
}

function renderItem(item: Tokens.ListItem, marker: string, context: ListContext): string[] {
	const { look, width } = context;
	const hang = visibleWidth(marker) < width ? " ".repeat(visibleWidth(marker)) : "";
	const body: string[] = [];
	for (const [index, token] of item.tokens.entries()) {
		const nested = token.type === "list" ? (token as Tokens.List) : undefined;
		if (token.type === "space" || token.type === "checkbox") continue;
		if (item.loose && index > 0 && body.length > 0) body.push("");
		if (nested === undefined) body.push(...moveIn(context.renderBlocks([token], width - hang.length), hang));
		else body.push(...renderNested(nested, context));
	}
	const first = body[0]?.slice(hang.length) ?? "";
	const { listBullet } = look.theme;
	// Where the marker leaves no room for text, it stands above.
	if (hang === "") return [listBullet(truncateToWidth(marker.trimEnd(), width, "")), ...body];
	return [listBullet(marker) + first, ...body.slice(1)];
}

function renderNested(list: Tokens.List, context: ListContext): string[] {
	const room = context.width - NESTED_INDENT.length;
	const indent = room > NESTED_INDENT.length ? NESTED_INDENT : "";
	return moveIn(renderList(list, { ...context, width: context.width - indent.length }), indent);
}

function moveIn(lines: readonly string[], indent: string): string[] {
	return lines.map((line) => (line === "" ? "" : indent + line));
}

/** Numbers count on from the first one, and every bullet is a dash, unless they are kept as written. */
function markerOf(list: Tokens.List, index: number, keepsMarkers: boolean): string {
	const item = list.items[index];
	const written = keepsMarkers ? /^\s*(\d{1,9}[.)]|[-*+])/.exec(item?.raw ?? "")?.[1] : undefined;
	const usual = list.ordered ? `${Number(list.start || 0) + index}.` : "-";
	const box = item?.task === true ? (item.checked === true ? "[x] " : "[ ] ") : "";
	return `${written ?? usual} ${box}`;
}
