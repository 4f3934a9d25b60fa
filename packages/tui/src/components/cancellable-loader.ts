import { getKeybindings } from "../input/keybindings.ts";
import { Loader } from "./loader.ts";

/** A Loader that the user can cancel; the work it stands for watches its signal. */
export class CancellableLoader extends Loader {
	/** Called once, when the user cancels. */
	onAbort?: () => void;
	readonly #controller: AbortController = new AbortController();

	get signal(): AbortSignal {
		return this.#controller.signal;
	}

	get aborted(): boolean {
		return this.#controller.signal.aborted;
	}

	handleInput(data: string): void {
		if (this.aborted || !getKeybindings().matches(data, "tui.select.cancel")) return;
		this.#controller.abort();
		this.onAbort?.();
	}

	dispose(): void {
		this.stop();
	}
}
