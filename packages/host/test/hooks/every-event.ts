import { HOOK_RULES, type HookName } from "../../src/extension-api/hook-table.ts";
import type { AskOptions, Dispatcher } from "../../src/extensions/hooks/dispatch.ts";

const preview = { contextEntries: [], contextMessages: [], llmMessages: [], pendingMessages: [], canContinue: false };

/** Asks an event in the way of its kind, with as little in it as the host needs. */
export function askAny(dispatcher: Dispatcher, name: HookName, options: AskOptions = {}): Promise<unknown> | undefined {
	const { kind } = HOOK_RULES[name];
	// One method per kind, each of its own type; here all are asked alike.
	const ask = dispatcher[kind].bind(dispatcher) as (...given: unknown[]) => Promise<unknown> | undefined;
	return ask(name, { type: name, messages: [] }, { ...options, buildContext: () => preview });
}
