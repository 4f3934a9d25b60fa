import { CancellableLoader, Container, Loader, type RenderTarget, Spacer, Text } from "@tau/tui";
import type { Theme } from "../../../theme/theme.ts";
import { DynamicBorder } from "../screen/dynamic-border.ts";
import { renderKeyHint } from "../screen/key-hint.ts";

export interface BorderedLoaderOptions {
	/** False shows no hint and takes no key; true by default. */
	cancellable?: boolean;
}

/** A spinner with its message between two lines, for work that an extension does while the user waits. */
export class BorderedLoader extends Container {
	readonly #loader: Loader;
	readonly #cancellable: CancellableLoader | undefined;
	/** The signal of work that cannot be cancelled: it never fires. */
	readonly #never: AbortController = new AbortController();

	// oxlint-disable-next-line max-params -- the extension contract fixes this signature
	constructor(tui: RenderTarget, theme: Theme, message: string, options: BorderedLoaderOptions = {}) {
		super();
		const spinner = (text: string): string => theme.fg("accent", text);
		const label = (text: string): string => theme.fg("muted", text);
		const border = new DynamicBorder((text) => theme.fg("border", text));
		if (options.cancellable === false) {
			this.#loader = new Loader(tui, spinner, label, message);
		} else {
			this.#cancellable = new CancellableLoader(tui, spinner, label, message);
			this.#loader = this.#cancellable;
		}
		this.addChild(border);
		this.addChild(this.#loader);
		if (this.#cancellable !== undefined) {
			this.addChild(new Spacer(1));
			this.addChild(new Text(renderKeyHint(theme, "tui.select.cancel", "cancel"), 1, 0));
		}
		this.addChild(new Spacer(1));
		this.addChild(border);
	}

	/** Fires when the user cancels. */
	get signal(): AbortSignal {
		return this.#cancellable?.signal ?? this.#never.signal;
	}

	/** Called once, when the user cancels. */
	set onAbort(handler: (() => void) | undefined) {
		if (this.#cancellable === undefined) return;
		if (handler === undefined) delete this.#cancellable.onAbort;
		else this.#cancellable.onAbort = handler;
	}

	handleInput(data: string): void {
		this.#cancellable?.handleInput(data);
	}

	dispose(): void {
		this.#loader.stop();
	}
}
