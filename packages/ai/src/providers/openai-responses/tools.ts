import type { Model } from "../../contract/model.ts";
import type { Tool } from "../../contract/tool.ts";
import { grammarOf } from "../grammar-tools.ts";
import { strictSchema } from "../strict-schema.ts";
import type { ResolvedCompat } from "./options.ts";
import type { ResponsesTool } from "./wire.ts";

export function toResponsesTools(tools: readonly Tool[], model: Model, compat: ResolvedCompat): ResponsesTool[] {
	return tools.map((tool) => {
		const { name, description, parameters } = tool;
		const grammar = compat.supportsOpenAIGrammarTools === true ? grammarOf(tool) : undefined;
		if (grammar !== undefined) return { type: "custom", name, description, format: { type: "grammar", ...grammar } };
		const strict = strictSchema(tool, { model, supported: compat.supportsStrictMode === true });
		// Said in every case: the API takes a schema without the word as strict.
		return { type: "function", name, description, parameters: strict ?? parameters, strict: strict !== undefined };
	});
}
