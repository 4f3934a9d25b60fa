import { createPlainTheme } from "../theme/plain-theme.ts";
import type { Theme } from "../theme/theme.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { drawLines } from "./draw-component.ts";
import type { ExportHtmlOptions } from "./export-options.ts";
import { StyleSheet } from "./html/style-sheet.ts";
import type { PairedCalls } from "./pair-calls.ts";

/** What the views of one export share. */
export interface ViewContext {
	readonly options: ExportHtmlOptions;
	readonly theme: Theme;
	readonly styles: StyleSheet;
	readonly calls: PairedCalls;
	readonly cwd: string;
	labelOf(entryId: string): string | undefined;
	/** Lines of a renderer; nothing where there is none, or it failed. `what` names it in the report. */
	draw(what: string, draw: Parameters<typeof drawLines>[0]): readonly string[] | undefined;
}

export function createViewContext(
	session: ReadonlySession,
	options: ExportHtmlOptions,
	calls: PairedCalls,
): ViewContext {
	return {
		options,
		theme: options.theme ?? createPlainTheme(),
		styles: new StyleSheet(),
		calls,
		cwd: session.getCwd(),
		labelOf: (entryId) => session.getLabel(entryId),
		draw: (what, draw) => {
			const drawn = drawLines(draw);
			if (drawn === undefined || !("failure" in drawn)) return drawn;
			const { failure } = drawn;
			options.onProblem?.(`${what} failed: ${failure instanceof Error ? failure.message : String(failure)}`);
			return undefined;
		},
	};
}

/** Keys mean nothing in a document: hints are their description. */
export const KEY_HINTS: {
	keyText(keybinding: string): string;
	keyHint(keybinding: string, description: string): string;
} = { keyText: (keybinding) => keybinding, keyHint: (_keybinding, description) => description };
