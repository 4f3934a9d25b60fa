import type { Component } from "../contract/component.ts";

/** The lines of several components one below the other, with what is needed to see whether any has changed. */
export interface ChildLines {
	readonly width: number;
	readonly parts: readonly (readonly string[])[];
	readonly lines: readonly string[];
}

/**
 * Draws components one below the other. When all give the arrays they gave last time, so does this: an unchanged
 * subtree costs its parents no copy.
 */
export function renderChildLines(
	children: readonly Component[],
	width: number,
	previous: ChildLines | undefined,
): ChildLines {
	const parts = children.map((child) => child.render(width));
	const isSame =
		previous?.width === width &&
		previous.parts.length === parts.length &&
		parts.every((part, index) => part === previous.parts[index]);
	return isSame ? previous : { width, parts, lines: parts.flat() };
}
