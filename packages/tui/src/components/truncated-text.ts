import type { Component } from "../contract/component.ts";
import { truncateToWidth } from "../text/truncate.ts";
import { frameOf, padBlock } from "./padding.ts";

/** The first line of a text, cut off where the width ends. */
export class TruncatedText implements Component {
	readonly #text: string;
	readonly #paddingX: number;
	readonly #paddingY: number;

	constructor(text: string, paddingX = 0, paddingY = 0) {
		this.#text = text;
		this.#paddingX = paddingX;
		this.#paddingY = paddingY;
	}

	/** Nothing is cached. */
	invalidate(): void {}

	render(width: number): string[] {
		const frame = frameOf(width, this.#paddingX);
		const [firstLine = ""] = this.#text.split(/\r?\n/, 1);
		return padBlock([truncateToWidth(firstLine, frame.contentWidth)], frame, { paddingY: this.#paddingY });
	}
}
