import type { Diagnostic } from "../../base/diagnostic.ts";
import type { ExtensionContext, ExtensionMode } from "../../extension-api/context.ts";
import type { ExtensionUi } from "../../extension-api/ui.ts";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";
import { TrustStore } from "../../resources/trust-store.ts";
import type { Settings } from "../../settings/schema.ts";

/** Whom extensions, and in the end the user, can be asked through while nothing of a session is there yet. */
export interface TrustAsker {
	readonly mode: ExtensionMode;
	/** False in RPC too: its client is not listening yet (TRAP101). */
	readonly hasUI: boolean;
	readonly ui: Pick<ExtensionUi, "select" | "confirm" | "input" | "notify">;
}

export interface TrustQuestion {
	/** The folder as extensions see it. */
	readonly cwd: string;
	/** Its real path, under which decisions are kept. */
	readonly folder: string;
	readonly dispatcher: Dispatcher;
	readonly byDefault: Settings["defaultProjectTrust"];
}

export interface TrustDecision {
	readonly trusted: boolean;
	readonly diagnostics: readonly Diagnostic[];
}

interface Verdict {
	readonly trusted: boolean;
	readonly remember?: boolean;
	readonly diagnostic?: Diagnostic;
}

/**
 * Decides about the projects of a process, once for each: extensions, then what was saved, then the default (TR2). A
 * failure on the way means no for this run, whatever would have come after it (TRAP100).
 */
export class ProjectTrust {
	readonly #store: TrustStore;
	readonly #asker: TrustAsker;
	readonly #decided = new Map<string, boolean>();

	constructor(trustFile: string, asker?: TrustAsker) {
		this.#store = new TrustStore(trustFile);
		this.#asker = asker ?? NOBODY;
	}

	/** What was decided for this folder since the program began. */
	known(folder: string): boolean | undefined {
		return this.#decided.get(folder);
	}

	async decide(question: TrustQuestion): Promise<TrustDecision> {
		const { folder } = question;
		const verdict =
			(await this.#askExtensions(question)) ?? (await this.#findSaved(folder)) ?? (await this.#byDefault(question));
		const { trusted, remember } = verdict;
		this.#decided.set(folder, trusted);
		const problem = remember === true ? await this.#store.save(folder, trusted) : verdict.diagnostic;
		return { trusted, diagnostics: problem === undefined ? [] : [problem] };
	}

	async #askExtensions({ cwd, dispatcher }: TrustQuestion): Promise<Verdict | undefined> {
		const { mode, hasUI, ui } = this.#asker;
		const { select, confirm, input, notify } = ui;
		// There is no session yet for the other members to speak of (E01).
		const context = { cwd, mode, hasUI, ui: { select, confirm, input, notify } } as unknown as ExtensionContext;
		const event = { type: "project_trust", cwd } as const;
		const outcome = await dispatcher.first("project_trust", event, { contextFor: () => context });
		if (outcome === undefined || outcome.type === "unanswered") return undefined;
		if (outcome.type === "refused") return { trusted: false };
		const { trusted, remember = false } = outcome.answer;
		return { trusted: trusted === "yes", remember };
	}

	async #findSaved(folder: string): Promise<Verdict | undefined> {
		const saved = await this.#store.find(folder);
		if (saved.type === "none") return undefined;
		return saved.type === "saved" ? { trusted: saved.trusted } : { trusted: false, diagnostic: saved.diagnostic };
	}

	async #byDefault({ cwd, byDefault }: TrustQuestion): Promise<Verdict> {
		if (byDefault !== "ask") return { trusted: byDefault === "always" };
		const { hasUI, ui } = this.#asker;
		if (!hasUI) return { trusted: false };
		const answer = await ui.select(`Trust the settings, extensions and other files of this project?\n${cwd}`, [
			...ANSWERS.keys(),
		]);
		return (answer === undefined ? undefined : ANSWERS.get(answer)) ?? { trusted: false };
	}
}

const NOBODY: TrustAsker = {
	mode: "print",
	hasUI: false,
	ui: { select: async () => undefined, confirm: async () => false, input: async () => undefined, notify: () => {} },
};

const ANSWERS: ReadonlyMap<string, Verdict> = new Map([
	["Trust and remember", { trusted: true, remember: true }],
	["Trust for this run", { trusted: true }],
	["Do not trust for this run", { trusted: false }],
	["Do not trust and remember", { trusted: false, remember: true }],
]);
