import { THINKING_LEVEL_NAMES } from "../models/thinking-level.ts";

/**
 * One row per option; parsing and help follow from it. `boolean` takes no value, `string` one, `list` one that commas
 * divide, `repeat` one each time it is given, `optional` a word that may follow.
 */
export interface FlagRow {
	/** Without the dashes. */
	readonly name: string;
	/** With the single dash left out; several letters are one option, as in `-nbt`. */
	readonly short?: string;
	readonly kind: "boolean" | "string" | "list" | "repeat" | "optional";
	/** What stands for the value in help. */
	readonly value?: string;
	readonly choices?: readonly string[];
	/** A value outside `choices` is an error, or it is ignored with a warning. */
	readonly onWrongChoice?: "refuse" | "ignore";
	readonly group: FlagGroup;
	readonly help: string;
}

export type FlagGroup = "Output" | "Model" | "Session" | "Tools" | "Resources" | "Prompt and process";

export const FLAGS: readonly FlagRow[] = [
	{ group: "Output", name: "print", kind: "boolean", short: "p", help: "Answer the given prompts on stdout and exit" },
	{
		group: "Output",
		name: "mode",
		kind: "string",
		value: "<mode>",
		choices: ["text", "json", "rpc"],
		help: "Interface: text, json or rpc",
	},
	{
		group: "Output",
		name: "export",
		kind: "string",
		value: "<session> [output]",
		help: "Write a session file as HTML and exit",
	},

	{
		group: "Model",
		name: "model",
		kind: "string",
		value: "<pattern>",
		help: "Model by id, provider/id or a part of its name, with an optional :level",
	},
	{ group: "Model", name: "provider", kind: "string", value: "<name>", help: "Look for --model at this provider only" },
	{ group: "Model", name: "api-key", kind: "string", value: "<key>", help: "API key for this run" },
	{
		group: "Model",
		name: "thinking",
		kind: "string",
		value: "<level>",
		choices: THINKING_LEVEL_NAMES,
		onWrongChoice: "ignore",
		help: `Thinking level: ${THINKING_LEVEL_NAMES.join(", ")}`,
	},
	{
		group: "Model",
		name: "models",
		kind: "list",
		value: "<patterns>",
		help: "Models to cycle through: ids, parts of names or globs, divided by commas",
	},
	{
		group: "Model",
		name: "list-models",
		kind: "optional",
		value: "[search]",
		help: "List the available models and exit",
	},

	{
		group: "Session",
		name: "continue",
		kind: "boolean",
		short: "c",
		help: "Go on with the latest session of this folder",
	},
	{ group: "Session", name: "resume", kind: "boolean", short: "r", help: "Choose a session to resume" },
	{
		group: "Session",
		name: "session",
		kind: "string",
		value: "<path|id>",
		help: "Open a session by its file or its id",
	},
	{
		group: "Session",
		name: "session-id",
		kind: "string",
		value: "<id>",
		help: "Open this folder's session with the id, or start it",
	},
	{
		group: "Session",
		name: "fork",
		kind: "string",
		value: "<path|id>",
		help: "Start a new session from a copy of another",
	},
	{
		group: "Session",
		name: "session-dir",
		kind: "string",
		value: "<dir>",
		help: "Keep and look for sessions in this folder",
	},
	{ group: "Session", name: "no-session", kind: "boolean", help: "Write no session file" },
	{ group: "Session", name: "name", short: "n", kind: "string", value: "<name>", help: "Name of the session" },

	{
		group: "Tools",
		name: "tools",
		short: "t",
		kind: "list",
		value: "<list>",
		help: "Tools to declare, divided by commas; * fits any name. Or only +name and -name",
	},
	{
		group: "Tools",
		name: "exclude-tools",
		short: "xt",
		kind: "list",
		value: "<list>",
		help: "Tools to leave out, after all other choices",
	},
	{ group: "Tools", name: "no-builtin-tools", kind: "boolean", short: "nbt", help: "Leave the built-in tools out" },
	{ group: "Tools", name: "no-tools", kind: "boolean", short: "nt", help: "Start without any tool" },

	{
		group: "Resources",
		name: "extension",
		short: "e",
		kind: "repeat",
		value: "<path>",
		help: "Load an extension, a package folder or builtin:<name>",
	},
	{
		group: "Resources",
		name: "no-extensions",
		kind: "boolean",
		short: "ne",
		help: "Load only the extensions given by -e",
	},
	{ group: "Resources", name: "no-mcp", kind: "boolean", help: "Leave the built-in MCP support out" },
	{ group: "Resources", name: "skill", kind: "repeat", value: "<path>", help: "Load a skill or a folder of skills" },
	{
		group: "Resources",
		name: "no-skills",
		kind: "boolean",
		short: "ns",
		help: "Load only the skills given by --skill",
	},
	{
		group: "Resources",
		name: "prompt-template",
		kind: "repeat",
		value: "<path>",
		help: "Load a prompt template or a folder of them",
	},
	{
		group: "Resources",
		name: "no-prompt-templates",
		kind: "boolean",
		short: "np",
		help: "Load only the templates given by --prompt-template",
	},
	{ group: "Resources", name: "theme", kind: "repeat", value: "<path>", help: "Load a theme or a folder of themes" },
	{
		group: "Resources",
		name: "use-theme",
		kind: "string",
		value: "<name[/name]>",
		help: "Theme of this run; two names for light and dark",
	},
	{ group: "Resources", name: "no-themes", kind: "boolean", help: "Load only the themes given by --theme" },
	{
		group: "Resources",
		name: "no-context-files",
		kind: "boolean",
		short: "nc",
		help: "Leave AGENTS.md and CLAUDE.md out",
	},
	{
		group: "Resources",
		name: "strict-extensions",
		kind: "boolean",
		help: "Refuse to start when an extension cannot be loaded",
	},

	{
		group: "Prompt and process",
		name: "system-prompt",
		kind: "string",
		value: "<text|path>",
		help: "Replace the system prompt by a text or a file",
	},
	{
		group: "Prompt and process",
		name: "append-system-prompt",
		kind: "repeat",
		value: "<text|path>",
		help: "Add a text or a file to the system prompt",
	},
	{
		group: "Prompt and process",
		name: "tui-mode",
		kind: "string",
		value: "<mode>",
		choices: ["fullscreen", "regular"],
		help: "Terminal interface: fullscreen or regular",
	},
	{ group: "Prompt and process", name: "verbose", kind: "boolean", help: "Show everything at the start" },
	{
		group: "Prompt and process",
		name: "approve",
		kind: "boolean",
		short: "a",
		help: "Trust this project for this run",
	},
	{
		group: "Prompt and process",
		name: "no-approve",
		kind: "boolean",
		short: "na",
		help: "Do not trust this project for this run",
	},
	{ group: "Prompt and process", name: "offline", kind: "boolean", help: "No network traffic but that of the model" },
	{ group: "Prompt and process", name: "help", kind: "boolean", short: "h", help: "Show this help and exit" },
	{ group: "Prompt and process", name: "version", kind: "boolean", short: "v", help: "Show the version and exit" },
];
