type Letter =
	| "a"
	| "b"
	| "c"
	| "d"
	| "e"
	| "f"
	| "g"
	| "h"
	| "i"
	| "j"
	| "k"
	| "l"
	| "m"
	| "n"
	| "o"
	| "p"
	| "q"
	| "r"
	| "s"
	| "t"
	| "u"
	| "v"
	| "w"
	| "x"
	| "y"
	| "z";
type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type SymbolKey =
	| "`"
	| "-"
	| "="
	| "["
	| "]"
	| "\\"
	| ";"
	| "'"
	| ","
	| "."
	| "/"
	| "!"
	| "@"
	| "#"
	| "$"
	| "%"
	| "^"
	| "&"
	| "*"
	| "("
	| ")"
	| "_"
	| "+"
	| "|"
	| "~"
	| "{"
	| "}"
	| ":"
	| "<"
	| ">"
	| "?";
type EditingKey = "enter" | "return" | "tab" | "space" | "backspace" | "delete" | "insert" | "clear" | "escape" | "esc";
type MovingKey = "home" | "end" | "pageUp" | "pageDown" | "up" | "down" | "left" | "right";
type FunctionKey = "f1" | "f2" | "f3" | "f4" | "f5" | "f6" | "f7" | "f8" | "f9" | "f10" | "f11" | "f12";

/** A key without modifiers. */
export type BaseKey = Letter | Digit | SymbolKey | EditingKey | MovingKey | FunctionKey;

/** A modifier of a key, as it is written before the plus sign. */
export type KeyModifier = "ctrl" | "shift" | "alt" | "super";

type WithModifiers<K extends string, M extends KeyModifier> = {
	[First in M]: `${First}+${K}` | `${First}+${WithModifiers<K, Exclude<M, First>>}`;
}[M];

/** Name of a key, with modifiers in any order: `escape`, `ctrl+c`, `shift+alt+up`. */
export type KeyId = BaseKey | WithModifiers<BaseKey, KeyModifier>;

