import type { RequirementSection } from "../requirement.ts";

export const loadingTraps: RequirementSection = {
	source: "D traps, loading and identity",
	rows: {
		TRAP1: "Three commands of one name become three numbered ones, and the bare name is text",
		TRAP2: "A literal name that clashes with a number gets a further number",
		TRAP3: "An extension replaces its own command or tool",
		TRAP4: "A late clash renames the first command on the spot",
		TRAP5: "A late tool with a foreign name has no effect and throws nothing",
		TRAP6: "State of a module survives a new session and not a reload",
		TRAP7: "An edited file runs after a reload, not after a new session",
		TRAP8: "A flag has its default in the factory and its value from session_start",
		TRAP9: "A boolean flag with =false is true",
		TRAP10: "A declaration file is no extension",
		TRAP11: "An index loads beside a manifest that names nothing useful",
		TRAP12: "Setting the active tools keeps the order of those that were",
	},
};

export const boundaryTraps: RequirementSection = {
	source: "D traps, boundaries",
	rows: {
		TRAP13: "A proposal to continue after tool results makes one request, not two",
		TRAP14: "Continuing after plain text without entries is refused as not runnable",
		TRAP15: "Omitting the answer and adding a message continues without that answer",
		TRAP16: "A later false replaces an earlier true",
		TRAP17: "A false does not stop the natural next request",
		TRAP18: "One invalid draft drops the whole proposal and is its extension's error",
		TRAP19: "Returned entries replace the earlier ones",
		TRAP20: "A throw leaves the earlier proposal in place",
		TRAP21: "Continuing without a guard continues without end",
		TRAP22: "An abort inside a settling handler commits entries and continues nothing",
		TRAP23: "A run that was aborted is not asked before it settles",
		TRAP24: "A draft that keeps nothing starts over with its summary",
	},
};

export const toolTraps: RequirementSection = {
	source: "D traps, tools",
	rows: {
		TRAP25: "Parallel calls start in order, end by speed, answer in order",
		TRAP26: "One sequential tool puts a whole batch in a row",
		TRAP27: "A running call does not see its sibling's result",
		TRAP28: "A reassigned input is seen by handlers and not executed",
		TRAP29: "A mutated argument is executed unchecked and not recorded",
		TRAP30: "block: false is no block",
		TRAP31: "Unknown tools and invalid arguments ask nobody",
		TRAP32: "Only a batch of terminating results ends the run",
		TRAP33: "Blocked calls and errors may terminate too",
		TRAP34: "Queued messages outlive a terminating batch",
		TRAP35: "New content alone drops the structured content",
		TRAP36: "A throwing result handler changes nothing for the next",
		TRAP37: "An update after the end is ignored",
		TRAP38: "A result without a list of content is an error",
		TRAP39: "An abort during preflight answers every call",
		TRAP40: "An override without a snippet is not on the list",
		TRAP41: "Tools that may not be called are not found; a codemode tool may",
		TRAP42: "A passed-on inner result counts its usage twice",
		TRAP43: "A blocked nested call ends only itself",
		TRAP44: "Three edits of one file are all applied",
		TRAP45: "Edits never see each other's output",
	},
};

export const promptTraps: RequirementSection = {
	source: "D traps, prompt and context",
	rows: {
		TRAP46: "A context of one message still has prompt and tools",
		TRAP47: "A handler's own system message stands behind the host's",
		TRAP48: "Mutating a message in context changes the request alone",
		TRAP49: "Filtering the head in context_with_system is reported and sent",
		TRAP50: "A forced prompt holds for one run and is never stored",
		TRAP51: "A section of one run is taken back in the next",
		TRAP52: "Selected tools stay, other options of a run do not",
		TRAP53: "Options show the base list of tools",
		TRAP54: "Messages of handlers come after the user's, held ones before them",
		TRAP55: "A throw before the start stops no run",
		TRAP56: "Headers are changed by mutation alone",
		TRAP57: "Returning nothing keeps an earlier payload",
		TRAP58: "A replaced user message is the one that counts; its role stays",
		TRAP59: "A patched call is the one that runs",
	},
};

