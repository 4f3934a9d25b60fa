import type { ExtensionCommandContext, ExtensionContext } from "./context.ts";
import type { SourceInfo } from "./source-info.ts";

export interface AutocompleteItem {
	value: string;
	label: string;
	description?: string;
}

/** A slash command (API07). `args` is the raw text after one space. */
export interface CommandOptions {
	description?: string;
	getArgumentCompletions?: (argumentPrefix: string) => AutocompleteItem[] | null | Promise<AutocompleteItem[] | null>;
	handler: (args: string, ctx: ExtensionCommandContext) => Promise<void> | void;
}

export interface RegisteredCommand extends CommandOptions {
	name: string;
	sourceInfo: SourceInfo;
}

/** What `getCommands` reports; `name` is what the user types (API08). */
export interface SlashCommandInfo {
	name: string;
	description?: string;
	source: "extension" | "prompt" | "skill";
	sourceInfo: SourceInfo;
}

export interface ShortcutOptions {
	description?: string;
	handler: (ctx: ExtensionContext) => Promise<void> | void;
}

/** A command-line flag of an extension (API14). */
export type FlagOptions =
	| { description?: string; type: "boolean"; default?: boolean }
	| { description?: string; type: "string"; default?: string };
