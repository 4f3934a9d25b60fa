/** What the pointer did. A click follows the release of a press that did not move. */
export type TuiMouseEventType = "press" | "release" | "move" | "drag" | "click" | "wheel";

export type TuiMouseButton = "left" | "middle" | "right" | "none";

/** One pointer event in terminal cells, counted from zero. Only the fullscreen mode produces them. */
export interface TuiMouseEvent {
	type: TuiMouseEventType;
	button: TuiMouseButton;
	/** Column within the receiving component. */
	x: number;
	/** Row within the receiving component. */
	y: number;
	screenX: number;
	screenY: number;
	/** Size of the receiving component at present. */
	width: number;
	height: number;
	shift: boolean;
	alt: boolean;
	ctrl: boolean;
	/** Lines to scroll; negative is up. */
	wheelDelta?: number;
	/** 1 for a click, 2 for a double click, and so on. */
	clickCount?: number;
}

/** What a component answers to a pointer event; nothing at all passes the event on. */
export interface TuiMouseEventResult {
	/** The event goes no further, and the renderer does nothing of its own with it. */
	handled?: boolean;
	/** Drag and release events that follow come here as well. */
	capture?: boolean;
	/** The component wants the keyboard. */
	focus?: boolean;
	/** Whether to draw again. By default moves and releases do not, all others do. */
	render?: boolean;
}
