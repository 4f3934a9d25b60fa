import type { Component, StyleFunction } from "@tau/tui";
import { shownTheme } from "../../../theme/shown-theme.ts";

/** A line across the whole width. */
export class DynamicBorder implements Component {
	readonly #color: StyleFunction;

	constructor(color: StyleFunction = (text) => shownTheme().fg("border", text)) {
		this.#color = color;
	}

	/** Nothing is cached. */
	invalidate(): void {}

	render(width: number): string[] {
		return [this.#color("─".repeat(Math.max(1, width)))];
	}
}
