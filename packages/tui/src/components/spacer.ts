import type { Component } from "../contract/component.ts";

/** Empty lines. */
export class Spacer implements Component {
	#lines: readonly string[];

	constructor(lines = 1) {
		this.#lines = blankLines(lines);
	}

	setLines(lines: number): void {
		this.#lines = blankLines(lines);
	}

	/** Nothing depends on theme or width. */
	invalidate(): void {}

	render(_width: number): readonly string[] {
		return this.#lines;
	}
}

function blankLines(count: number): readonly string[] {
	return Array.from({ length: Math.max(0, count) }, () => "");
}
