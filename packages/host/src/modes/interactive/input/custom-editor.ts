import {
	Editor,
	type EditorOptions,
	type EditorScreen,
	type EditorTheme,
	type Keybinding,
	type KeybindingsManager,
	visibleWidth,
} from "@tau/tui";

/** Name of something the program does at a key, such as `app.model.select`. */
export type AppKeybinding = `app.${string}`;

export type CustomEditorOptions = EditorOptions & {
	/** The top border shows what the agent is doing, instead of a row of its own. */
	embedWorkingStatus?: boolean;
};

/** What the border can show of the agent's work: a spinner with its message, or the spinner alone. */
export interface BorderStatus {
	renderInBorder(width: number): string;
	renderSpinnerInBorder(width: number): string;
}

/** Columns of border before the status. */
const BEFORE_STATUS = 2;
/** Where less than this is left behind the status, the border stays a line. */
const LEAST_BEHIND_STATUS = 2;

const INTERRUPT: AppKeybinding = "app.interrupt";
const EXIT: AppKeybinding = "app.exit";
const PASTE_IMAGE: AppKeybinding = "app.clipboard.pasteImage";

/**
 * The editor of the program: keys of the program come before keys of the editor. Extensions extend it to replace the
 * main editor and pass on what they do not use themselves, so that interrupting, leaving and all shortcuts keep working.
 */
export class CustomEditor extends Editor {
	readonly embedWorkingStatus: boolean;
	/** What is done at the keys of the program, by the name of the binding. */
	actionHandlers: Map<AppKeybinding, () => void> = new Map();
	/** Instead of the action of `app.interrupt`. */
	onEscape?: () => void;
	/** Instead of the action of `app.exit`; only asked while the editor is empty. */
	onCtrlD?: () => void;
	onPasteImage?: () => void;
	/** Asked first, with every key; true means that the key was used. */
	onExtensionShortcut?: (data: string) => boolean;
	readonly #keybindings: KeybindingsManager;
	#status: BorderStatus | undefined;

	// oxlint-disable-next-line max-params -- the extension contract fixes this signature
	constructor(
		tui: EditorScreen,
		theme: EditorTheme,
		keybindings: KeybindingsManager,
		options: CustomEditorOptions = {},
	) {
		super(tui, theme, options);
		this.#keybindings = keybindings;
		this.embedWorkingStatus = options.embedWorkingStatus === true;
	}

	/** What the top border shows from now on; nothing without an indicator, or unless the status was asked for. */
	setWorkingStatusIndicator(indicator: BorderStatus | undefined): void {
		this.#status = indicator;
		this.tui.requestRender();
	}

	/** Sets what is done at the keys of a binding. */
	onAction(action: AppKeybinding, handler: () => void): void {
		this.actionHandlers.set(action, handler);
	}

	override handleInput(data: string): void {
		if (this.onExtensionShortcut?.(data) === true) return;
		const action = this.#actionAt(data);
		if (action === undefined) super.handleInput(data);
		else action();
	}

	protected override renderTopBorder(width: number, hiddenLineCount: number): string {
		const status = this.#statusText(width, hiddenLineCount);
		const rest = width - BEFORE_STATUS - visibleWidth(status);
		if (status === "" || rest < LEAST_BEHIND_STATUS) return super.renderTopBorder(width, hiddenLineCount);
		return this.borderColor("─".repeat(BEFORE_STATUS)) + status + super.renderTopBorder(rest, hiddenLineCount);
	}

	#statusText(width: number, hiddenLineCount: number): string {
		if (!this.embedWorkingStatus || this.#status === undefined) return "";
		const room = width - BEFORE_STATUS - LEAST_BEHIND_STATUS;
		// The number of hidden lines needs its place too.
		return hiddenLineCount > 0 ? this.#status.renderSpinnerInBorder(room) : this.#status.renderInBorder(room);
	}

	/** What the program does at this key; nothing when the key belongs to the text. */
	#actionAt(data: string): (() => void) | undefined {
		if (this.onPasteImage !== undefined && this.#matches(data, PASTE_IMAGE)) return this.onPasteImage;
		if (this.#matches(data, INTERRUPT)) {
			// Escape closes the suggestions first.
			return this.isShowingAutocomplete() ? undefined : (this.onEscape ?? this.actionHandlers.get(INTERRUPT));
		}
		if (this.#matches(data, EXIT)) {
			// The same key deletes forward in a text.
			return this.getText() === "" ? (this.onCtrlD ?? this.actionHandlers.get(EXIT)) : undefined;
		}
		const found = Array.from(this.actionHandlers).find(([action]) => this.#matches(data, action));
		return found?.[1];
	}

	#matches(data: string, action: AppKeybinding): boolean {
		// The program adds its bindings to those of the components, whose names alone the type knows.
		return this.#keybindings.matches(data, action as string as Keybinding);
	}
}
