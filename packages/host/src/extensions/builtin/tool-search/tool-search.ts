import type { ExtensionAPI } from "../../../extension-api/extension-api.ts";
import { findTools } from "./find-tools.ts";

const DEFAULT_LIMIT = 8;

/**
 * A tool that finds tools the model has not been told about and declares them for the next request (X12). Inactive
 * until `--tools`, `defaultTools` or another extension activates it.
 */
export function toolSearch(pi: ExtensionAPI): void {
	pi.registerTool({
		name: "tool_search",
		label: "Tool search",
		description:
			"Searches tools that are installed but not declared yet, by name, description and parameters. " +
			"Tools that are found can be called from the next response on.",
		promptSnippet: "Find and enable further tools",
		promptGuidelines: ["Use tool_search when none of the declared tools can do what is needed."],
		defaultActive: false,
		exposure: "model-only",
		reachesTools: () => "all",
		// A plain schema: the schema builder would be loaded at every start.
		parameters: {
			type: "object",
			properties: {
				query: { type: "string", description: "What the tool should be able to do, in a few words" },
				limit: { type: "integer", minimum: 1, description: `Most tools to enable; default ${DEFAULT_LIMIT}` },
			},
			required: ["query"],
		} as never,
		async execute(_toolCallId, params) {
			const { query, limit = DEFAULT_LIMIT } = params as { query: string; limit?: number };
			const active = pi.getActiveTools();
			const found = await findTools(query, {
				tools: pi.getAllTools().filter(({ name, exposure }) => isSearchable(exposure) && !active.includes(name)),
				limit,
			});
			pi.setActiveTools([...active, ...found.map(({ name }) => name)]);
			const lines = found.map(({ name, description }) => `- ${name}: ${description.split("\n", 1)[0] ?? ""}`);
			const text =
				found.length === 0 ? `No tool matches "${query}".` : `Enabled from the next response on:\n${lines.join("\n")}`;
			return { content: [{ type: "text", text }], details: { enabled: found.map(({ name }) => name) } };
		},
	});
}

function isSearchable(exposure: string): boolean {
	return exposure === "codemode" || exposure === "deferred";
}
