import { afterEach, expect, test } from "vitest";
import { getMarkdownTheme, getSelectListTheme, getSettingsListTheme } from "./component-themes.ts";
import { createPlainTheme } from "./plain-theme.ts";
import { setShownTheme } from "./shown-theme.ts";
import { Theme } from "./theme.ts";

/** Writes the name of each colour instead of the colour. */
class NamingTheme extends Theme {
	override fg(color: string, text: string): string {
		return `<${color}:${text}>`;
	}
}

const NAMING = new NamingTheme({}, {}, "truecolor", { name: "naming" });

afterEach(() => setShownTheme(createPlainTheme()));

test("without a screen every style gives its text back", () => {
	const { heading, bold, code } = getMarkdownTheme();
	const { cursor, value } = getSettingsListTheme();

	expect([heading("x"), bold("x"), code("x"), getSelectListTheme().noMatch("x"), cursor, value("x", true)]).toEqual([
		"x",
		"x",
		"x",
		"x",
		"→ ",
		"x",
	]);
});

test("a Markdown theme uses the tokens of its elements", () => {
	const { heading, link, linkUrl, code, codeBlock, codeBlockBorder, quote, quoteBorder, hr, listBullet, bold } =
		getMarkdownTheme(() => NAMING);
	const colored = [heading, link, linkUrl, code, codeBlock, codeBlockBorder, quote, quoteBorder, hr, listBullet, bold];

	expect(colored.map((style) => style("x"))).toEqual([
		"<mdHeading:x>",
		"<mdLink:x>",
		"<mdLinkUrl:x>",
		"<mdCode:x>",
		"<mdCodeBlock:x>",
		"<mdCodeBlockBorder:x>",
		"<mdQuote:x>",
		"<mdQuoteBorder:x>",
		"<mdHr:x>",
		"<mdListBullet:x>",
		"\u001b[1mx\u001b[22m",
	]);
});

test("the selected row of a settings list is accented", () => {
	const { label, value, description, hint, cursor } = getSettingsListTheme(() => NAMING);

	expect([label("l", true), label("l", false), value("v", true), value("v", false), cursor]).toEqual([
		"<accent:l>",
		"l",
		"<accent:v>",
		"<muted:v>",
		"<accent:→ >",
	]);
	expect([description("d"), hint("h")]).toEqual(["<dim:d>", "<dim:h>"]);
});

test("what was made before the theme changed follows the change", () => {
	const { heading } = getMarkdownTheme();
	const { selectedText } = getSelectListTheme();
	setShownTheme(NAMING);

	expect([heading("x"), selectedText("x")]).toEqual(["<mdHeading:x>", "<accent:x>"]);
});
