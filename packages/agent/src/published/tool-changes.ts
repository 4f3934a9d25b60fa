import { getCurrentTools, type SystemMessage, toToolDeclaration } from "@tau/ai";
import type { AgentContext } from "./agent-loop-config.ts";

/** The system message that tells the model how the tools differ from those its transcript declares, if they do. */
export function describeToolChanges({ messages, tools = [] }: AgentContext, now: number): SystemMessage | undefined {
	const declared = new Map(getCurrentTools(messages).map((tool) => [tool.name, JSON.stringify(tool)]));
	const current = tools.map(toToolDeclaration);
	const unchanged = new Set(
		current.filter((tool) => declared.get(tool.name) === JSON.stringify(tool)).map(({ name }) => name),
	);
	const toolsAdded = current.filter(({ name }) => !unchanged.has(name));
	const toolsRemoved = [...declared.keys()].filter((name) => !unchanged.has(name)).map((name) => ({ name }));
	if (toolsAdded.length === 0 && toolsRemoved.length === 0) return undefined;
	return {
		role: "system",
		content: "",
		...(toolsAdded.length > 0 && { toolsAdded }),
		...(toolsRemoved.length > 0 && { toolsRemoved }),
		timestamp: now,
	};
}
