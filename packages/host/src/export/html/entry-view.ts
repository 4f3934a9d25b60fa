import type { CustomEntry, CustomMessageEntry, SessionEntry } from "../../session/entry.ts";
import { drawnView } from "../draw-component.ts";
import { KEY_HINTS, type ViewContext } from "../view-context.ts";
import { formatCount, formatTime } from "./format.ts";
import { type Markup, markup } from "./markup.ts";
import { customView, type EntryView, messageView, summaryView } from "./message-views.ts";

/** One entry of the branch; nothing for entries of state. */
export function entryView(entry: SessionEntry, context: ViewContext): Markup | undefined {
	const view = readableView(entry, context);
	if (view === undefined) return undefined;
	const label = context.labelOf(entry.id);
	const mark = label === undefined ? undefined : markup`<span class="label">${label}</span>`;
	const notes = (view.notes ?? []).map((note) => markup`<span>${note}</span>`);
	const time = markup`<time>${formatTime(entry.timestamp)}</time>`;
	return markup`<article class="${view.kind}">
		<div class="role"><b>${view.role}</b>${notes}${time}${mark}</div>
		${view.body}
	</article>`;
}

/** What another program wrote and nobody can read is shown as it is. */
function readableView(entry: SessionEntry, context: ViewContext): EntryView | undefined {
	try {
		return viewOf(entry, context);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		const body = markup`<pre class="output">${JSON.stringify(entry)}</pre>`;
		return { role: "unreadable entry", kind: "failed", body };
	}
}

function viewOf(entry: SessionEntry, context: ViewContext): EntryView | undefined {
	switch (entry.type) {
		case "message":
			return entry.message == null ? undefined : messageView(entry.message, context);
		case "custom_message":
			return customView(toCustomMessage(entry), context);
		case "compaction":
			return {
				...summaryView("compaction", entry.summary),
				notes: [`${formatCount(entry.tokensBefore)} tokens before`],
			};
		case "branch_summary":
			return summaryView("branch summary", entry.summary);
		case "custom":
			return customEntryView(entry, context);
		case "model_change":
			return note(`model: ${entry.provider}/${entry.modelId}`);
		case "thinking_level_change":
			return note(`thinking: ${entry.thinkingLevel}`);
		case "context_edit":
			return note(
				entry.replacement === null
					? "an earlier entry is left out of the context"
					: "an earlier entry is replaced in the context",
			);
		default:
			return undefined;
	}
}

function note(role: string): EntryView {
	return { role, kind: "note", body: undefined };
}

function toCustomMessage({ customType, content, display, details, timestamp }: CustomMessageEntry) {
	const message = { role: "custom" as const, customType, content, display, timestamp: Date.parse(timestamp) };
	return details === undefined ? message : { ...message, details };
}

/** Only what its extension draws (API10). */
function customEntryView(entry: CustomEntry, context: ViewContext): EntryView | undefined {
	const { customType } = entry;
	const lines = context.draw(`the renderer of ${customType}`, () =>
		context.options.entryRenderer?.(customType)?.(entry, { expanded: true, ...KEY_HINTS }, context.theme),
	);
	if (lines === undefined) return undefined;
	return { role: customType, kind: "other", body: drawnView(lines, context.styles) };
}