export const deliveryTraps: RequirementSection = {
	source: "D traps, delivery and queueing",
	rows: {
		TRAP60: "All ways of delivery in one turn arrive in their fixed order",
		TRAP61: "A message for the next turn starts none",
		TRAP62: "An idle message is stored before the next prompt",
		TRAP63: "Queues deliver one at a time, or all",
		TRAP64: "A plain message during a turn is refused by an error",
		TRAP65: "In agent_end only a follow-up is accepted",
		TRAP66: "Work asked for when settled waits for all handlers",
		TRAP67: "A message with a trigger makes the session busy at once",
		TRAP68: "A message just sent is not yet queued",
		TRAP69: "Waiting inside the barrier one waits for rejects",
		TRAP70: "Print mode finishes what a command started",
		TRAP71: "A prompt while streaming needs a behaviour, asked handlers or not",
		TRAP72: "A command runs while streaming and cannot be steered",
		TRAP73: "After an abort nothing queued runs until asked",
		TRAP74: "A retry is a new run, and the failed attempt is omitted",
		TRAP75: "An overflow is omitted, compacted and tried again before settling",
	},
};

export const inputTraps: RequirementSection = {
	source: "D traps, input and commands",
	rows: {
		TRAP76: "A transform into a command is text; into a template it is expanded",
		TRAP77: "A command starts at column zero and ends with its line's blank",
		TRAP78: "A command comes before a template of its name, unheard",
		TRAP79: "The first handled ends the chain",
		TRAP80: "A throwing input handler stops no message",
		TRAP81: "A throwing command sends nothing and fails nothing",
		TRAP82: "A throwing user_bash handler means the command does not run",
		TRAP83: "An excluded command is stored and not sent",
	},
};

export const sessionTraps: RequirementSection = {
	source: "D traps, sessions and replacement",
	rows: {
		TRAP84: "A new session's steps have one order, and captured data answers for the old one",
		TRAP85: "A throw in withSession rejects after the fact",
		TRAP86: "A message in withSession can be awaited to the end of its run",
		TRAP87: "After a reload every old member throws",
		TRAP88: "Replacing the session from inside a tool rejects",
		TRAP89: "A cancel stops the chain, a throw does not",
		TRAP90: "A fork at the first message has no file yet",
		TRAP91: "Going to a user message means its parent",
		TRAP92: "A summary nobody asked for is ignored",
		TRAP93: "A resume restores its model silently",
		TRAP94: "A level falls before its model is told",
		TRAP95: "An entry of a running tool stands before the result",
		TRAP96: "Looking at a session makes no file",
		TRAP97: "After a compaction usage is unknown",
		TRAP98: "The last summary counts; a cancel is no error",
	},
};

export const surroundingTraps: RequirementSection = {
	source: "D traps, trust, packages, MCP, screen",
	rows: {
		TRAP99: "Context files need no trust",
		TRAP100: "A throw where trust is decided means no",
		TRAP101: "Nobody can be asked about trust in RPC",
		TRAP102: "An exclusion of a filter wins",
		TRAP103: "A server's tools are not declared by default",
		TRAP104: "Tools of a removed server are hidden",
		TRAP105: "Custom components in RPC are nothing, and yet a span",
		TRAP106: "Dialogs time out at the agent's side",
		TRAP107: "A renderer that fails means the default drawing",
		TRAP108: "A component changes its parent's lines",
		TRAP109: "A virtual model routes a retry with what failed",
		TRAP110: "A program that is not there is an ordinary result",
	},
	pending: {
		TRAP103: "MCP",
		TRAP104: "MCP",
		TRAP107: "the terminal",
		TRAP108: "the terminal",
	},
};
