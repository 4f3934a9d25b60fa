import type { AutocompleteItem, AutocompleteProvider, AutocompleteSuggestions } from "../contract/completion.ts";
import type { SelectListTheme } from "../contract/theme.ts";
import type { EditBuffer } from "../editing/buffer.ts";
import { type CompletionContext, completionContext, DEFAULT_TRIGGERS } from "../editing/completion-context.ts";
import { getKeybindings } from "../input/keybindings.ts";
import { SelectList, type SelectListLayoutOptions } from "./select-list.ts";

/** What the menu needs of the editor it belongs to. */
export interface CompletionHost {
	readonly buffer: EditBuffer;
	/** Takes over a text that a suggestion was put into. */
	accept(buffer: EditBuffer): void;
	requestRender(): void;
}

/** What the menu made of a key: nothing, all, or all and the message is to be sent. */
export type MenuOutcome = "ignored" | "handled" | "submit";

const COMMAND_LAYOUT: SelectListLayoutOptions = { minPrimaryColumnWidth: 12, maxPrimaryColumnWidth: 32 };
/** Suggestions for words may search files: a short wait keeps fast typing from starting one search per letter. */
const WORD_DELAY_MS = 20;
const DEFAULT_VISIBLE = 5;
const MIN_VISIBLE = 3;
const MAX_VISIBLE = 20;

interface OpenMenu {
	readonly list: SelectList;
	readonly suggestions: AutocompleteSuggestions;
	readonly context: CompletionContext;
}

/** Asks a provider for suggestions while the user types, and offers them. */
export class CompletionMenu {
	readonly #host: CompletionHost;
	readonly #theme: SelectListTheme;
	#provider: AutocompleteProvider | undefined;
	#open: OpenMenu | undefined;
	#request: AbortController | undefined;
	#maxVisible: number = DEFAULT_VISIBLE;

	constructor(host: CompletionHost, theme: SelectListTheme) {
		this.#host = host;
		this.#theme = theme;
	}

	get isOpen(): boolean {
		return this.#open !== undefined;
	}

	get maxVisible(): number {
		return this.#maxVisible;
	}

	set maxVisible(value: number) {
		const whole = Number.isFinite(value) ? Math.floor(value) : DEFAULT_VISIBLE;
		this.#maxVisible = Math.max(MIN_VISIBLE, Math.min(whole, MAX_VISIBLE));
	}

	setProvider(provider: AutocompleteProvider): void {
		this.close();
		this.#provider = provider;
	}

	/** Takes the menu away, and drops suggestions still under way. */
	close(): void {
		this.#request?.abort();
		this.#request = undefined;
		this.#open = undefined;
	}

	/** The text changed: suggestions follow it where they are called for. */
	textChanged(): void {
		const context = this.#context();
		if (context === "none" && !this.isOpen) this.#request?.abort();
		else void this.#ask(context, "typed");
	}

	/** The cursor moved without a change: an open menu follows it, a closed one stays closed. */
	cursorMoved(): void {
		if (this.isOpen) void this.#ask(this.#context(), "typed");
		else this.#request?.abort();
	}

	/** The user asked for suggestions. A single one is taken at once. */
	complete(): void {
		const { lines, line, column } = this.#host.buffer;
		const context = this.#context();
		const mayAsk =
			context === "command" || (this.#provider?.shouldTriggerFileCompletion?.([...lines], line, column) ?? true);
		if (mayAsk) void this.#ask(context, "asked");
	}

	/** Gives an open menu the keys that are meant for it. */
	handleKey(data: string): MenuOutcome {
		if (this.#open === undefined) return "ignored";
		const keybindings = getKeybindings();
		if (keybindings.matches(data, "tui.select.cancel")) {
			this.close();
			return "handled";
		}
		if (keybindings.matches(data, "tui.input.tab")) return this.#take();
		if (keybindings.matches(data, "tui.select.confirm") && !keybindings.matches(data, "tui.input.newLine")) {
			const sends = this.#open.context === "command";
			return this.#take() === "handled" && sends ? "submit" : "handled";
		}
		const moves = ["up", "down", "pageUp", "pageDown"] as const;
		if (!moves.some((name) => keybindings.matches(data, `tui.select.${name}`))) return "ignored";
		this.#open.list.handleInput(data);
		return "handled";
	}

	render(width: number): string[] {
		return this.#open?.list.render(width) ?? [];
	}

	#context(): CompletionContext {
		return completionContext(this.#host.buffer, [...DEFAULT_TRIGGERS, ...(this.#provider?.triggerCharacters ?? [])]);
	}

	#take(): "handled" {
		const item = this.#open?.list.getSelectedItem();
		const prefix = this.#open?.suggestions.prefix ?? "";
		this.close();
		if (item !== null && item !== undefined) this.#apply(item, prefix);
		return "handled";
	}

	#apply(item: AutocompleteItem, prefix: string): void {
		const { lines, line, column } = this.#host.buffer;
		const applied = this.#provider?.applyCompletion([...lines], line, column, item, prefix);
		if (applied !== undefined)
			this.#host.accept({ lines: applied.lines, line: applied.cursorLine, column: applied.cursorCol });
	}

	async #ask(context: CompletionContext, reason: "typed" | "asked"): Promise<void> {
		this.#request?.abort();
		if (this.#provider === undefined) return;
		const request = new AbortController();
		this.#request = request;
		await pause(context === "word" && reason === "typed" ? WORD_DELAY_MS : 0);
		if (request.signal.aborted) return;
		const force = reason === "asked" && context !== "command";
		const suggestions = await this.#suggestions(force, request.signal);
		if (request.signal.aborted) return;
		if (suggestions?.items.length === 1 && reason === "asked")
			this.#apply(suggestions.items[0] as AutocompleteItem, suggestions.prefix);
		else this.#open = suggestions === null ? undefined : this.#menuOf(suggestions, context);
		this.#host.requestRender();
	}

	async #suggestions(force: boolean, signal: AbortSignal): Promise<AutocompleteSuggestions | null> {
		const { lines, line, column } = this.#host.buffer;
		try {
			const suggestions = await this.#provider?.getSuggestions([...lines], line, column, { signal, force });
			return suggestions === undefined || suggestions === null || suggestions.items.length === 0 ? null : suggestions;
		} catch {
			// Providers are foreign code, and suggestions are a convenience: without them typing must go on undisturbed.
			return null;
		}
	}

	#menuOf(suggestions: AutocompleteSuggestions, context: CompletionContext): OpenMenu {
		const layout = context === "command" ? COMMAND_LAYOUT : {};
		const list = new SelectList(suggestions.items, this.#maxVisible, this.#theme, layout);
		list.setSelectedIndex(bestMatch(suggestions));
		return { list, suggestions, context };
	}
}

/** The suggestion that is what stands there already, else the first that begins with it, else the first. */
function bestMatch({ items, prefix }: AutocompleteSuggestions): number {
	if (prefix === "") return 0;
	const exact = items.findIndex(({ value }) => value === prefix);
	return exact === -1
		? Math.max(
				0,
				items.findIndex(({ value }) => value.startsWith(prefix)),
			)
		: exact;
}

/** Without a delay only what was typed in the same go is waited for. */
async function pause(milliseconds: number): Promise<void> {
	if (milliseconds === 0) return;
	await new Promise<void>((resolve) => {
		setTimeout(resolve, milliseconds).unref();
	});
}
