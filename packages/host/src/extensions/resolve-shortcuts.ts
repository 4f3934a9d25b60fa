import type { ShortcutOptions } from "../extension-api/command.ts";
import type { ExtensionRecord } from "./extension-record.ts";

/** Actions that the terminal cannot do without: an extension never takes their keys (L18). */
export const RESERVED_ACTIONS: readonly string[] = [
	"app.interrupt",
	"app.clear",
	"app.exit",
	"app.suspend",
	"app.thinking.cycle",
	"app.model.cycleForward",
	"app.model.cycleBackward",
	"app.model.select",
	"app.tools.expand",
	"app.thinking.toggle",
	"app.editor.external",
	"app.message.copy",
	"app.message.followUp",
	"tui.input.submit",
	"tui.input.copy",
	"tui.select.confirm",
	"tui.select.cancel",
	"tui.editor.deleteToLineEnd",
];

export interface ResolvedShortcut {
	readonly key: string;
	readonly options: ShortcutOptions;
	readonly record: ExtensionRecord;
}

export interface ResolvedShortcuts {
	readonly shortcuts: readonly ResolvedShortcut[];
	readonly warnings: readonly string[];
}

/** Which extension has which key. `bindings` says which keys the program itself uses, by action (L18). */
export function resolveShortcuts(
	records: readonly ExtensionRecord[],
	bindings: ReadonlyMap<string, readonly string[]>,
): ResolvedShortcuts {
	const actions = new Map([...bindings].flatMap(([action, keys]) => keys.map((key) => [sameKey(key), action])));
	const reserved = new Set(RESERVED_ACTIONS.flatMap((action) => bindings.get(action) ?? []).map(sameKey));
	const found = new Map<string, ResolvedShortcut>();
	const warnings: string[] = [];
	for (const record of records) {
		for (const [key, options] of record.shortcuts) {
			const name = sameKey(key);
			const action = actions.get(name);
			if (reserved.has(name)) {
				warnings.push(`${record.path}: the shortcut ${key} is left out, its key belongs to ${action}`);
				continue;
			}
			const earlier = found.get(name)?.record;
			if (earlier && earlier !== record)
				warnings.push(`${record.path}: the shortcut ${key} takes the place of ${earlier.path}'s`);
			else if (action !== undefined) warnings.push(`${record.path}: the shortcut ${key} takes the key of ${action}`);
			found.set(name, { key, options, record });
		}
	}
	return { shortcuts: [...found.values()], warnings };
}

/** One spelling per key: modifiers in one order, all in lower case. */
function sameKey(key: string): string {
	const parts = key.toLowerCase().split("+");
	const base = parts.pop() || "+";
	return [...parts.filter((part) => part !== "").sort(), base].join("+");
}
