import type { ExtensionContext } from "../../extension-api/context.ts";
import {
	HOOK_RULES,
	type HookAnswer,
	type HookEvent,
	type HookName,
	type HookNameOfKind,
} from "../../extension-api/hook-table.ts";
import { type AnsweredHookName, COMBINATIONS, type Combination } from "./combine.ts";
import {
	type BoundaryCourse,
	type BoundaryProposal,
	type BoundaryStart,
	type BuildContext,
	concludeBoundary,
	startBoundary,
} from "./combine-boundary.ts";
import { type Course, type Given, startCourse } from "./course.ts";
import { Dispatch, type Question, type Stage } from "./running-dispatch.ts";
import type { Handler, HandlerList } from "./handler-list.ts";
import {
	concludeFirst,
	concludeVeto,
	concludeWaterfall,
	type FirstOutcome,
	type VetoOutcome,
	type WaterfallOutcome,
} from "./outcome.ts";
import type { ExtensionOwner } from "./owner.ts";

export interface DispatcherParts {
	readonly handlers: HandlerList;
	readonly stage: Stage;
	/** Asked once per owner. */
	contextFor(owner: ExtensionOwner): ExtensionContext;
}

export interface AskOptions<K extends HookName = HookName> {
	/** Once it aborts, nobody is waited for: the dispatch ends, a gate refuses, late answers are dropped. */
	signal?: AbortSignal | undefined;
	/** Another context than the usual one; `project_trust` has a smaller one (E01). */
	contextFor?: (owner: ExtensionOwner) => ExtensionContext;
	/** Told when an answer changed what the next handler gets, before it is asked (C17). */
	onChange?: (event: HookEvent<K>) => void;
}

type AnswerTo<T> = Promise<T> | undefined;

/**
 * Asks the handlers of an event, one after the other, each through the fence. There is one method for each way in which
 * answers combine, and a name of another kind does not compile. An event that nobody hears gives `undefined` at once;
 * otherwise the promise never rejects.
 */
export class Dispatcher {
	readonly #parts: DispatcherParts;
	readonly #contexts = new WeakMap<ExtensionOwner, ExtensionContext>();

	constructor(parts: DispatcherParts) {
		this.#parts = parts;
	}

	hears(name: HookName): boolean {
		return this.#parts.handlers.of(name).length > 0;
	}

	notify<K extends HookNameOfKind<"notify">>(name: K, event: HookEvent<K>, options?: AskOptions<K>): AnswerTo<void> {
		if (!this.hears(name)) return undefined;
		return this.#ask(name, startCourse(event), { options, conclude: () => undefined });
	}

	/** The first answer decides. */
	first<K extends HookNameOfKind<"first">>(
		name: K,
		event: HookEvent<K>,
		options?: AskOptions<K>,
	): AnswerTo<FirstOutcome<K>> {
		if (!this.hears(name)) return undefined;
		return this.#ask(name, startCourse(event), { options, conclude: concludeFirst });
	}

	/** The first stop decides. Handlers of `tool_call` edit `event.input` in place. */
	veto<K extends HookNameOfKind<"veto">>(
		name: K,
		event: HookEvent<K>,
		options?: AskOptions<K>,
	): AnswerTo<VetoOutcome<K>> {
		if (!this.hears(name)) return undefined;
		return this.#ask(name, startCourse(event), { options, conclude: concludeVeto });
	}

	/** Hand over a private copy of what handlers may edit in place (E26); `hears` tells whether one is needed. */
	waterfall<K extends HookNameOfKind<"waterfall">>(
		name: K,
		event: HookEvent<K>,
		options?: AskOptions<K>,
	): AnswerTo<WaterfallOutcome<K>> {
		if (!this.hears(name)) return undefined;
		const start = COMBINATIONS[name as "context_with_system"].start as ((event: HookEvent<K>) => Course<K>) | undefined;
		return this.#ask(name, (start ?? startCourse)(event), { options, conclude: concludeWaterfall });
	}

	/** Gives the event with the fields that answers replaced. */
	patch<K extends HookNameOfKind<"patch">>(
		name: K,
		event: HookEvent<K>,
		options?: AskOptions<K>,
	): AnswerTo<HookEvent<K>> {
		if (!this.hears(name)) return undefined;
		return this.#ask(name, startCourse<K>({ ...event }), { options, conclude: (course) => course.event });
	}

	/** Gives all answers in handler order. */
	collect<K extends HookNameOfKind<"collect">>(
		name: K,
		event: HookEvent<K>,
		options?: AskOptions<K>,
	): AnswerTo<readonly Given<HookAnswer<K>>[]> {
		if (!this.hears(name)) return undefined;
		return this.#ask(name, startCourse(event), { options, conclude: (course) => course.gathered });
	}

	/** Handlers edit the event in place. */
	mutate<K extends HookNameOfKind<"mutate">>(name: K, event: HookEvent<K>, options?: AskOptions<K>): AnswerTo<void> {
		if (!this.hears(name)) return undefined;
		return this.#ask(name, startCourse(event), { options, conclude: () => undefined });
	}

	/** Previews come from `buildContext`, which throws for drafts that cannot be committed; nothing is committed here. */
	boundary<K extends HookNameOfKind<"boundary">>(
		name: K,
		event: BoundaryStart<K>,
		options: AskOptions<K> & { buildContext: BuildContext },
	): AnswerTo<BoundaryProposal> {
		if (!this.hears(name)) return undefined;
		const conclude = (course: Course<K>): BoundaryProposal => concludeBoundary(course as BoundaryCourse<K>);
		return this.#ask(name, startBoundary(event, options.buildContext), { options, conclude });
	}

	/** The last answer decides. */
	last<K extends HookNameOfKind<"last">>(
		name: K,
		event: HookEvent<K>,
		options?: AskOptions<K>,
	): AnswerTo<Given<HookAnswer<K>> | undefined> {
		if (!this.hears(name)) return undefined;
		return this.#ask(name, startCourse(event), { options, conclude: (course) => course.answer });
	}

	#ask<K extends HookName, TResult>(
		name: K,
		course: Course<K>,
		{ options, conclude }: { options: AskOptions<K> | undefined; conclude: (course: Course<K>) => TResult },
	): Promise<TResult> {
		const handlers = this.#parts.handlers.of(name);
		const { signal, onChange, contextFor } = options ?? {};
		const question = {
			name,
			rule: HOOK_RULES[name],
			handlers,
			course,
			combination: COMBINATIONS[name as AnsweredHookName] as Combination<HookName> | undefined,
			conclude,
			contextOf: contextFor === undefined ? this.#contextOf : ({ owner }: Handler) => contextFor(owner),
			signal,
			onChange: onChange === undefined ? undefined : (course: Course<K>) => onChange(course.event),
		};
		// A dispatch is the same for every event; name, event and answer were paired by the methods above.
		return new Dispatch(this.#parts.stage, question as unknown as Question<TResult>).result;
	}

	readonly #contextOf = (handler: Handler): ExtensionContext => {
		const known = handler.context ?? this.#contexts.get(handler.owner);
		if (known !== undefined) return (handler.context = known);
		const made = this.#parts.contextFor(handler.owner);
		this.#contexts.set(handler.owner, made);
		return (handler.context = made);
	};
}
