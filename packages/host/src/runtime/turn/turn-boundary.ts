import type { AgentMessage, FinishedTurn, TurnDecision } from "@tau/agent";
import type { BoundaryDraft, BoundaryPreview } from "../../extension-api/events/turn-events.ts";
import { checkDrafts, type BoundaryProposal } from "../../extensions/hooks/combine-boundary.ts";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import { toExtensionFault, type ExtensionFault } from "../../extensions/hooks/extension-fault.ts";

export interface TurnBoundaryParts {
	readonly dispatcher: Dispatcher;
	/** Stores a draft and says so. */
	append(draft: BoundaryDraft): Promise<void>;
	/** The context as it would be with these drafts; throws for one that cannot be committed. */
	readonly preview: (entries: readonly BoundaryDraft[]) => BoundaryPreview;
	/** The messages that wait for the end of a turn. */
	takeHeld(): AgentMessage[];
	store(message: AgentMessage): void;
	entryId(message: AgentMessage): string;
	turnIndex(): number;
	report(fault: ExtensionFault): void;
}

/** The two places where extensions may add entries and ask for one more request (E16, E20). */
export class TurnBoundary {
	readonly #parts: TurnBoundaryParts;

	constructor(parts: TurnBoundaryParts) {
		this.#parts = parts;
	}

	/** After the messages of a turn are stored. An error or an abort is never turned into a continuation (AD6). */
	async finishTurn({ message, toolResults }: FinishedTurn): Promise<TurnDecision> {
		const { dispatcher, entryId, turnIndex, preview } = this.#parts;
		const { stopReason } = message;
		const outcome = stopReason === "aborted" ? "aborted" : stopReason === "error" ? "error" : "completed";
		const proposal = await dispatcher.boundary(
			"turn_end",
			{
				type: "turn_end",
				turnIndex: turnIndex(),
				message,
				toolResults: [...toolResults],
				messageEntryId: entryId(message),
				toolResultEntryIds: toolResults.map((result) => entryId(result)),
				outcome,
			},
			{ buildContext: preview },
		);
		const asking = await this.#commit(proposal);
		if (!asking || outcome !== "completed") return undefined;
		// Results that wait for an answer are the request that was asked for (TRAP13).
		return toolResults.length > 0 || this.#canContinue(asking) ? "continue" : undefined;
	}

	/** Before a run settles, also after one that failed. Resolves with whether to go on with one more request (AD6). */
	async beforeSettle(outcome: "completed" | "error"): Promise<boolean> {
		const { dispatcher, preview } = this.#parts;
		const proposal = await dispatcher.boundary(
			"agent_before_settle",
			{ type: "agent_before_settle", outcome },
			{ buildContext: preview },
		);
		const asking = await this.#commit(proposal);
		return asking !== undefined && outcome === "completed" && this.#canContinue(asking);
	}

	/** Stores what was sent quietly: behind the results of its turn, or at the end of the run (TRAP60). */
	storeHeld(): void {
		for (const message of this.#parts.takeHeld()) this.#parts.store(message);
	}

	/** Appends the drafts in order, and behind them what was sent quietly. Resolves with a proposal that asks to go on. */
	async #commit(proposal: BoundaryProposal | undefined): Promise<BoundaryProposal | undefined> {
		const accepted = proposal && this.#accept(proposal) ? proposal : undefined;
		for (const draft of accepted?.entries ?? []) await this.#parts.append(draft);
		this.storeHeld();
		return accepted?.continue === true ? accepted : undefined;
	}

	/** A proposal counts as a whole or not at all (TRAP18). Handlers were told already, unless drafts changed since. */
	#accept({ entries, entriesBy, faultKnown }: BoundaryProposal): boolean {
		if (entries.length === 0) return true;
		const { preview, report } = this.#parts;
		try {
			checkDrafts(entries, preview);
			return true;
		} catch (error) {
			if (!faultKnown) report(toExtensionFault(entriesBy?.path ?? "<boundary>", "boundary", error));
			return false;
		}
	}

	/** A request needs something to answer: a context that ends with the model's own words is none (B18). */
	#canContinue({ continueBy }: BoundaryProposal): boolean {
		if (this.#parts.preview([]).canContinue) return true;
		this.#parts.report({
			extensionPath: "<boundary>",
			event: "boundary",
			error: `${continueBy?.path ?? "An extension"} requested continuation without runnable model context`,
		});
		return false;
	}
}
