import type { Model } from "@tau/ai";
import { compactionSettings, isAutoCompactionOn } from "../compaction/compaction-settings.ts";
import type { CompactionOutcome, Compactor } from "../compaction/compactor.ts";
import { estimateContext, recentCompaction } from "../../session/compaction/context-estimate.ts";
import type { CompactionSettings } from "../../session/compaction/prepare-compaction.ts";
import type { ReadonlySession } from "../../session/readonly-session.ts";
import type { Settings } from "../../settings/schema.ts";
import { limitingModel } from "../limiting-model.ts";
import type { ModelAccess } from "../model-access.ts";
import type { ModelChoice } from "../model-choice.ts";
import type { Answer } from "./last-answer.ts";
import { overflowSign } from "./overflow.ts";

export interface AutoCompactionParts {
	readonly session: ReadonlySession;
	readonly compactor: Compactor;
	readonly models: ModelChoice;
	readonly access: Pick<ModelAccess, "find">;
	readonly settings: Settings;
	/** Leaves a stored response out of the context (S18). */
	omit(answer: Answer): Promise<void>;
}

/** A compaction that failed: the next one waits for another prompt, another model or a larger context. */
interface Setback {
	below: number;
	model: Model;
}

interface NextRequest {
	reason: "threshold" | "overflow";
	/** What it has that the branch does not have yet. */
	addedTokens: number;
}

interface Plan {
	model: Model;
	/** The one whose window counts. */
	limiting: Model;
	settings: CompactionSettings;
	/** The context may have so many tokens. */
	limit: number;
}

/**
 * Compacts by itself: before a request that would come too near to the model's window (M01), and after one that did not
 * fit (M08). Where compaction cannot help it rests until there is more to compact, and says why.
 */
export class AutoCompaction {
	readonly #parts: AutoCompactionParts;
	#setback: Setback | undefined;
	/** Number of complete responses when the last recovery began: another one needs an answer in between. */
	#recoveredAt: number | undefined;
	/** Somebody's word on whether to compact, for this session; without one the settings say it. */
	#switch: boolean | undefined;
	/** What a complaint was about last; the same is not said twice. */
	#complaint: string | undefined;

	constructor(parts: AutoCompactionParts) {
		this.#parts = parts;
	}

	get enabled(): boolean {
		return this.#switch ?? isAutoCompactionOn(this.#parts.settings);
	}

	/** For the rest of this session. */
	setEnabled(enabled: boolean): void {
		this.#switch = enabled;
	}

	/** Before a run that adds so many tokens. Throws when the settings of the model are invalid (M13). */
	async beforePrompt(addedTokens: number, signal: AbortSignal): Promise<void> {
		this.#recoveredAt = undefined;
		this.#setback = undefined;
		const plan = this.#plan();
		if (plan) await this.#keepBelow(plan, { addedTokens, reason: "threshold" }, signal);
	}

	/** Before a turn that follows another one. */
	async beforeTurn(signal: AbortSignal): Promise<void> {
		await this.#guarded(async (plan) => this.#keepBelow(plan, { addedTokens: 0, reason: "threshold" }, signal));
	}

	/** After a run. Resolves with whether it is to be repeated over a smaller context. */
	async afterRun(answer: Answer | undefined, signal: AbortSignal): Promise<boolean> {
		let repeat = false;
		await this.#guarded(async (plan) => {
			const sign = answer && overflowSign(answer, plan.limiting);
			if (answer && (sign === "refused" || sign === "cut")) repeat = await this.#recover(plan, answer, signal);
			else await this.#keepBelow(plan, { addedTokens: 0, reason: sign === "full" ? "overflow" : "threshold" }, signal);
		});
		return repeat;
	}

	/** Inside a run nobody can be told by throwing. */
	async #guarded(work: (plan: Plan) => Promise<void>): Promise<void> {
		let plan: Plan | undefined;
		try {
			plan = this.#plan();
		} catch (error) {
			const { message } = error as Error; // Named by `invalidModelOverride`.
			return this.#complain(message, message);
		}
		if (plan) await work(plan);
	}

	/** Undefined when nothing is to be compacted automatically. */
	#plan(): Plan | undefined {
		const { access, models, session, settings } = this.#parts;
		const { model } = models;
		const limiting = model && limitingModel(model, session, access);
		if (!model || !limiting || !(limiting.contextWindow > 0)) return undefined;
		const resolved = compactionSettings(settings, model);
		if (!(this.#switch ?? resolved.enabled)) return undefined;
		return { model, limiting, settings: resolved, limit: limiting.contextWindow - resolved.reserveTokens };
	}

	/** An answer that filled more than the window counts as an overflow that needs no retry. */
	async #keepBelow(plan: Plan, next: NextRequest, signal: AbortSignal): Promise<void> {
		const { reason, addedTokens } = next;
		const tokens = estimateContext(this.#parts.session) + addedTokens;
		const fits = tokens <= plan.limit;
		if (fits) this.#complaint = undefined;
		if ((fits && reason === "threshold") || signal.aborted) return;
		if (this.#setback?.model === plan.model && tokens < this.#setback.below) return;
		if (await this.#isExhausted(plan, tokens)) return;
		const outcome = await this.#compact(plan, { reason, willRetry: false }, signal);
		// A cancelled one may be wanted next time.
		const failed = outcome.type === "failed" && outcome.error !== undefined;
		const below = tokens + plan.settings.keepRecentTokens;
		this.#setback = failed ? { below, model: plan.model } : undefined;
	}

	/** Whether the last compaction left too much, and hardly anything has come since: another one would not help. */
	async #isExhausted({ settings, limit, model }: Plan, tokens: number): Promise<boolean> {
		const keep = settings.keepRecentTokens;
		if (recentCompaction(this.#parts.session, keep) === undefined) return false;
		await this.#complain(
			`the limit of ${model.provider}/${model.id}`,
			`the context is over its limit of ${limit} tokens again (about ${tokens}) with less than ${keep} new ones since the last compaction. Lower compaction.keepRecentTokens, or choose a model with a larger context window`,
		);
		return true;
	}

	/** Says what cannot be helped, once for the same thing until the context fits again. */
	async #complain(about: string, error: string): Promise<void> {
		if (about === this.#complaint) return;
		this.#complaint = about;
		await this.#parts.compactor.tellFailure("threshold", { error, fromExtension: false });
	}

	/** Repairs the context after a response that did not fit: once, until there is an answer again (M08). */
	async #recover(plan: Plan, answer: Answer, signal: AbortSignal): Promise<boolean> {
		const { compactor, omit } = this.#parts;
		if (this.#recoveredAt === answer.successes) {
			const error =
				"the model refused the compacted context too. Start a new session, take something out of this one or choose a model with a larger context window";
			await compactor.tellFailure("overflow", { error, fromExtension: false });
			return false;
		}
		this.#recoveredAt = answer.successes;
		await omit(answer);
		const outcome = await this.#compact(plan, { reason: "overflow", willRetry: true }, signal);
		return outcome.type === "stored" && !signal.aborted;
	}

	#compact(
		{ model, settings }: Plan,
		why: { reason: "threshold" | "overflow"; willRetry: boolean },
		signal: AbortSignal,
	): Promise<CompactionOutcome> {
		const by = { model, thinkingLevel: this.#parts.models.thinkingLevel };
		return this.#parts.compactor.runAutomatically({ ...why, by, settings }, signal);
	}
}
