import type { RequirementSection } from "../requirement.ts";

export const contexts: RequirementSection = {
	source: "A3 contexts",
	rows: {
		C01: "ctx.ui answers in every mode, without a screen with the values of a cancel",
		C02: "ctx.mode names the mode",
		C03: "ctx.hasUI is true where somebody can answer",
		C04: "ctx.cwd is the session's folder",
		C05: "ctx.isProjectTrusted() tells the effective trust",
		C06: "ctx.sessionManager reads the session, up to the current assistant message inside tool_call",
		C07: "ctx.modelRegistry finds models and calls them",
		C08: "ctx.model and ctx.thinkingLevel are live",
		C09: "ctx.scopedModels lists the models of the scope",
		C10: "ctx.signal exists from the first turn to the end of the run",
		C11: "ctx.isIdle() is false from the start of a run until it has settled",
		C12: "ctx.abort() answers calls that never started and settles as aborted",
		C13: "ctx.hasPendingMessages() tells whether queues hold something",
		C14: "ctx.shutdown() ends the program where that makes sense, after the work",
		C15: "ctx.getContextUsage() knows nothing right after a compaction",
		C16: "ctx.compact() is not awaited and tells its outcome to callbacks",
		C17: "ctx.getSystemPrompt() is the effective prompt, a forced one until agent_end",
		C18: "Members of a context are read when they are used",
	},
	pending: { C07: "models and providers", C09: "models and providers" },
};

export const toolContexts: RequirementSection = {
	source: "A4 tool context",
	rows: {
		TC1: "ctx.tools lists what may be called",
		TC2: "ctx.executeTool() passes every gate and never rejects for a failed tool",
		TC3: "Nested calls are numbered below their parent and stay out of the transcript",
		TC4: "The record of nested calls on a result is bounded",
		TC5: "A result counts the usage of its nested calls",
		TC6: "Sequential tools stay sequential when nested",
	},
};

export const commandContexts: RequirementSection = {
	source: "A5 command context",
	rows: {
		K01: "Only commands and withSession get it; misuse from a tool rejects",
		K02: "getSystemPromptOptions() gives the inputs of the base prompt",
		K03: "waitForIdle() resolves after everything has settled",
		K04: "newSession() runs its steps in a fixed order",
		K05: "fork() cuts before or at an entry",
		K06: "navigateTree() moves the leaf in the same file",
		K07: "switchSession() resumes in the other session's folder",
		K08: "reload() imports everything again while the caller's code goes on",
		K09: "withSession gets a fresh context whose messages can be awaited",
		K10: "A command that throws is reported and changes no exit code",
	},
};
