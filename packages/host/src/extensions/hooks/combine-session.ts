import { isRecord } from "../../base/is-record.ts";
import type { HookAnswer, HookName } from "../../extension-api/hook-table.ts";
import type { Course } from "./course.ts";
import type { ExtensionOwner } from "./owner.ts";

type SessionGate = Extract<HookName, `session_before_${string}`>;

/**
 * E06-E08, E11: `cancel` stops; otherwise each field of the last handler that gave it is kept, so the last summary wins
 * and a label by one extension does not lose the summary of another.
 */
export function foldSession<K extends SessionGate>(course: Course<K>, answer: unknown, owner: ExtensionOwner): void {
	if (!isRecord(answer)) return;
	if (answer["cancel"] === true) {
		course.stoppedBy = owner;
		course.answer = { owner, answer: { cancel: true } as HookAnswer<K> };
		return;
	}
	checkSummary("compaction", answer["compaction"]);
	checkSummary("summary", answer["summary"]);
	const given = Object.entries(answer).filter(([field, value]) => field !== "cancel" && value !== undefined);
	if (given.length === 0) return;
	course.answer = { owner, answer: { ...course.answer?.answer, ...Object.fromEntries(given) } as HookAnswer<K> };
}

function checkSummary(field: string, value: unknown): void {
	if (value === undefined || (isRecord(value) && typeof value["summary"] === "string")) return;
	throw new TypeError(`${field} must be an object with a summary text`);
}
