import type { RenderTarget } from "../contract/terminal.ts";
import type { StyleFunction } from "../contract/theme.ts";
import { Text } from "./text.ts";

/** Another spinner. Its frames are drawn as they are given; no frame at all hides it. */
export interface LoaderIndicatorOptions {
	frames?: string[];
	intervalMs?: number;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const INTERVAL_MS = 80;
/** So many frames in a row without being drawn mean that the loader is no longer on the screen. */
const UNSEEN_LIMIT = 5;

interface Indicator {
	readonly frames: readonly string[];
	readonly intervalMs: number;
	readonly color: StyleFunction;
}

/**
 * A message with a spinner before it. It turns while it is being drawn: a loader that was taken off the screen stops by
 * itself and goes on when it is drawn again, so that a forgotten one costs nothing.
 */
export class Loader extends Text {
	readonly #target: RenderTarget;
	readonly #colors: { readonly spinner: StyleFunction; readonly message: StyleFunction };
	#message: string;
	#indicator: Indicator;
	#frame = 0;
	#timer: ReturnType<typeof setInterval> | undefined;
	#unseen = 0;
	#stopped = false;

	// oxlint-disable-next-line max-params -- the extension contract fixes this signature
	constructor(
		ui: RenderTarget,
		spinnerColorFn: StyleFunction,
		messageColorFn: StyleFunction,
		message = "Loading...",
		indicator?: LoaderIndicatorOptions,
	) {
		super("", 1, 0);
		this.#target = ui;
		this.#colors = { spinner: spinnerColorFn, message: messageColorFn };
		this.#message = message;
		this.#indicator = this.#toIndicator(indicator);
		this.#target.requestRender();
	}

	/** The spinner's line with an empty one above it. */
	override render(width: number): string[] {
		this.#unseen = 0;
		if (!this.#stopped) this.#startTimer();
		const indicator = this.getRenderedIndicator();
		this.setText((indicator === "" ? "" : `${indicator} `) + this.#colors.message(this.#message));
		return ["", ...super.render(width)];
	}

	/** Lets the spinner turn again after `stop()`. */
	start(): void {
		this.#stopped = false;
		this.#target.requestRender();
	}

	/** Holds the spinner where it is. */
	stop(): void {
		this.#stopped = true;
		this.#stopTimer();
	}

	setMessage(message: string): void {
		this.#message = message;
		this.#target.requestRender();
	}

	/** Changes the spinner, without an argument back to the usual one. */
	setIndicator(indicator?: LoaderIndicatorOptions): void {
		this.#indicator = this.#toIndicator(indicator);
		this.#frame = 0;
		this.#stopTimer();
		this.#target.requestRender();
	}

	/** The present frame as it is drawn; empty when there is none. */
	protected getRenderedIndicator(): string {
		const { frames, color } = this.#indicator;
		const frame = frames[this.#frame % Math.max(1, frames.length)] ?? "";
		return frame === "" ? "" : color(frame);
	}

	#toIndicator(options: LoaderIndicatorOptions | undefined): Indicator {
		const intervalMs = Math.max(1, options?.intervalMs ?? INTERVAL_MS);
		if (options?.frames === undefined) return { frames: FRAMES, intervalMs, color: this.#colors.spinner };
		return { frames: options.frames, intervalMs, color: (frame) => frame };
	}

	#startTimer(): void {
		if (this.#timer !== undefined || this.#indicator.frames.length < 2) return;
		this.#timer = setInterval(() => this.#tick(), this.#indicator.intervalMs);
		// A spinner must not keep a program alive that has nothing else to do.
		this.#timer.unref();
	}

	#stopTimer(): void {
		clearInterval(this.#timer);
		this.#timer = undefined;
	}

	#tick(): void {
		this.#unseen += 1;
		if (this.#unseen > UNSEEN_LIMIT) {
			this.#stopTimer();
			return;
		}
		this.#frame += 1;
		this.#target.requestRender();
	}
}
