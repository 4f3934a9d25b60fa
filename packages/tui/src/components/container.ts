import type { Component } from "../contract/component.ts";
import { type ChildLines, renderChildLines } from "./child-lines.ts";

/** Components one below the other. */
export class Container implements Component {
	children: Component[] = [];
	#lines: ChildLines | undefined;

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

	invalidate(): void {
		this.#lines = undefined;
		for (const child of this.children) child.invalidate();
	}

	render(width: number): readonly string[] {
		this.#lines = renderChildLines(this.children, width, this.#lines);
		return this.#lines.lines;
	}
}
