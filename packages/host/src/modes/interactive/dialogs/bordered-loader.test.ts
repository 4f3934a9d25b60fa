import { expect, test } from "vitest";
import { Theme } from "../../../theme/theme.ts";
import { BorderedLoader } from "./bordered-loader.ts";

class NamingTheme extends Theme {
	override fg(color: string, text: string): string {
		return `<${color}:${text}>`;
	}
}

const THEME = new NamingTheme({}, {}, "truecolor", { name: "naming" });
const SCREEN = { requestRender: (): void => {} };

function draw(loader: BorderedLoader): string[] {
	const lines = loader.render(60).map((line) => line.trimEnd());
	loader.dispose();
	return lines;
}

test("a loader that can be cancelled tells how, and cancels once", () => {
	const loader = new BorderedLoader(SCREEN, THEME, "Working");
	const cancelled: string[] = [];
	loader.onAbort = () => cancelled.push("cancelled");
	const before = loader.signal.aborted;
	for (const key of ["x", "\u001b", "\u001b"]) loader.handleInput(key);

	expect([before, loader.signal.aborted, cancelled]).toEqual([false, true, ["cancelled"]]);
	expect(draw(loader)).toEqual([
		`<border:${"─".repeat(60)}>`,
		"",
		" <accent:⠋> <muted:Working>",
		"",
		" <dim:escape/ctrl+c><muted: cancel>",
		"",
		`<border:${"─".repeat(60)}>`,
	]);
});

test("one that cannot be cancelled shows no hint and takes no key", () => {
	const loader = new BorderedLoader(SCREEN, THEME, "Working", { cancellable: false });
	const cancelled: string[] = [];
	loader.onAbort = () => cancelled.push("cancelled");
	loader.handleInput("\u001b");

	expect([loader.signal.aborted, cancelled]).toEqual([false, []]);
	expect(draw(loader)).toEqual([
		`<border:${"─".repeat(60)}>`,
		"",
		" <accent:⠋> <muted:Working>",
		"",
		`<border:${"─".repeat(60)}>`,
	]);
});
