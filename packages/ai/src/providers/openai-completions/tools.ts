import type { Model } from "../../contract/model.ts";
import type { Tool } from "../../contract/tool.ts";
import { grammarOf } from "../grammar-tools.ts";
import { strictSchema } from "../strict-schema.ts";
import type { ResolvedCompat } from "./options.ts";
import type { ChatTool } from "./wire.ts";

export function toChatTools(tools: readonly Tool[], model: Model, compat: ResolvedCompat): ChatTool[] {
	return tools.map((tool) => toGrammarTool(tool, compat) ?? toFunctionTool(tool, model, compat));
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
	const grammar = compat.supportsOpenAIGrammarTools === true ? grammarOf(tool) : undefined;
	if (grammar === undefined) return undefined;
	const { name, description } = tool;
	return { type: "custom", custom: { name, description, format: { type: "grammar", grammar } } };
}
