import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CancellableLoader } from "./cancellable-loader.ts";
import { Loader } from "./loader.ts";

const spinner = (text: string): string => `s{${text}}`;
const message = (text: string): string => `m{${text}}`;

/** A screen that draws the loader at every request as long as it is shown. */
function screen(): { requestRender(): void; requests: number; shown: Loader | undefined; lines: readonly string[] } {
	return {
		requests: 0,
		shown: undefined,
		lines: [],
		requestRender() {
			this.requests += 1;
			if (this.shown !== undefined) this.lines = this.shown.render(24);
		},
	};
}

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

describe("Loader", () => {
	test("draws an empty line, the spinner and the message", () => {
		const target = screen();
		const loader = new Loader(target, spinner, message, "Working...");
		const first = loader.render(30);
		loader.setMessage("Hi");
		expect([first, loader.render(20)]).toEqual([
			["", " s{⠋} m{Working...}           "],
			["", " s{⠋} m{Hi}         "],
		]);
	});

	test("turns while it is drawn", () => {
		const target = screen();
		target.shown = new Loader(target, spinner, message, "x");
		target.requestRender();
		vi.advanceTimersByTime(240);
		expect(target.lines[1]?.trim()).toBe("s{⠸} m{x}");
	});

	test("sets no timer before it is drawn and stops by itself when it no longer is", () => {
		const target = screen();
		const loader = new Loader(target, spinner, message);
		const unseen = vi.getTimerCount();
		target.shown = loader;
		target.requestRender();
		const seen = vi.getTimerCount();
		target.shown = undefined;
		vi.advanceTimersByTime(2000);
		const gone = vi.getTimerCount();
		loader.render(10);
		expect([unseen, seen, gone, vi.getTimerCount()]).toEqual([0, 1, 0, 1]);
	});

	test("stands still after stop, also when drawn, until it is started", () => {
		const target = screen();
		const loader = new Loader(target, spinner, message);
		loader.render(10);
		loader.stop();
		loader.render(10);
		const stopped = vi.getTimerCount();
		loader.start();
		loader.render(10);
		expect([stopped, vi.getTimerCount()]).toEqual([0, 1]);
	});

	test("draws frames of its own as they are, and none at all for an empty list, without a timer", () => {
		const target = screen();
		const loader = new Loader(target, spinner, message, "x", { frames: ["*"] });
		const own = loader.render(9);
		loader.setIndicator({ frames: [] });
		const none = loader.render(9);
		const timers = vi.getTimerCount();
		loader.setIndicator();
		expect([own, none, timers, loader.render(9)]).toEqual([
			["", " * m{x}  "],
			["", " m{x}    "],
			0,
			["", " s{⠋}    ", " m{x}    "],
		]);
	});
});

describe("CancellableLoader", () => {
	test("aborts its signal once, on the cancel key only", () => {
		const loader = new CancellableLoader(screen(), spinner, message);
		let aborts = 0;
		loader.onAbort = () => {
			aborts += 1;
		};
		loader.handleInput("a");
		const before = loader.aborted;
		loader.handleInput("\x1b");
		loader.handleInput("\x03");
		loader.dispose();
		expect([before, loader.signal.aborted, aborts, loader.render(30)[1]?.trim(), vi.getTimerCount()]).toEqual([
			false,
			true,
			1,
			"s{⠋} m{Loading...}",
			0,
		]);
	});
});
