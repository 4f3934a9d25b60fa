import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { settingsListTheme, showCursor } from "../../test/support/visible-themes.ts";
import { visibleWidth } from "../text/width.ts";
import { Text } from "./text.ts";
import { type SettingItem, SettingsList, type SettingsListOptions } from "./settings-list.ts";

function settings(): SettingItem[] {
	return [
		{ id: "a", label: "Alpha", currentValue: "on", values: ["on", "off"], description: "what it does" },
		{ id: "b", label: "Beta", currentValue: "x" },
		{
			id: "c",
			label: "Gamma",
			currentValue: "1",
			submenu: (value, done) => {
				const menu = new Text(`submenu of ${value}`, 0, 0);
				return Object.assign(menu, {
					handleInput: (data: string) => done(data === "y" ? "2" : undefined, { navigateTo: "b" }),
				});
			},
		},
	];
}

function listWith(options?: SettingsListOptions): { list: SettingsList; events: string[] } {
	const events: string[] = [];
	const list = new SettingsList(
		settings(),
		2,
		settingsListTheme,
		(id, value) => events.push(`${id}=${value}`),
		() => events.push("cancel"),
		options,
	);
	return { list, events };
}

const DOWN = "\x1b[B";
const UP = "\x1b[A";

describe("SettingsList", () => {
	test("draws labels and values in columns, the description of the selected one, and the keys", () => {
		expect(listWith().list.render(50)).toEqual([
			"> *Alpha*  *on*",
			"  Beta   x",
			"hint{  (1/3)}",
			"",
			"desc{  what it does}",
			"",
			"hint{  Enter/Space to change · Esc to cancel}",
		]);
	});

	test("goes through values with Enter and Space, and leaves settings without values alone", () => {
		const { list, events } = listWith();
		for (const key of ["\r", " ", DOWN, "\r", "\x1b"]) list.handleInput(key);
		expect(events).toEqual(["a=off", "a=on", "cancel"]);
	});

	test("opens a submenu in its place, takes its value and moves where it says", () => {
		const { list, events } = listWith();
		for (const key of [UP, "\r"]) list.handleInput(key);
		const open = list.render(20);
		list.handleInput("y");
		expect([open, events, list.render(20)[1]]).toEqual([["submenu of 1        "], ["c=2"], "> *Beta *  *x*"]);
	});

	test("closes a submenu without a change when it gives no value", () => {
		const { list, events } = listWith();
		for (const key of [UP, "\r", "n"]) list.handleInput(key);
		expect(events).toEqual([]);
	});

	test("narrows the list by what is typed", () => {
		const { list } = listWith({ enableSearch: true });
		for (const key of ["g", "a"]) list.handleInput(key);
		const found = showCursor(list.render(30));
		list.handleInput("z");
		expect([found, list.render(60)[2]]).toEqual([
			["> ga‹ ›                         ", "", "> *Gamma*  *1*", "", "hint{  Type to search · Enter/Sp...}"],
			"hint{  No matching settings}",
		]);
	});

	test("shows a value set from outside without telling it as a change", () => {
		const { list, events } = listWith();
		list.updateValue("a", "off");
		list.selectItem("b");
		expect([list.render(30).slice(0, 2), events]).toEqual([["  Alpha  off", "> *Beta *  *x*"], []]);
	});

	test("says when there is nothing to set", () => {
		const list = new SettingsList(
			[],
			5,
			settingsListTheme,
			() => {},
			() => {},
		);
		expect(list.render(40)).toEqual(["hint{  No settings available}"]);
	});

	test("fits any width", () => {
		const plain = { ...settingsListTheme, hint: (text: string) => text, description: (text: string) => text };
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 60 }), fc.boolean(), (width, enableSearch) => {
				const list = new SettingsList(
					settings(),
					2,
					plain,
					() => {},
					() => {},
					{ enableSearch },
				);
				expect(list.render(width).filter((line) => visibleWidth(line) > width)).toEqual([]);
			}),
		);
	});
});
