import { expect, test } from "vitest";
import { bufferText, createBuffer, type EditBuffer, moveTo } from "./buffer.ts";
import { PromptHistory } from "./history.ts";

function told(buffer: EditBuffer | undefined): unknown {
	return buffer === undefined ? undefined : [bufferText(buffer), buffer.line, buffer.column];
}

test("a history goes back to the oldest text and forth to the draft as it was left", () => {
	const history = new PromptHistory();
	for (const text of ["one", "two\nlines", "three", "three", "  "]) history.add(text);
	const draft = moveTo(createBuffer("draft"), { line: 0, column: 2 });
	const older = [1, 2, 3, 4].map(() => told(history.older(draft)));
	const newer = [1, 2, 3, 4].map(() => told(history.newer()));
	expect([older, newer, history.isBrowsing]).toEqual([
		[["three", 0, 0], ["two\nlines", 0, 0], ["one", 0, 0], undefined],
		[["two\nlines", 1, 5], ["three", 0, 5], ["draft", 0, 2], undefined],
		false,
	]);
});

test("a history begins at its newest text again once it has been left", () => {
	const history = new PromptHistory();
	history.add("one");
	history.add("two");
	history.older(createBuffer(""));
	history.older(createBuffer(""));
	history.leave();
	expect([history.isBrowsing, told(history.older(createBuffer("x")))]).toEqual([false, ["two", 0, 0]]);
});
