/** Whether a key went down, is held, or went up. Terminals without the Kitty protocol only tell the first. */
export type KeyEventType = "press" | "repeat" | "release";

/** What one input sequence says. */
export interface KeyEvent {
	readonly type: KeyEventType;
	/** Names the key goes by, the usual one first; empty for keys without a name. */
	readonly names: readonly string[];
	/** The text the key types, where the sequence is a report that stands for text. */
	readonly text?: string;
}
