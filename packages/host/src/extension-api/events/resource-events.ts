/** Whether to load the code and configuration of a project (E01). Only user and command-line extensions are asked. */
export interface ProjectTrustEvent {
	type: "project_trust";
	cwd: string;
}

/** The first yes or no decides; `undecided` passes on. */
export interface ProjectTrustResult {
	trusted: "yes" | "no" | "undecided";
	/** Also store the decision. */
	remember?: boolean;
}

/** After `session_start`; answers add places to look for resources (E02). Collect. */
export interface ResourcesDiscoverEvent {
	type: "resources_discover";
	cwd: string;
	reason: "startup" | "reload";
}

export interface ResourcesDiscoverResult {
	skillPaths?: string[];
	promptPaths?: string[];
	themePaths?: string[];
	/** Grip (R09). */
	rulePaths?: string[];
}

/** An MCP server that an extension registered. */
export interface RegisteredMcpServer {
	name: string;
	config: Readonly<Record<string, unknown>>;
	extensionPath: string;
}

/** The set of registered MCP servers changed after binding (E03). Observe. */
export interface McpServersChangeEvent {
	type: "mcp_servers_change";
	servers: RegisteredMcpServer[];
}
