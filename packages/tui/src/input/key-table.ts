/** Bits of the modifier parameter, after one has been subtracted from it (xterm and Kitty agree on these). */
export const SHIFT = 1;
export const ALT = 2;
export const CTRL = 4;
export const SUPER = 8;
/** Caps lock and num lock are reported as modifiers by Kitty; they do not change which key it was. */
export const CAPS_LOCK = 64;
export const LOCKS: number = CAPS_LOCK | 128;
/** All modifiers a key name can express. Anything else (hyper, meta) makes the key nameless. */
export const NAMED_MODIFIERS: number = SHIFT | ALT | CTRL | SUPER;

/** Final letters of `CSI letter`, `CSI 1;modifiers letter` and `SS3 letter`. */
export const LETTER_KEYS: Readonly<Record<string, string>> = {
	A: "up",
	B: "down",
	C: "right",
	D: "left",
	E: "clear",
	F: "end",
	H: "home",
	P: "f1",
	Q: "f2",
	S: "f4",
};

/** SS3 only: `CSI R` is a cursor report, so F3 has no letter after CSI. */
export const SS3_KEYS: Readonly<Record<string, string>> = { ...LETTER_KEYS, M: "enter", R: "f3" };

/** Numbers of `CSI number ~`. */
export const NUMBER_KEYS: Readonly<Record<number, string>> = {
	1: "home",
	2: "insert",
	3: "delete",
	4: "end",
	5: "pageUp",
	6: "pageDown",
	7: "home",
	8: "end",
	11: "f1",
	12: "f2",
	13: "f3",
	14: "f4",
	15: "f5",
	17: "f6",
	18: "f7",
	19: "f8",
	20: "f9",
	21: "f10",
	23: "f11",
	24: "f12",
};

/** Sequences that follow no scheme: the Linux console, PuTTY, and rxvt's lower-case arrows. */
export const ODD_SEQUENCES: Readonly<Record<string, readonly [key: string, modifiers: number]>> = {
	"\x1b[[A": ["f1", 0],
	"\x1b[[B": ["f2", 0],
	"\x1b[[C": ["f3", 0],
	"\x1b[[D": ["f4", 0],
	"\x1b[[E": ["f5", 0],
	"\x1b[[5~": ["pageUp", 0],
	"\x1b[[6~": ["pageDown", 0],
	"\x1b[Z": ["tab", SHIFT],
	"\x1b[a": ["up", SHIFT],
	"\x1b[b": ["down", SHIFT],
	"\x1b[c": ["right", SHIFT],
	"\x1b[d": ["left", SHIFT],
	"\x1b[e": ["clear", SHIFT],
	"\x1bOa": ["up", CTRL],
	"\x1bOb": ["down", CTRL],
	"\x1bOc": ["right", CTRL],
	"\x1bOd": ["left", CTRL],
	"\x1bOe": ["clear", CTRL],
};

/** rxvt marks modifiers in the final character of `CSI number final`. */
export const RXVT_FINALS: Readonly<Record<string, number>> = { $: SHIFT, "^": CTRL, "@": SHIFT | CTRL };

/** Keys that are code points in CSI-u and modifyOtherKeys reports without being a character to print. */
export const CODE_KEYS: Readonly<Record<number, string>> = {
	9: "tab",
	13: "enter",
	27: "escape",
	32: "space",
	127: "backspace",
};

/** Keypad keys have code points of their own in the Kitty protocol; they are named like the main ones. */
export const KEYPAD_KEYS: Readonly<Record<number, string>> = {
	57399: "0",
	57400: "1",
	57401: "2",
	57402: "3",
	57403: "4",
	57404: "5",
	57405: "6",
	57406: "7",
	57407: "8",
	57408: "9",
	57409: ".",
	57410: "/",
	57411: "*",
	57412: "-",
	57413: "+",
	57414: "enter",
	57415: "=",
	57416: ",",
	57417: "left",
	57418: "right",
	57419: "up",
	57420: "down",
	57421: "pageUp",
	57422: "pageDown",
	57423: "home",
	57424: "end",
	57425: "insert",
	57426: "delete",
	57427: "clear",
};

/** First code point of the Kitty protocol's functional keys; these lie in a private area and are never text. */
export const FIRST_FUNCTIONAL = 57344;
export const LAST_FUNCTIONAL = 63743;

/** Symbols that can be part of a key name. */
export const SYMBOLS: ReadonlySet<string> = new Set("`-=[]\\;',./!@#$%^&*()_+|~{}:<>?");

/** Symbols that a US keyboard types with shift; terminals that report only the result leave shift in or out. */
export const SHIFTED_SYMBOLS: ReadonlySet<string> = new Set('!@#$%^&*()_+|~{}:<>?"');

/** Emacs keys that terminals send for modified arrows: macOS terminals send ESC b for alt+left, and so on. */
export const META_ARROWS: Readonly<Record<string, string>> = {
	b: "left",
	B: "left",
	f: "right",
	F: "right",
	p: "up",
	n: "down",
};

/** Names of the C0 control characters apart from the letters: the first is the usual one. */
export const CONTROL_KEYS: Readonly<Record<string, readonly string[]>> = {
	"\x00": ["ctrl+space", "ctrl+@"],
	"\x08": ["backspace", "ctrl+h"],
	"\x09": ["tab", "ctrl+i"],
	"\x0a": ["enter", "ctrl+j"],
	"\x0d": ["enter", "ctrl+m"],
	"\x1b": ["escape", "ctrl+["],
	"\x1c": ["ctrl+\\"],
	"\x1d": ["ctrl+]"],
	"\x1e": ["ctrl+^"],
	"\x1f": ["ctrl+-", "ctrl+_"],
	"\x20": ["space"],
	"\x7f": ["backspace"],
};
