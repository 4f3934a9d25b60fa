import type { GrepLine } from "../backend.ts";
import type { LinePattern } from "./compile-pattern.ts";
import { PatternError, type Verdict } from "./search-engine.ts";
import { withinTime } from "./within-time.ts";

export interface LineScan {
	/** Of the lines that are reported. */
	readonly path: string;
	readonly pattern: LinePattern;
	/** Lines to report before and after a match. */
	readonly context: number;
	/** Longest time for one piece of text. */
	readonly milliseconds: number;
	readonly onLine: (line: GrepLine) => Verdict;
}

/** Finds matching lines and those around them in the text of one file, which comes in pieces. */
export class LineScanner {
	readonly #scan: LineScan;
	#open = "";
	#lineNumber = 0;
	/** Lines before the next one that were not reported. */
	#before: string[] = [];
	/** Lines that are still to be reported after the last match. */
	#after = 0;
	#verdict: Verdict = "go on";

	constructor(scan: LineScan) {
		this.#scan = scan;
	}

	push(text: string): Verdict {
		const lines = (this.#open + text).split("\n");
		this.#open = lines.pop() ?? "";
		return this.#take(lines);
	}

	/** A line does not need a line break to be the last one. */
	finish(): Verdict {
		const last = this.#open;
		this.#open = "";
		return last === "" ? this.#verdict : this.#take([last]);
	}

	#take(lines: readonly string[]): Verdict {
		const { path, pattern, milliseconds } = this.#scan;
		const matches = pattern.isSlow ? [] : lines.map(pattern.matches);
		const test = (): void => {
			for (const line of lines) matches.push(pattern.matches(line));
		};
		if (pattern.isSlow && !withinTime(milliseconds, test))
			throw new PatternError(`it takes too long in ${path}; a simpler one may do`);
		for (let index = 0; index < lines.length && this.#verdict === "go on"; index++)
			this.#judge(lines[index] ?? "", matches[index] ?? false);
		return this.#verdict;
	}

	#judge(text: string, isMatch: boolean): void {
		this.#lineNumber++;
		const { context } = this.#scan;
		if (isMatch) {
			const before = this.#before;
			this.#before = [];
			before.forEach((line, index) => this.#report(line, this.#lineNumber - before.length + index, false));
			this.#report(text, this.#lineNumber, true);
			this.#after = context;
		} else if (this.#after > 0) {
			this.#after--;
			this.#report(text, this.#lineNumber, false);
		} else if (context > 0) {
			this.#before.push(text);
			if (this.#before.length > context) this.#before.shift();
		}
	}

	#report(text: string, lineNumber: number, isMatch: boolean): void {
		if (this.#verdict === "stop") return;
		this.#verdict = this.#scan.onLine({ path: this.#scan.path, lineNumber, text: text.replace(/\r$/, ""), isMatch });
	}
}
