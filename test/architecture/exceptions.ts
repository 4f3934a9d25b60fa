import type { RuleName } from "./finding.ts";

/** A breach that is known and justified. The list may only shrink: an exception that forgives nothing fails. */
export interface Exception {
	readonly rule: RuleName;
	readonly path: string;
	readonly reason: string;
	/** For budgets: the size that is forgiven. Lower it whenever the file shrinks. */
	readonly atMost?: number;
}

export const EXCEPTIONS: readonly Exception[] = [];
