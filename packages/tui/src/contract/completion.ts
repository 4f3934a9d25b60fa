/** One suggestion. `value` is what is inserted, `label` what is shown. */
export interface AutocompleteItem {
	value: string;
	label: string;
	description?: string;
}

/** Suggestions for what stands before the cursor; `prefix` is the part of it they replace. */
export interface AutocompleteSuggestions {
	items: AutocompleteItem[];
	prefix: string;
}

/** Where suggestions come from. */
export interface AutocompleteProvider {
	/** Characters that ask for suggestions when typed at the beginning of a word. */
	triggerCharacters?: string[];
	/** `force` is set when the user asked with Tab. The signal aborts when the text has moved on; the answer is then dropped. */
	getSuggestions(
		lines: string[],
		cursorLine: number,
		cursorCol: number,
		options: { signal: AbortSignal; force?: boolean },
	): Promise<AutocompleteSuggestions | null>;
	applyCompletion(
		lines: string[],
		cursorLine: number,
		cursorCol: number,
		item: AutocompleteItem,
		prefix: string,
	): { lines: string[]; cursorLine: number; cursorCol: number };
	/** Whether Tab may ask for file names here; it may unless this says no. */
	shouldTriggerFileCompletion?(lines: string[], cursorLine: number, cursorCol: number): boolean;
}

/** A command offered after a slash at the beginning of a message. */
export interface SlashCommand {
	name: string;
	description?: string;
	argumentHint?: string;
	getArgumentCompletions?(argumentPrefix: string): AutocompleteItem[] | null | Promise<AutocompleteItem[] | null>;
}
