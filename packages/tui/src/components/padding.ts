import { applyBackground } from "../text/background.ts";
import { visibleWidth } from "../text/width.ts";
import type { StyleFunction } from "../contract/theme.ts";

/** Room left and right of a content, which always keeps at least one column. */
export interface Frame {
	readonly width: number;
	readonly padding: number;
	readonly contentWidth: number;
}

/** How a width is divided; a padding too large for it is cut down. */
export function frameOf(width: number, paddingX: number): Frame {
	const padding = Math.max(0, Math.min(paddingX, Math.floor((width - 1) / 2)));
	return { width, padding, contentWidth: Math.max(1, width - 2 * padding) };
}

/** A line moved in by the padding and filled up to the whole width, over a background if there is one. */
export function padLine(line: string, frame: Frame, background?: StyleFunction): string {
	const used = frame.padding + visibleWidth(line);
	const padded = " ".repeat(frame.padding) + line + " ".repeat(Math.max(0, frame.width - used));
	return background === undefined ? padded : applyBackground(padded, background);
}

/** Padded lines with blank ones above and below. */
export function padBlock(
	lines: readonly string[],
	frame: Frame,
	options: { paddingY: number; background?: StyleFunction | undefined },
): string[] {
	const { paddingY, background } = options;
	const blank = (): string[] => Array.from({ length: paddingY }, () => padLine("", frame, background));
	return [...blank(), ...lines.map((line) => padLine(line, frame, background)), ...blank()];
}
