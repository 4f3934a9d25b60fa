/** Later work in which a row that nothing shows yet will be built. */
export type LaterWork =
	| "MCP"
	| "codemode and tool_search"
	| "packages"
	| "virtual models"
	| "LSP"
	| "daemon"
	| "subagents"
	| "history and web search"
	| "the terminal"
	| "models and providers"
	| `issue 5: ${string}`;

/** One thing that Tau has to do, in one sentence. */
export interface Requirement {
	readonly id: string;
	readonly sentence: string;
	/** The section of the contract it stands in. */
	readonly source: string;
	readonly pending?: LaterWork;
}

/** The rows of one section. A row in `pending` waits for later work; all others need a test that cites them. */
export interface RequirementSection {
	readonly source: string;
	readonly rows: Readonly<Record<string, string>>;
	readonly pending?: Readonly<Record<string, LaterWork>>;
}
