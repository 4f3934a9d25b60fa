import type { HookEvent, HookName, HookNameOfKind } from "../../extension-api/hook-table.ts";
import { isRecord } from "../../base/is-record.ts";
import { foldBoundary, leaveBoundary } from "./combine-boundary.ts";
import { foldSession } from "./combine-session.ts";
import { foldToolCall, foldToolResult, foldUserBash } from "./combine-tool.ts";
import {
	foldAgentStart,
	foldContext,
	foldFullContext,
	foldInput,
	foldMessageEnd,
	foldPayload,
	startFullContext,
	startInput,
} from "./combine-turn.ts";
import type { Course } from "./course.ts";
import type { ExtensionOwner } from "./owner.ts";

/**
 * How an answer of one event is validated and what it changes. Throwing rejects the answer: it is reported against its
 * owner, and where the event is a gate it refuses.
 */
export type Fold<K extends HookName> = (course: Course<K>, answer: unknown, owner: ExtensionOwner) => void;

export interface Combination<K extends HookName> {
	readonly fold: Fold<K>;
	/** Also called for a handler that answered nothing. */
	readonly alsoSilence?: true;
	/** Where the fold remembers more than every course does. */
	readonly start?: (event: HookEvent<K>) => Course<K>;
	/** Called when a handler is left behind: what it does to its event from now on must change nothing. */
	readonly leave?: (course: Course<K>) => void;
}

/** Events whose answers count. */
export type AnsweredHookName = Exclude<HookName, HookNameOfKind<"notify" | "mutate">>;

/** One row per event whose answers count; a missing one does not compile. */
export const COMBINATIONS: { readonly [K in AnsweredHookName]: Combination<K> } = {
	project_trust: { fold: foldTrust, alsoSilence: true },
	resources_discover: { fold: foldResources },
	session_before_switch: { fold: foldSession },
	session_before_fork: { fold: foldSession },
	session_before_compact: { fold: foldSession },
	session_before_tree: { fold: foldSession },
	before_agent_start: { fold: foldAgentStart },
	agent_before_settle: { fold: foldBoundary, alsoSilence: true, leave: leaveBoundary },
	turn_end: { fold: foldBoundary, alsoSilence: true, leave: leaveBoundary },
	message_end: { fold: foldMessageEnd },
	context: { fold: foldContext },
	context_with_system: { fold: foldFullContext, alsoSilence: true, start: startFullContext },
	before_provider_request: { fold: foldPayload },
	cache_warming_decision: { fold: foldCacheWarming },
	tool_call: { fold: foldToolCall },
	tool_result: { fold: foldToolResult },
	user_bash: { fold: foldUserBash },
	input: { fold: foldInput, start: startInput },
};

/** E01: a yes or no decides; saying nothing is a mistake, and a mistake of a guard refuses (TRAP100). */
function foldTrust(course: Course<"project_trust">, answer: unknown, owner: ExtensionOwner): void {
	const trusted = isRecord(answer) ? answer["trusted"] : undefined;
	if (trusted === "undecided") return;
	if (!isRecord(answer) || (trusted !== "yes" && trusted !== "no")) {
		throw new TypeError('project_trust handler must return { trusted: "yes" | "no" | "undecided" }');
	}
	course.answer = { owner, answer: answer["remember"] === true ? { trusted, remember: true } : { trusted } };
	course.stoppedBy = owner;
}

const RESOURCE_FIELDS = ["skillPaths", "promptPaths", "themePaths", "rulePaths"];

/** E02: every answer counts and keeps its owner. */
function foldResources(course: Course<"resources_discover">, answer: unknown, owner: ExtensionOwner): void {
	if (!isRecord(answer)) return;
	for (const field of RESOURCE_FIELDS) {
		const paths = answer[field];
		if (paths === undefined || (Array.isArray(paths) && paths.every((path) => typeof path === "string"))) continue;
		throw new TypeError(`resources_discover handler must return ${field} as a list of strings`);
	}
	course.gathered.push({ owner, answer });
}

/** E32: the last action wins. */
function foldCacheWarming(course: Course<"cache_warming_decision">, answer: unknown, owner: ExtensionOwner): void {
	const action = isRecord(answer) ? answer["action"] : undefined;
	if (action === undefined) return;
	if (action !== "warm" && action !== "stop") {
		throw new TypeError('cache_warming_decision handler must return { action: "warm" | "stop" }');
	}
	course.answer = { owner, answer: { action } };
}
