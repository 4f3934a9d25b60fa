import type { HookAnswer, HookEvent, HookName } from "../../extension-api/hook-table.ts";
import type { ExtensionOwner } from "./owner.ts";

/** An answer and whose it is. */
export interface Given<TAnswer> {
	readonly owner: ExtensionOwner;
	readonly answer: TAnswer;
}

/** Why a gate said no although no handler asked for it: a handler failed, hung or gave a malformed answer. */
export interface Refusal {
	readonly owner: ExtensionOwner;
	/** For the model or the user: the extension, then the cause. */
	readonly message: string;
	/** It was being waited for when the operation was aborted by something else than its own code. */
	readonly heldUp?: true;
}

/** What the handlers asked so far made of an event. Folds change it. */
export interface Course<K extends HookName = HookName> {
	/** What the next handler gets. */
	event: HookEvent<K>;
	/** Ends the dispatch. */
	stoppedBy: ExtensionOwner | undefined;
	/** The answer that decides or is kept. */
	answer: Given<HookAnswer<K>> | undefined;
	/** Every answer that counts, where more than one does. */
	readonly gathered: Given<HookAnswer<K>>[];
	/** Ends the dispatch. */
	refusal: Refusal | undefined;
}

export function startCourse<K extends HookName>(event: HookEvent<K>): Course<K> {
	return { event, stoppedBy: undefined, answer: undefined, gathered: [], refusal: undefined };
}
