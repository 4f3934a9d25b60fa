import type { AgentMessage, AgentTool } from "@tau/agent";
import type { SystemMessage, Tool } from "@tau/ai";
import type { ContextFile, PromptOptions, Skill } from "../extension-api/prompt-options.ts";
import { buildPromptSections, joinSections } from "../system-prompt/build-prompt.ts";
import type { HostFacts } from "../system-prompt/default-texts.ts";
import { diffPrompt } from "../system-prompt/diff-sections.ts";
import type { ToolSet } from "./tool-set.ts";
import { currentHead } from "./turn/restore-head.ts";

/** The parts of the prompt that do not depend on tools. */
export interface PromptInputs {
	customPrompt?: string;
	appendSystemPrompt: string;
	cwd: string;
	contextFiles: ContextFile[];
	skills: Skill[];
	/** What the default prompt says about the host itself. */
	facts: HostFacts;
}

/** The prompt of a session: base inputs, what handlers changed for one run, and the patch the transcript needs. */
export class PromptState {
	readonly #inputs: PromptInputs;
	readonly #tools: ToolSet;
	/** Options of the current run, as handlers left them; `undefined` outside. */
	#run: PromptOptions | undefined;
	#forced: string | undefined;

	constructor(inputs: PromptInputs, tools: ToolSet) {
		this.#inputs = inputs;
		this.#tools = tools;
	}

	/** A fresh copy of the base inputs; collections may be edited (K02). */
	baseOptions(): PromptOptions {
		const toolSnippets: Record<string, string> = {};
		const toolGuidelines: Record<string, string[]> = {};
		for (const { definition } of this.#tools.registered()) {
			if (definition.promptSnippet) toolSnippets[definition.name] = definition.promptSnippet;
			if (definition.promptGuidelines) toolGuidelines[definition.name] = [...definition.promptGuidelines];
		}
		return {
			...(this.#inputs.customPrompt !== undefined && { customPrompt: this.#inputs.customPrompt }),
			selectedTools: this.#tools.activeNames(),
			hiddenTools: [],
			toolSnippets,
			toolGuidelines,
			promptGuidelines: [],
			appendSystemPrompt: this.#inputs.appendSystemPrompt,
			sections: {},
			cwd: this.#inputs.cwd,
			contextFiles: this.#inputs.contextFiles.map((file) => ({ ...file })),
			skills: [...this.#inputs.skills],
		};
	}

	/** Opens a run: from here on the options are this object, whatever handlers do to it. */
	beginRun(): PromptOptions {
		this.#run = this.baseOptions();
		this.#forced = undefined;
		return this.#run;
	}

	endRun(): void {
		this.#run = undefined;
		this.#forced = undefined;
	}

	/** Replaces the whole prompt for the current run; never stored (B22). */
	force(prompt: string): void {
		this.#forced = prompt;
	}

	get forced(): string | undefined {
		return this.#forced ?? this.#run?.forceSystemPrompt;
	}

	/** A change of the active tools while a run is open is a change of its selection (AD1). */
	selectionChanged(names: string[]): void {
		if (this.#run) this.#run.selectedTools = names;
	}

	/** The prompt as the model gets it now (C17). */
	text(): string {
		return this.forced ?? joinSections(this.#sections());
	}

	/** What has to be told so that the transcript says what is true now; `undefined` when it already does (S07). */
	patch(transcript: readonly AgentMessage[], timestamp: number): SystemMessage | undefined {
		const head = currentHead(transcript);
		const previous = { sections: (head?.sections ?? {}) as Record<string, string>, tools: head?.toolsAdded ?? [] };
		const patch = diffPrompt(previous, { sections: this.#sections(), tools: this.#tools.active().map(toDeclaration) });
		return patch && { role: "system", content: "", ...patch, timestamp };
	}

	#sections(): Record<string, string> {
		return buildPromptSections(this.#currentOptions(), this.#inputs.facts);
	}

	#currentOptions(): PromptOptions {
		const options = this.#run ?? this.baseOptions();
		return { ...options, selectedTools: this.#tools.activeNames() };
	}
}

function toDeclaration({ name, description, parameters, constrainedSampling }: AgentTool): Tool {
	return { name, description, parameters, ...(constrainedSampling !== undefined && { constrainedSampling }) };
}
