import type { Component } from "@tau/tui";
import { ansiToHtml } from "./ansi-to-html.ts";
import { type Markup, markup } from "./html/markup.ts";
import type { StyleSheet } from "./html/style-sheet.ts";

/** Columns of what renderers draw for an export (H01). */
export const EXPORT_WIDTH = 100;

/** The lines that a renderer draws, or what went wrong: renderers are foreign code, and an export goes on without. */
export function drawLines(draw: () => Component | undefined): readonly string[] | undefined | { failure: unknown } {
	try {
		return draw()?.render(EXPORT_WIDTH).map(String);
	} catch (failure) {
		return { failure };
	}
}

/** Drawn lines as markup, without the blanks that fill them up; in the colours of the theme that drew them. */
export function drawnView(lines: readonly string[], styles: StyleSheet): Markup {
	const text = lines.map((line) => line.replace(/ +$/, "")).join("\n");
	return markup`<pre class="terminal themed">${ansiToHtml(text.replace(/^\n+|\n+$/g, ""), styles)}</pre>`;
}

/** Output of a program as markup. */
export function outputView(output: string, styles: StyleSheet): Markup {
	return markup`<pre class="terminal">${ansiToHtml(output, styles)}</pre>`;
}
