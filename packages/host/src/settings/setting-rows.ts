/**
 * One row per setting (G04); values, defaults and the settings screen follow from it. A dot in the key is a level of
 * the file. `choices` lists every value; `also` adds single values to a kind; `scope: "user"` is ignored in project
 * files (G01). A row without a label is not offered on the settings screen.
 */
export const SETTING_ROWS = {
	// Model and thinking
	defaultProvider: { kind: "string", label: "Default provider" },
	defaultModel: { kind: "string", label: "Default model" },
	defaultThinkingLevel: {
		choices: ["off", "minimal", "low", "medium", "high", "xhigh", "max"],
		default: "medium",
		label: "Default thinking level",
	},
	modelThinkingLevels: { kind: "levels" },
	thinkingBudgets: { kind: "numbers" },
	enabledModels: { kind: "strings", label: "Models to cycle through" },
	hideThinkingBlock: { kind: "boolean", default: false, label: "Hide thinking" },
	showCacheMissNotices: { kind: "boolean", default: false, label: "Show cache notices" },
	cacheWarming: { choices: ["off", "streaming", "idle"], default: "idle", scope: "user", label: "Cache warming" },

	// Interaction
	steeringMode: { choices: ["all", "one-at-a-time"], default: "one-at-a-time", label: "Steering messages" },
	followUpMode: { choices: ["all", "one-at-a-time"], default: "one-at-a-time", label: "Follow-up messages" },
	externalEditor: { kind: "string", label: "External editor" },
	doubleEscapeAction: { choices: ["tree", "fork", "none"], default: "tree", label: "Double Escape" },
	treeFilterMode: {
		choices: ["default", "no-tools", "user-only", "labeled-only", "all"],
		default: "default",
		label: "Tree filter",
	},
	defaultProjectTrust: {
		choices: ["ask", "always", "never"],
		default: "ask",
		scope: "user",
		label: "Trust in new projects",
	},

	// Tools
	defaultTools: { kind: "strings" },
	"codemode.mode": { choices: ["on", "only"], default: "on", label: "Codemode" },
	"codemode.inlineBudget": { kind: "number", minimum: 0, default: 3000 },

	// Sessions and context
	sessionDir: { kind: "string" },
	"session.sync": { choices: ["always", "group", "off"], default: "group", scope: "user" },
	sessionShareDestination: { choices: ["auto", "gist", "radius"], default: "auto", label: "Share to" },
	"compaction.enabled": { kind: "boolean", default: true, label: "Automatic compaction" },
	"compaction.reserveTokens": { kind: "integer", minimum: 0, default: 16384 },
	"compaction.keepRecentTokens": { kind: "integer", minimum: 0, default: 20000 },
	"compaction.modelOverrides": { kind: "record" },
	"branchSummary.reserveTokens": { kind: "number", minimum: 0, default: 16384 },
	"branchSummary.skipPrompt": { kind: "boolean", default: false, label: "Skip the branch summary question" },

	// Terminal and display
	theme: { kind: "string", default: "system", label: "Theme" },
	quietStartup: { kind: "boolean", also: ["header"], default: false, label: "Quiet start" },
	tuiMode: { choices: ["regular", "fullscreen"], default: "fullscreen", label: "Terminal mode" },
	fullscreenExitOutput: { choices: ["transcript", "resume-hint"], default: "transcript", label: "Output on exit" },
	fullscreenScrollbar: { choices: ["auto", "always", "hidden"], default: "auto", label: "Scrollbar" },
	fullscreenCopyOnSelect: { kind: "boolean", default: true, label: "Copy on select" },
	fullscreenWheelScrollLines: { kind: "number", minimum: 1, maximum: 100, also: ["auto"], default: "auto" },
	editorPaddingX: { kind: "integer", minimum: 0, maximum: 3, default: 0, label: "Editor padding" },
	outputPad: { choices: [0, 1], default: 1, label: "Transcript padding" },
	autocompleteMaxVisible: { kind: "integer", minimum: 3, maximum: 20, default: 5, label: "Completion entries" },
	showHardwareCursor: { kind: "boolean", default: false, label: "Terminal cursor" },
	"terminal.showImages": { kind: "boolean", default: true, label: "Show images" },
	"terminal.imageWidthCells": { kind: "number", minimum: 1, default: 60, label: "Image width" },
	"terminal.clearOnShrink": { kind: "boolean", label: "Clear rows that shrink away" },
	"terminal.showTerminalProgress": { kind: "boolean", default: false, label: "Progress in the terminal tab" },
	"terminal.hyperlinks": { kind: "boolean", also: ["auto"], default: "auto" },
	"terminal.images": { choices: ["kitty", "iterm2", "auto", false], default: "auto" },
	"terminal.trueColor": { kind: "boolean", also: ["auto"], default: "auto" },
	"images.autoResize": { kind: "boolean", default: true, label: "Resize images" },
	"images.blockImages": { kind: "boolean", default: false, label: "Never send images" },
	"markdown.codeBlockIndent": { kind: "string", default: "  " },
	"markdown.mermaid": { choices: ["off", "final", "streaming"], default: "streaming", label: "Mermaid diagrams" },

	// Network and retries
	transport: { choices: ["auto", "sse", "websocket", "websocket-cached"], default: "auto" },
	httpProxy: { kind: "string", scope: "user" },
	httpIdleTimeoutMs: { kind: "number", minimum: 0, also: ["disabled"], default: 300000 },
	websocketConnectTimeoutMs: { kind: "number", minimum: 0, also: ["disabled"], default: 15000 },
	"retry.enabled": { kind: "boolean", default: true, label: "Retry after failures" },
	"retry.maxRetries": { kind: "number", minimum: 0, default: 3 },
	"retry.baseDelayMs": { kind: "number", minimum: 0, default: 2000 },
	"retry.maxAgentDelayMs": { kind: "number", minimum: 0, default: 60000 },
	"retry.provider.timeoutMs": { kind: "number", minimum: 0 },
	"retry.provider.maxRetries": { kind: "number", minimum: 0, default: 0 },
	"retry.provider.maxRetryDelayMs": { kind: "number", minimum: 0, default: 60000 },

	// Shell
	shellPath: { kind: "string" },
	shellCommandPrefix: { kind: "string" },
	npmCommand: { kind: "strings" },
	selfUpdateCommand: { kind: "strings", scope: "user" },

	// Resources
	packages: { kind: "packages" },
	extensions: { kind: "strings" },
	skills: { kind: "strings" },
	prompts: { kind: "strings" },
	themes: { kind: "strings" },
	// Seconds of an extension's own time; 0 waits without end. Not below `extensions`, which is a list of paths.
	"extensionDeadlines.observe": { kind: "number", minimum: 0, default: 60 },
	"extensionDeadlines.transform": { kind: "number", minimum: 0, default: 300 },
	"extensionDeadlines.gate": { kind: "number", minimum: 0, default: 300 },
	"extensionDeadlines.sessionShutdown": { kind: "number", minimum: 0, default: 10 },
	"extensionDeadlines.factory": { kind: "number", minimum: 0, default: 30 },
	enableSkillCommands: { kind: "boolean", default: true, label: "Skills as commands" },

	// Updates and warnings
	collapseChangelog: { kind: "boolean", default: false, label: "Short changelog" },
	lastChangelogVersion: { kind: "string" },
	extensionChangelogVersions: { kind: "record" },
	// Off: nothing is reported unless the user asks for it (AD20).
	enableInstallTelemetry: { kind: "boolean", default: false },
	enableAnalytics: { kind: "boolean", default: false },
	trackingId: { kind: "string" },
	deviceId: { kind: "string", scope: "user" },
	"warnings.anthropicExtraUsage": { kind: "boolean", default: true },
} as const;
