import type { ToolInfo } from "../../../extension-api/tool.ts";

export interface ToolSearchOptions {
	tools: readonly ToolInfo[];
	limit: number;
}

/** A tool's name says more than its description, and that more than the names of its parameters. */
const BOOST = { name: 3, description: 2, parameters: 1 };

/** The best matches first; word beginnings and small misspellings count. Ties keep the order of registration. */
export async function findTools(query: string, { tools, limit }: ToolSearchOptions): Promise<ToolInfo[]> {
	const { default: MiniSearch } = await import("minisearch");
	const index = new MiniSearch<{ id: number; name: string; description: string; parameters: string }>({
		fields: ["name", "description", "parameters"],
		tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).flatMap((word) => [word, ...splitWord(word)]),
		searchOptions: { boost: BOOST, prefix: true, fuzzy: 0.2 },
	});
	index.addAll(
		tools.map((tool, id) => ({ id, name: tool.name, description: tool.description, parameters: parameterNames(tool) })),
	);
	return index
		.search(query)
		.slice(0, limit)
		.flatMap(({ id }) => tools[id as number] ?? []);
}

/** The parts of `camelCase` words; others are found whole. */
function splitWord(word: string): string[] {
	const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})/u);
	return parts.length > 1 ? parts : [];
}

function parameterNames({ parameters }: ToolInfo): string {
	const { properties } = parameters as { properties?: Record<string, unknown> };
	return Object.keys(properties ?? {}).join(" ");
}
