import type { Component } from "../contract/component.ts";
import type { StyleFunction } from "../contract/theme.ts";
import { TAB_WIDTH } from "../text/width.ts";
import { wrapTextWithAnsi } from "../text/wrap.ts";
import { frameOf, padBlock } from "./padding.ts";

const TAB = " ".repeat(TAB_WIDTH);

/** Text that breaks at the width, with room around it and a background if wanted. A blank text takes no line at all. */
export class Text implements Component {
	#text: string;
	#paddingX: number;
	#paddingY: number;
	#background: StyleFunction | undefined;
	#cached: { width: number; lines: readonly string[] } | undefined;

	// oxlint-disable-next-line max-params -- the extension contract fixes this signature
	constructor(text = "", paddingX = 1, paddingY = 1, customBgFn?: StyleFunction) {
		this.#text = text;
		this.#paddingX = paddingX;
		this.#paddingY = paddingY;
		this.#background = customBgFn;
	}

	setText(text: string): void {
		if (text === this.#text) return;
		this.#text = text;
		this.#cached = undefined;
	}

	setCustomBgFn(customBgFn?: StyleFunction): void {
		this.#background = customBgFn;
		this.#cached = undefined;
	}

	setPaddingX(paddingX: number): void {
		this.#paddingX = paddingX;
		this.#cached = undefined;
	}

	invalidate(): void {
		this.#cached = undefined;
	}

	render(width: number): readonly string[] {
		if (this.#cached?.width !== width) this.#cached = { width, lines: this.#layout(width) };
		return this.#cached.lines;
	}

	#layout(width: number): readonly string[] {
		if (this.#text.trim() === "") return [];
		const frame = frameOf(width, this.#paddingX);
		const lines = wrapTextWithAnsi(this.#text.replaceAll("\t", TAB), frame.contentWidth);
		return padBlock(lines, frame, { paddingY: this.#paddingY, background: this.#background });
	}
}
