import type { Tool } from "../contract/tool.ts";
import { isRecord } from "../stream/is-record.ts";

/** A grammar that OpenAI's servers sample by. */
export interface Grammar {
	readonly syntax: "lark" | "regex";
	readonly definition: string;
}

/** The grammar a tool asks for, where it can be used: it describes one text, so the tool must have one argument. */
export function grammarOf(tool: Tool): Grammar | undefined {
	const sampling = tool.constrainedSampling;
	if (sampling === undefined || sampling === false) return undefined;
	if (sampling.type !== "grammar" || soleTextArgument(tool) === undefined) return undefined;
	const { openai_lark: lark, openai_regex: regex } = sampling.variants;
	const definition = lark ?? regex;
	return definition === undefined ? undefined : { syntax: lark === undefined ? "regex" : "lark", definition };
}

/** Names of the tools sent with a grammar, each with the one argument that the sampled text fills. */
export function grammarInputs(
	tools: readonly Tool[],
	{ supportsOpenAIGrammarTools }: { supportsOpenAIGrammarTools?: boolean },
): ReadonlyMap<string, string> {
	const inputs = new Map<string, string>();
	if (supportsOpenAIGrammarTools !== true) return inputs;
	for (const tool of tools) {
		const input = grammarOf(tool) === undefined ? undefined : soleTextArgument(tool);
		if (input !== undefined) inputs.set(tool.name, input);
	}
	return inputs;
}

function soleTextArgument({ parameters }: Tool): string | undefined {
	const properties = (parameters as Record<string, unknown>)["properties"];
	if (!isRecord(properties)) return undefined;
	const names = Object.keys(properties);
	const only = names[0];
	if (names.length !== 1 || only === undefined) return undefined;
	const property = properties[only];
	return isRecord(property) && property["type"] === "string" ? only : undefined;
}

/** The text of a grammar call, written as the one string of its JSON arguments, piece by piece. */
export class GrammarArguments {
	readonly #inputs: ReadonlyMap<string, string>;
	readonly #open = new Set<string | number>();
	readonly #known = new Set<string | number>();

	constructor(inputs: ReadonlyMap<string, string>) {
		this.#inputs = inputs;
	}

	/** Keys of calls whose text has not been ended. */
	get open(): readonly (string | number)[] {
		return [...this.#open];
	}

	/** The next piece of the arguments of call `key`; `name` matters with the first. */
	piece(key: string | number, text: string, name: string | undefined): string {
		const escaped = JSON.stringify(text).slice(1, -1);
		if (this.#known.has(key)) return escaped;
		this.#known.add(key);
		this.#open.add(key);
		return `{${JSON.stringify(this.#inputs.get(name ?? "") ?? "input")}:"${escaped}`;
	}

	/** The end of the arguments; nothing for a call that has none or has ended. */
	end(key: string | number): string {
		return this.#open.delete(key) ? '"}' : "";
	}
}
