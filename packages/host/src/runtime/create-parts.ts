import type { AgentMessage, ToolCallHost } from "@tau/agent";
import type { EntryDraft, SessionEntry } from "../session/entry.ts";
import type { Session } from "../session/session.ts";
import { Announcer } from "./announce.ts";
import { bindTool } from "./bind-tool.ts";
import { Conversation } from "./conversation.ts";
import { EventChannel } from "./event-channel.ts";
import { PendingInputs } from "./input/pending-inputs.ts";
import { createLoopHost, type LoopHostParts } from "./loop-host.ts";
import { ModelChoice } from "./model-choice.ts";
import { NestedCalls } from "./nested-calls.ts";
import { PromptState } from "./prompt-state.ts";
import { Queues } from "./queues.ts";
import { Record } from "./record.ts";
import { SessionNames } from "./session-names.ts";
import type { SessionSurroundings } from "./session-surroundings.ts";
import { ToolSet } from "./tool-set.ts";
import { openRequest } from "./turn/open-request.ts";
import { previewBoundary, toSessionDraft } from "./turn/preview.ts";
import { askToolGate, patchToolResult } from "./turn/tool-gate.ts";
import { TurnBoundary } from "./turn/turn-boundary.ts";

/** What a run reads and changes. */
export interface SessionState {
	readonly nested: NestedCalls;
	readonly tools: ToolSet;
	readonly prompt: PromptState;
	readonly queues: Queues;
	readonly inputs: PendingInputs;
	readonly models: ModelChoice;
	readonly names: SessionNames;
	readonly record: Record;
}

/** The parts of one session, connected. */
export interface SessionCore extends SessionState {
	readonly session: Session;
	readonly events: EventChannel;
	readonly conversation: Conversation;
	append(draft: EntryDraft): SessionEntry;
}

interface Foundation {
	readonly surroundings: SessionSurroundings;
	readonly events: EventChannel;
	readonly announcer: Announcer;
	append(draft: EntryDraft): SessionEntry;
	inBackground(work: Promise<unknown>): void;
}

export function createParts(surroundings: SessionSurroundings): SessionCore {
	const { hooks, session, now } = surroundings;
	const events = new EventChannel();
	const foundation: Foundation = {
		surroundings,
		events,
		announcer: new Announcer(hooks.dispatcher, events.emit, now),
		append: (draft) => session.append(draft),
		// What runs here reports through the dispatcher and does not reject.
		inBackground: (work) => void work,
	};
	const state = createState(foundation);
	const conversation = createConversation(foundation, state);
	return { session, events, append: foundation.append, conversation, ...state };
}

function createState(foundation: Foundation): SessionState {
	const { surroundings, events, append } = foundation;
	const { hooks, extensions, access, settings } = surroundings;
	const { dispatcher } = hooks;
	const { emit } = events;
	const modes = {
		steering: settings.steeringMode ?? "one-at-a-time",
		followUp: settings.followUpMode ?? "one-at-a-time",
	} as const;
	const nested: NestedCalls = new NestedCalls({
		host: createToolCallHost(foundation),
		callable: () => tools.callable(),
	});
	const tools: ToolSet = new ToolSet(
		{
			builtins: () => surroundings.builtins,
			contributed: () => extensions.contributions.tools(),
			bind: (tool) => bindTool({ hooks, extensions, nested }, tool),
		},
		(name) => surroundings.mayActivate(name),
	);
	return {
		nested,
		tools,
		prompt: new PromptState(surroundings.prompt, tools),
		queues: new Queues(modes, emit),
		inputs: new PendingInputs(),
		models: new ModelChoice({ dispatcher, append, emit, hasAuth: (model) => access.hasConfiguredAuth(model) }),
		names: new SessionNames({ dispatcher, append, emit, inBackground: foundation.inBackground }),
		record: new Record({ dispatcher, append, emit }),
	};
}

/** The path of nested calls: the same gate, the same events, the same patches (TC2). */
function createToolCallHost({ surroundings, announcer }: Foundation): ToolCallHost {
	const { dispatcher } = surroundings.hooks;
	const parentOf = (id: string): { parentToolCallId: string } => ({
		parentToolCallId: id.slice(0, id.lastIndexOf("/")),
	});
	return {
		emit: (event) => announcer.agentEvent(event),
		gate: (call, signal) => askToolGate(dispatcher, call, { signal, ...parentOf(call.toolCall.id) }),
		patchResult: (call, outcome) => patchToolResult(dispatcher, call, { outcome, ...parentOf(call.toolCall.id) }),
		execute: (tool, call, { signal, onUpdate }) => tool.execute(call.toolCall.id, call.input, signal, onUpdate),
		monotonic: surroundings.monotonic,
	};
}

function createConversation({ surroundings, events, announcer }: Foundation, state: SessionState): Conversation {
	const { hooks, session, access, settings, now, monotonic } = surroundings;
	const { dispatcher, fence } = hooks;
	const { record, queues } = state;
	const transcript = (): AgentMessage[] => session.buildSessionContext().messages;
	const boundary = new TurnBoundary({
		dispatcher,
		append: (draft) => void session.append(toSessionDraft(draft, session)),
		preview: (drafts) => previewBoundary(session, drafts, queues.peek()),
		entryId: (message) => record.entryId(message),
		turnIndex: () => announcer.turnIndex,
		report: (fault) => fence.report(fault),
	});
	const requests = { access, models: state.models, settings, sessionId: session.getSessionId() };
	const loop: LoopHostParts = {
		...state,
		dispatcher,
		announcer,
		boundary,
		transcript,
		stream: (messages, options) => openRequest(requests, messages, options),
		now,
		monotonic,
	};
	return new Conversation({
		...state,
		dispatcher,
		boundary,
		loopHost: createLoopHost(loop),
		takeForPrompt: () => queues.takeForPrompt(),
		transcript,
		hasModel: () => state.models.model !== undefined,
		emit: events.emit,
		now,
	});
}
