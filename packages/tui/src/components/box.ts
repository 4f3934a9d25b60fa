import type { Component } from "../contract/component.ts";
import type { StyleFunction } from "../contract/theme.ts";
import { type ChildLines, renderChildLines } from "./child-lines.ts";
import { frameOf, padBlock } from "./padding.ts";

interface Drawn {
	readonly width: number;
	readonly content: readonly string[];
	/** What the background makes of a blank: a background function may change without being replaced. */
	readonly sample: string | undefined;
	readonly lines: readonly string[];
}

/** Components one below the other, with room around them and a background behind them. Without any line it takes none. */
export class Box implements Component {
	children: Component[] = [];
	#paddingX: number;
	#paddingY: number;
	#background: StyleFunction | undefined;
	#content: ChildLines | undefined;
	#drawn: Drawn | undefined;

	constructor(paddingX = 1, paddingY = 1, bgFn?: StyleFunction) {
		this.#paddingX = paddingX;
		this.#paddingY = paddingY;
		this.#background = bgFn;
	}

	addChild(component: Component): void {
		this.children.push(component);
	}

	removeChild(component: Component): void {
		const index = this.children.indexOf(component);
		if (index !== -1) this.children.splice(index, 1);
	}

	clear(): void {
		this.children = [];
	}

	setBgFn(bgFn?: StyleFunction): void {
		this.#background = bgFn;
		this.#drawn = undefined;
	}

	setPaddingX(paddingX: number): void {
		this.#paddingX = paddingX;
		this.#drawn = undefined;
	}

	invalidate(): void {
		this.#content = undefined;
		this.#drawn = undefined;
		for (const child of this.children) child.invalidate();
	}

	render(width: number): readonly string[] {
		const frame = frameOf(width, this.#paddingX);
		this.#content = renderChildLines(this.children, frame.contentWidth, this.#content);
		const content = this.#content.lines;
		const sample = this.#background?.(" ");
		const drawn = this.#drawn;
		if (drawn?.width === width && drawn.content === content && drawn.sample === sample) return drawn.lines;
		const lines =
			content.length === 0 ? [] : padBlock(content, frame, { paddingY: this.#paddingY, background: this.#background });
		this.#drawn = { width, content, sample, lines };
		return lines;
	}
}
