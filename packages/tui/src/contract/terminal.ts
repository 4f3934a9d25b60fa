import type { ProgramStatus } from "./program-status.ts";

/** The terminal as the UI sees it: a source of input, a sink of bytes, and a size. */
export interface Terminal {
	/** Takes the terminal over. `onInput` gets one key or paste at a time. */
	start(onInput: (data: string) => void, onResize: () => void): void;
	/** Gives the terminal back in the state it was found in. */
	stop(): void;
	/** The same from a process `exit` handler, at once: `before`, the terminal's own resets, `after`. */
	restoreOnExit?(before: string, after: string): void;
	/** Swallows input still under way, so that late key releases do not reach the shell. Both limits in milliseconds. */
	drainInput(maxMs?: number, idleMs?: number): Promise<void>;
	write(data: string): void;
	get columns(): number;
	get rows(): number;
	get kittyProtocolActive(): boolean;
	/** Moves the cursor by lines; negative is up. */
	moveBy(lines: number): void;
	hideCursor(): void;
	showCursor(): void;
	clearLine(): void;
	clearFromCursor(): void;
	clearScreen(): void;
	setTitle(title: string): void;
	setProgress(active: boolean): void;
	/** Sent only to terminals that know it; the latest is sent again when support is found out later. */
	setProgramStatus(status: ProgramStatus): void;
}

/** What components need of the UI they live in. */
export interface RenderTarget {
	/** Asks for a new frame; requests made in one go become one frame. */
	requestRender(force?: boolean): void;
}

/** A render target that knows how much room there is. */
export interface EditorScreen extends RenderTarget {
	readonly terminal: { readonly rows: number };
}
