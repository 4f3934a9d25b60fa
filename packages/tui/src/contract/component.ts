import type { TuiMouseEvent, TuiMouseEventResult } from "./mouse.ts";

/** Anything that can be drawn: the one interface all of the terminal UI is made of. */
export interface Component {
	/**
	 * Draws into lines, each at most `width` columns wide. The array may be the one given last time: whoever gets it
	 * must not change it, and a component whose output changed must return another array.
	 */
	render(width: number): readonly string[];
	/** Receives keyboard input while it has the focus: one key, or one paste, as the terminal sent it. */
	handleInput?(data: string): void;
	/** Receives pointer events over it (fullscreen mode only). */
	handleMouse?(event: TuiMouseEvent): TuiMouseEventResult | undefined;
	/** Key releases come too. Without it they are kept away. */
	wantsKeyRelease?: boolean;
	/** While it has the focus, the keys that scroll the transcript in fullscreen mode come here instead. */
	capturesViewportInput?: boolean;
	/** Forgets what it has cached of its output: the theme changed, or all is drawn anew. */
	invalidate(): void;
}

/** A component that shows a text cursor. */
export interface Focusable {
	/** Set from outside when the keyboard comes or goes. While true, `render` puts `CURSOR_MARKER` before the cursor's cell. */
	focused: boolean;
}

/** Whether a component takes part in focus. */
export function isFocusable(component: Component | null): component is Component & Focusable {
	return component !== null && "focused" in component;
}

/**
 * Marks the place of the cursor in a rendered line. It is an APC sequence, so it has no width and terminals ignore it.
 * The screen removes it and puts the terminal's own cursor there, which is where input methods open their window.
 */
export const CURSOR_MARKER = "\x1b_pi:c\x07";

/** Begins the text that is drawn as a cursor. */
export const FAKE_CURSOR_START = "\x1b_pi:fc\x07";
/** Ends the text that is drawn as a cursor. */
export const FAKE_CURSOR_END = "\x1b_pi:/fc\x07";

/**
 * Marks text as the cursor's cell. The screen draws it inverted, or plain where the terminal's own cursor stands on it.
 */
export function renderFakeCursor(text: string): string {
	return FAKE_CURSOR_START + text + FAKE_CURSOR_END;
}
