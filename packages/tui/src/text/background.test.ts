import { expect, test } from "vitest";
import { applyBackground } from "./background.ts";

test("applyBackground begins the background again wherever the line ends it", () => {
	const mark = (text: string): string => `<${text}>`;
	expect([
		applyBackground("plain", mark),
		applyBackground("\x1b[31mred\x1b[39m tail", mark),
		applyBackground("\x1b[1mbold\x1b[0m tail \x1b[7;49mx", mark),
		applyBackground("end\x1b[m", mark),
	]).toEqual(["<plain>", "<\x1b[31mred\x1b[39m tail>", "<\x1b[1mbold\x1b[0m>< tail \x1b[7;49m><x>", "<end\x1b[m>"]);
});
