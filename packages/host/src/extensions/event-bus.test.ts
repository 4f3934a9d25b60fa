import { expect, test } from "vitest";
import { createBusView, SharedEventBus } from "./event-bus.ts";

interface Fixture {
	bus: SharedEventBus;
	heard: unknown[];
	hear(name: string): (data: unknown) => void;
	fail(channel: string, error: unknown): void;
}

function fixture(): Fixture {
	const heard: unknown[] = [];
	return {
		bus: new SharedEventBus(),
		heard,
		hear: (name) => (data) => void heard.push([name, data]),
		fail: (channel, error) => void heard.push([channel, (error as Error).message]),
	};
}

test("listeners of a channel are served in order, across the views of all extensions (API19)", () => {
	const { bus, heard, hear, fail } = fixture();
	const [one, two] = [createBusView(bus, fail), createBusView(bus, fail)];
	one.on("x", hear("first"));
	two.on("x", hear("second"));
	one.on("y", hear("never"));
	two.emit("x", 1);

	expect(heard).toEqual([
		["first", 1],
		["second", 1],
	]);
});

test("a throw and a rejection are the listener's own failures, and the others are served (API19)", async () => {
	const { bus, heard, hear, fail } = fixture();
	const view = createBusView(bus, fail);
	view.on("x", () => {
		throw new Error("thrown");
	});
	view.on("x", () => Promise.reject(new Error("rejected")) as unknown as undefined);
	view.on("x", hear("last"));
	view.emit("x", 1);
	await Promise.resolve();
	await Promise.resolve();

	expect(heard).toEqual([
		["x", "thrown"],
		["last", 1],
		["x", "rejected"],
	]);
});

test("a listener that subscribes or leaves while a message is delivered changes the next delivery, not this one", () => {
	const { bus, heard, hear, fail } = fixture();
	const view = createBusView(bus, fail);
	const offs: (() => void)[] = [];
	view.on("x", () => {
		offs[0]?.();
		view.on("x", hear("new"));
	});
	offs.push(view.on("x", hear("leaving")));
	view.emit("x", 1);
	view.emit("x", 2);

	expect(heard).toEqual([
		["leaving", 1],
		["new", 2],
	]);
});

test("one subscription of a function used twice is ended, and clearing ends all (API19)", () => {
	const { bus, heard, hear, fail } = fixture();
	const view = createBusView(bus, fail);
	const listener = hear("twice");
	const off = view.on("x", listener);
	view.on("x", listener);
	off();
	off();
	view.emit("x", 1);
	bus.clear();
	view.emit("x", 2);

	expect(heard).toEqual([["twice", 1]]);
});
