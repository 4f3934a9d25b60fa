import type { SystemMessage } from "../contract/message.ts";
import type { Tool, ToolReference } from "../contract/tool.ts";
import { asParts } from "./read-parts.ts";
import { removeLoneSurrogates, removeLoneSurrogatesDeep } from "./unicode.ts";

/** A system message whose texts are valid Unicode and whose sections and tools are what they should be. */
export function prepareSystem(message: SystemMessage): SystemMessage {
	const { sections, toolsAdded, toolsRemoved, content, ...rest } = message;
	const prepared: SystemMessage = { ...rest, content: prepareContent(content) };
	if (isRecord(sections)) prepared.sections = prepareSections(sections);
	if (Array.isArray(toolsAdded)) prepared.toolsAdded = toolsAdded.filter(isNamed).map(prepareTool);
	if (Array.isArray(toolsRemoved)) prepared.toolsRemoved = toolsRemoved.filter(isNamed).map(prepareReference);
	return prepared;
}

function prepareContent(content: SystemMessage["content"]): SystemMessage["content"] {
	if (typeof content === "string") return removeLoneSurrogates(content);
	return asParts(content)
		.filter((part) => part.type === "text")
		.map((part) => ({ ...part, text: removeLoneSurrogates(part.text) }));
}

function prepareSections(sections: Record<string, unknown>): Record<string, string | null> {
	const prepared: Record<string, string | null> = {};
	for (const [name, text] of Object.entries(sections)) {
		if (text === null) prepared[removeLoneSurrogates(name)] = null;
		else if (typeof text === "string") prepared[removeLoneSurrogates(name)] = removeLoneSurrogates(text);
	}
	return prepared;
}

function prepareTool(tool: Tool): Tool {
	const { name, description, parameters } = tool;
	return {
		...tool,
		name: removeLoneSurrogates(name),
		description: typeof description === "string" ? removeLoneSurrogates(description) : "",
		parameters: isRecord(parameters) ? removeLoneSurrogatesDeep(parameters) : {},
	};
}

function prepareReference({ name }: ToolReference): ToolReference {
	return { name: removeLoneSurrogates(name) };
}

function isNamed<T extends ToolReference>(tool: T): boolean {
	return isRecord(tool) && typeof tool["name"] === "string" && tool["name"] !== "";
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
