import type { HookAnswer, HookEvent, HookName, HookNameOfKind } from "../../extension-api/hook-table.ts";
import type { Course, Given, Refusal } from "./course.ts";
import type { ExtensionOwner } from "./owner.ts";

/** `unanswered`: the usual way goes on. */
export type FirstOutcome<K extends HookName> =
	| { type: "answered"; answer: HookAnswer<K>; owner: ExtensionOwner }
	| { type: "unanswered" }
	| { type: "refused"; refusal: Refusal };

/** `passed`: the operation goes on, with the answers that were kept. */
export type VetoOutcome<K extends HookName> =
	| { type: "stopped"; answer: HookAnswer<K>; owner: ExtensionOwner }
	| { type: "passed"; kept: Given<HookAnswer<K>> | undefined }
	| { type: "refused"; refusal: Refusal };

/** The event as the last handler left it. */
export interface WaterfallOutcome<K extends HookName> {
	event: HookEvent<K>;
	/** Who handled the input, so that nothing more happens with it. */
	stoppedBy: ExtensionOwner | undefined;
	/** The answers of `before_agent_start`, in handler order. */
	answers: readonly Given<HookAnswer<K>>[];
}

export function concludeFirst<K extends HookNameOfKind<"first">>(course: Course<K>): FirstOutcome<K> {
	if (course.refusal !== undefined) return { type: "refused", refusal: course.refusal };
	if (course.answer === undefined) return { type: "unanswered" };
	return { type: "answered", ...course.answer };
}

export function concludeVeto<K extends HookNameOfKind<"veto">>(course: Course<K>): VetoOutcome<K> {
	if (course.refusal !== undefined) return { type: "refused", refusal: course.refusal };
	if (course.stoppedBy === undefined || course.answer === undefined) return { type: "passed", kept: course.answer };
	return { type: "stopped", ...course.answer };
}

export function concludeWaterfall<K extends HookNameOfKind<"waterfall">>(course: Course<K>): WaterfallOutcome<K> {
	return { event: course.event, stoppedBy: course.stoppedBy, answers: course.gathered };
}
