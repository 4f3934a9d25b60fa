import type { Model } from "../../contract/model.ts";
import type { Tool } from "../../contract/tool.ts";
import { isRecord } from "../../stream/is-record.ts";
import { strictSchema } from "../strict-schema.ts";
import type { ResolvedCompat } from "./options.ts";
import type { ChatTool } from "./wire.ts";

export function toChatTools(tools: readonly Tool[], model: Model, compat: ResolvedCompat): ChatTool[] {
	return tools.map((tool) => toGrammarTool(tool, compat) ?? toFunctionTool(tool, model, compat));
}

/** Names of the tools sent with a grammar, each with the one argument that the sampled text fills. */
export function grammarInputs(tools: readonly Tool[], compat: ResolvedCompat): ReadonlyMap<string, string> {
	const inputs = new Map<string, string>();
	for (const tool of tools) {
		const input = toGrammarTool(tool, compat) === undefined ? undefined : soleTextArgument(tool);
		if (input !== undefined) inputs.set(tool.name, input);
	}
	return inputs;
}

function toFunctionTool(tool: Tool, model: Model, compat: ResolvedCompat): ChatTool {
	const { name, description } = tool;
	const supported = compat.supportsStrictMode === true;
	const strict = strictSchema(tool, { model, supported });
	if (strict !== undefined)
		return { type: "function", function: { name, description, parameters: strict, strict: true } };
	const definition = { name, description, parameters: tool.parameters };
	return { type: "function", function: supported ? { ...definition, strict: false } : definition };
}

function toGrammarTool(tool: Tool, compat: ResolvedCompat): ChatTool | undefined {
	const sampling = tool.constrainedSampling;
	if (compat.supportsOpenAIGrammarTools !== true || sampling === undefined || sampling === false) return undefined;
	if (sampling.type !== "grammar" || soleTextArgument(tool) === undefined) return undefined;
	const { openai_lark: lark, openai_regex: regex } = sampling.variants;
	const definition = lark ?? regex;
	if (definition === undefined) return undefined;
	const grammar = { syntax: lark === undefined ? ("regex" as const) : ("lark" as const), definition };
	const { name, description } = tool;
	return { type: "custom", custom: { name, description, format: { type: "grammar", grammar } } };
}

/** A grammar describes one text; the tool must have exactly one argument for it. */
function soleTextArgument({ parameters }: Tool): string | undefined {
	const properties = (parameters as Record<string, unknown>)["properties"];
	if (!isRecord(properties)) return undefined;
	const names = Object.keys(properties);
	const only = names[0];
	if (names.length !== 1 || only === undefined) return undefined;
	const property = properties[only];
	return isRecord(property) && property["type"] === "string" ? only : undefined;
}
