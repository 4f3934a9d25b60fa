import type { ToolCall } from "../contract/content.ts";
import type { BlockKey, ToolCallFragment } from "../contract/stream-event.ts";
import { PartialJson } from "./partial-json.ts";

/** One tool call while its fragments arrive. */
export interface OpenCall {
	id: string | undefined;
	index: BlockKey | undefined;
	name: string;
	/** All arguments text so far. */
	raw: string;
	readonly json: PartialJson;
	thoughtSignature: string | undefined;
	/** Set when the call has its place in the message. */
	placed: { readonly block: ToolCall; readonly contentIndex: number } | undefined;
	/** The wire said that nothing more comes. */
	closed: boolean;
	/** `toolcall_end` was said. */
	ended: boolean;
}

/**
 * Decides which call a fragment belongs to. Index and id each identify a call; an index that comes back with another
 * id is a new call, and so is a second complete call of a provider that numbers all its calls alike.
 */
export class ToolCallTable {
	readonly #byId = new Map<string, OpenCall>();
	readonly #byIndex = new Map<BlockKey, OpenCall>();
	#last: OpenCall | undefined;

	/** The call of `fragment`, with id and index bound to it; `isNew` when the fragment begins one. */
	resolve(fragment: ToolCallFragment): { call: OpenCall; isNew: boolean } {
		const id = fragment.id === "" ? undefined : fragment.id;
		const known = id === undefined ? undefined : this.#byId.get(id);
		if (known !== undefined && !isAnotherCall(known, fragment))
			return { call: this.#bind(known, fragment.index, id), isNew: false };
		const candidate = known === undefined ? this.#candidate(fragment) : undefined;
		if (candidate !== undefined && continues(candidate, fragment, id)) {
			return { call: this.#bind(candidate, fragment.index, id), isNew: false };
		}
		// An id that is taken cannot name a second call: that one gets an id of its own when it is placed.
		return { call: this.#bind(newCall(), fragment.index, known === undefined ? id : undefined), isNew: true };
	}

	byIndex(index: BlockKey): OpenCall | undefined {
		return this.#byIndex.get(index);
	}

	/** After this the index may name another call. */
	releaseIndex(call: OpenCall): void {
		for (const [index, owner] of this.#byIndex) if (owner === call) this.#byIndex.delete(index);
	}

	#candidate(fragment: ToolCallFragment): OpenCall | undefined {
		const last = this.#last?.closed === true ? undefined : this.#last;
		if (fragment.index === undefined) return last;
		const numbered = this.#byIndex.get(fragment.index);
		if (numbered !== undefined) return numbered;
		return last?.index === undefined && last?.json.state !== "complete" ? last : undefined;
	}

	#bind(call: OpenCall, index: BlockKey | undefined, id: string | undefined): OpenCall {
		if (id !== undefined && call.id === undefined) {
			call.id = id;
			this.#byId.set(id, call);
		}
		if (index !== undefined && !call.closed) {
			call.index ??= index;
			this.#byIndex.set(index, call);
		}
		this.#last = call;
		return call;
	}
}

function newCall(): OpenCall {
	return {
		id: undefined,
		index: undefined,
		name: "",
		raw: "",
		json: new PartialJson(),
		thoughtSignature: undefined,
		placed: undefined,
		closed: false,
		ended: false,
	};
}

/** The same id at another index, with a name, after the first call was complete: the provider reused the id. */
function isAnotherCall(known: OpenCall, fragment: ToolCallFragment): boolean {
	return (
		fragment.index !== undefined &&
		known.index !== undefined &&
		fragment.index !== known.index &&
		hasText(fragment.name) &&
		(known.closed || known.json.state === "complete")
	);
}

function continues(candidate: OpenCall, fragment: ToolCallFragment, id: string | undefined): boolean {
	if (candidate.closed) return false;
	if (id !== undefined && candidate.id !== undefined) return id === candidate.id;
	const isComplete = candidate.name !== "" && candidate.json.state === "complete";
	return !(isComplete && hasText(fragment.name) && hasText(fragment.arguments));
}

function hasText(text: string | undefined): boolean {
	return text !== undefined && text !== "";
}