/** Key names for `matchesKey`, checked by the compiler: `Key.escape`, `Key.ctrl("c")`. */
export const Key: {
	readonly escape: "escape";
	readonly esc: "esc";
	readonly enter: "enter";
	readonly return: "return";
	readonly tab: "tab";
	readonly space: "space";
	readonly backspace: "backspace";
	readonly delete: "delete";
	readonly insert: "insert";
	readonly clear: "clear";
	readonly home: "home";
	readonly end: "end";
	readonly pageUp: "pageUp";
	readonly pageDown: "pageDown";
	readonly up: "up";
	readonly down: "down";
	readonly left: "left";
	readonly right: "right";
	readonly f1: "f1";
	readonly f2: "f2";
	readonly f3: "f3";
	readonly f4: "f4";
	readonly f5: "f5";
	readonly f6: "f6";
	readonly f7: "f7";
	readonly f8: "f8";
	readonly f9: "f9";
	readonly f10: "f10";
	readonly f11: "f11";
	readonly f12: "f12";
	readonly backtick: "`";
	readonly hyphen: "-";
	readonly equals: "=";
	readonly leftbracket: "[";
	readonly rightbracket: "]";
	readonly backslash: "\\";
	readonly semicolon: ";";
	readonly quote: "'";
	readonly comma: ",";
	readonly period: ".";
	readonly slash: "/";
	readonly exclamation: "!";
	readonly at: "@";
	readonly hash: "#";
	readonly dollar: "$";
	readonly percent: "%";
	readonly caret: "^";
	readonly ampersand: "&";
	readonly asterisk: "*";
	readonly leftparen: "(";
	readonly rightparen: ")";
	readonly underscore: "_";
	readonly plus: "+";
	readonly pipe: "|";
	readonly tilde: "~";
	readonly leftbrace: "{";
	readonly rightbrace: "}";
	readonly colon: ":";
	readonly lessthan: "<";
	readonly greaterthan: ">";
	readonly question: "?";
	readonly ctrl: <K extends BaseKey>(key: K) => `ctrl+${K}`;
	readonly shift: <K extends BaseKey>(key: K) => `shift+${K}`;
	readonly alt: <K extends BaseKey>(key: K) => `alt+${K}`;
	readonly super: <K extends BaseKey>(key: K) => `super+${K}`;
	readonly ctrlShift: <K extends BaseKey>(key: K) => `ctrl+shift+${K}`;
	readonly shiftCtrl: <K extends BaseKey>(key: K) => `shift+ctrl+${K}`;
	readonly ctrlAlt: <K extends BaseKey>(key: K) => `ctrl+alt+${K}`;
	readonly altCtrl: <K extends BaseKey>(key: K) => `alt+ctrl+${K}`;
	readonly shiftAlt: <K extends BaseKey>(key: K) => `shift+alt+${K}`;
	readonly altShift: <K extends BaseKey>(key: K) => `alt+shift+${K}`;
	readonly ctrlSuper: <K extends BaseKey>(key: K) => `ctrl+super+${K}`;
	readonly superCtrl: <K extends BaseKey>(key: K) => `super+ctrl+${K}`;
	readonly shiftSuper: <K extends BaseKey>(key: K) => `shift+super+${K}`;
	readonly superShift: <K extends BaseKey>(key: K) => `super+shift+${K}`;
	readonly altSuper: <K extends BaseKey>(key: K) => `alt+super+${K}`;
	readonly superAlt: <K extends BaseKey>(key: K) => `super+alt+${K}`;
	readonly ctrlShiftAlt: <K extends BaseKey>(key: K) => `ctrl+shift+alt+${K}`;
	readonly ctrlShiftSuper: <K extends BaseKey>(key: K) => `ctrl+shift+super+${K}`;
} = {
	escape: "escape",
	esc: "esc",
	enter: "enter",
	return: "return",
	tab: "tab",
	space: "space",
	backspace: "backspace",
	delete: "delete",
	insert: "insert",
	clear: "clear",
	home: "home",
	end: "end",
	pageUp: "pageUp",
	pageDown: "pageDown",
	up: "up",
	down: "down",
	left: "left",
	right: "right",
	f1: "f1",
	f2: "f2",
	f3: "f3",
	f4: "f4",
	f5: "f5",
	f6: "f6",
	f7: "f7",
	f8: "f8",
	f9: "f9",
	f10: "f10",
	f11: "f11",
	f12: "f12",
	backtick: "`",
	hyphen: "-",
	equals: "=",
	leftbracket: "[",
	rightbracket: "]",
	backslash: "\\",
	semicolon: ";",
	quote: "'",
	comma: ",",
	period: ".",
	slash: "/",
	exclamation: "!",
	at: "@",
	hash: "#",
	dollar: "$",
	percent: "%",
	caret: "^",
	ampersand: "&",
	asterisk: "*",
	leftparen: "(",
	rightparen: ")",
	underscore: "_",
	plus: "+",
	pipe: "|",
	tilde: "~",
	leftbrace: "{",
	rightbrace: "}",
	colon: ":",
	lessthan: "<",
	greaterthan: ">",
	question: "?",
	ctrl: (key) => `ctrl+${key}`,
	shift: (key) => `shift+${key}`,
	alt: (key) => `alt+${key}`,
	super: (key) => `super+${key}`,
	ctrlShift: (key) => `ctrl+shift+${key}`,
	shiftCtrl: (key) => `shift+ctrl+${key}`,
	ctrlAlt: (key) => `ctrl+alt+${key}`,
	altCtrl: (key) => `alt+ctrl+${key}`,
	shiftAlt: (key) => `shift+alt+${key}`,
	altShift: (key) => `alt+shift+${key}`,
	ctrlSuper: (key) => `ctrl+super+${key}`,
	superCtrl: (key) => `super+ctrl+${key}`,
	shiftSuper: (key) => `shift+super+${key}`,
	superShift: (key) => `super+shift+${key}`,
	altSuper: (key) => `alt+super+${key}`,
	superAlt: (key) => `super+alt+${key}`,
	ctrlShiftAlt: (key) => `ctrl+shift+alt+${key}`,
	ctrlShiftSuper: (key) => `ctrl+shift+super+${key}`,
};
