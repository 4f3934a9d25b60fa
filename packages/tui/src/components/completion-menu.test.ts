import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { editorFixture as fixture } from "../../test/support/editor-fixture.ts";
import { showCursor } from "../../test/support/visible-themes.ts";
import type { AutocompleteProvider } from "../contract/completion.ts";

const DOWN = "\x1b[B";
const ENTER = "\r";
const ESCAPE = "\x1b";

describe("suggestions", () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});

	afterEach(() => {
		vi.useRealTimers();
	});

	/** Offers three words for the last word before the cursor, and keeps what it was asked. */
	function provider(extra: Partial<AutocompleteProvider> = {}): AutocompleteProvider & { asked: string[] } {
		const asked: string[] = [];
		return {
			asked,
			async getSuggestions(lines, line, column, { force }) {
				const before = (lines[line] as string).slice(0, column);
				asked.push(force === true ? `${before}!` : before);
				const prefix = /\S*$/.exec(before)?.[0] ?? "";
				const values = ["alpha", "beta", "alphabet"].map((name) => (/^[/@#]/.exec(prefix)?.[0] ?? "") + name);
				const items = values.filter((value) => value.startsWith(prefix)).map((value) => ({ value, label: value }));
				return items.length === 0 ? null : { items, prefix };
			},
			applyCompletion(lines, line, column, item, prefix) {
				const text = lines[line] as string;
				const start = column - prefix.length;
				const changed = lines.with(line, `${text.slice(0, start)}${item.value} ${text.slice(column)}`);
				return { lines: changed, cursorLine: line, cursorCol: start + item.value.length + 1 };
			},
			...extra,
		};
	}

	async function settle(): Promise<void> {
		await vi.advanceTimersByTimeAsync(50);
	}

	test("open for a slash command and are drawn below the text", async () => {
		const { editor, type, screen } = fixture();
		editor.setAutocompleteProvider(provider());
		type("/al");
		await settle();
		expect([showCursor(editor.render(20)), editor.capturesViewportInput, screen.renders]).toEqual([
			[
				"────────────────────",
				"/al▮‹ ›                ",
				"────────────────────",
				"→ /alpha            ",
				"  /alphabet         ",
			],
			true,
			1,
		]);
	});

	test("are taken with tab, and with enter, which also sends a command", async () => {
		const { editor, events, type, press } = fixture();
		editor.setAutocompleteProvider(provider());
		type("/al");
		await settle();
		press(DOWN, "\t");
		const tabbed = [editor.getText(), editor.isShowingAutocomplete()];
		editor.setText("");
		type("/be");
		await settle();
		press(ENTER);
		type("see @al");
		await settle();
		press(ENTER);
		expect([tabbed, events.filter((event) => event.startsWith("submit")), editor.getText()]).toEqual([
			["/alphabet ", false],
			["submit /beta"],
			"see @alpha ",
		]);
	});

	test("ask once for what is typed in one go, and for words only at trigger characters", async () => {
		const { editor, type } = fixture();
		const source = provider({ triggerCharacters: ["$"] });
		editor.setAutocompleteProvider(source);
		for (const text of ["plain a/b @al", " x#1", " #a", " $v"]) {
			type(text);
			await settle();
		}
		expect(source.asked).toEqual([
			"plain a/b @al",
			"plain a/b @al x#1",
			"plain a/b @al x#1 #a",
			"plain a/b @al x#1 #a $v",
		]);
	});

	test("close with escape and come back with the next letter, follow deletions, and go when nothing fits", async () => {
		const { editor, press } = fixture();
		editor.setAutocompleteProvider(provider());
		const open: boolean[] = [];
		for (const key of ["@", "a", ESCAPE, "l", "\x7f", "z"]) {
			press(key);
			await settle();
			open.push(editor.isShowingAutocomplete());
		}
		expect(open).toEqual([true, true, false, true, true, false]);
	});

	test("asked for with tab are forced; a single one is taken at once", async () => {
		const { editor, type, press } = fixture();
		const source = provider();
		editor.setAutocompleteProvider(source);
		type("see be");
		press("\t");
		await settle();
		expect([source.asked, editor.getText(), editor.isShowingAutocomplete()]).toEqual([["see be!"], "see beta ", false]);
	});

	test("are not asked for with tab where the provider says no", async () => {
		const { editor, type, press } = fixture();
		const source = provider({ shouldTriggerFileCompletion: () => false });
		editor.setAutocompleteProvider(source);
		type("see");
		press("\t");
		await settle();
		expect(source.asked).toEqual([]);
	});

	test("that come too late are dropped, and their signal has aborted", async () => {
		const { editor, type } = fixture();
		const signals: AbortSignal[] = [];
		editor.setAutocompleteProvider(
			provider({
				getSuggestions: (_lines, _line, _column, { signal }) => {
					signals.push(signal);
					return new Promise((resolve) =>
						setTimeout(() => resolve({ items: [{ value: "x", label: "x" }], prefix: "" }), 40),
					);
				},
			}),
		);
		type("/a");
		await vi.advanceTimersByTimeAsync(10);
		editor.setText("other");
		await settle();
		expect([signals.map(({ aborted }) => aborted), editor.isShowingAutocomplete()]).toEqual([[true], false]);
	});

	test("that fail leave the editor as it was", async () => {
		const { editor, type } = fixture();
		editor.setAutocompleteProvider(provider({ getSuggestions: () => Promise.reject(new Error("broken")) }));
		type("/a");
		await settle();
		expect([editor.getText(), editor.isShowingAutocomplete()]).toEqual(["/a", false]);
	});

	test("are shown between three and twenty at a time", () => {
		const visible = [1, 7.9, 99, Number.NaN].map((autocompleteMaxVisible) =>
			fixture({ autocompleteMaxVisible }).editor.getAutocompleteMaxVisible(),
		);
		expect([fixture().editor.getAutocompleteMaxVisible(), visible]).toEqual([5, [3, 7, 20, 5]]);
	});
});
