import { HOOK_NAMES, HOOK_RULES, type HookName } from "../../extension-api/hook-table.ts";
import type { Settings } from "../../settings/schema.ts";
import type { DeadlinePolicy } from "./deadline-policy.ts";

type Budget = keyof NonNullable<Settings["extensionDeadlines"]>;

/** Seconds of an extension's own time. */
const DEFAULTS: Readonly<Record<Budget, number>> = {
	observe: 60,
	transform: 300,
	gate: 300,
	sessionShutdown: 10,
	factory: 30,
};

/**
 * How long is waited for extensions, by what they are asked. `hasUser`: somebody can end the wait, so that guards, which
 * may need as long as a person does, are waited for without end. Zero in the settings is no limit.
 */
export function settingsDeadlines(settings: Settings, { hasUser }: { hasUser: boolean }): DeadlinePolicy {
	const { extensionDeadlines } = settings;
	const find = (event: string): number | undefined => {
		const budget = budgetOf(event);
		if (budget === undefined || (budget === "gate" && hasUser)) return undefined;
		const seconds = extensionDeadlines?.[budget] ?? DEFAULTS[budget];
		return seconds === 0 ? undefined : seconds * 1000;
	};
	// Asked for every handler that waits: a look-up is all it may cost.
	const ofEvents = new Map(HOOK_NAMES.map((event) => [event as string, find(event)]));
	return { deadlineFor: (_owner, event) => (ofEvents.has(event) ? ofEvents.get(event) : find(event)) };
}

/** Tools and commands have none: they may take as long as they like, and can be aborted. */
function budgetOf(event: string): Budget | undefined {
	if (event === "factory") return "factory";
	if (event === "session_shutdown") return "sessionShutdown";
	if (event === "route") return "transform";
	const rule = Object.hasOwn(HOOK_RULES, event) ? HOOK_RULES[event as HookName] : undefined;
	if (!rule) return undefined;
	if (rule.onFailure === "refuse") return "gate";
	return rule.kind === "notify" ? "observe" : "transform";
}
