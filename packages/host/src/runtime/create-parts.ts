import type { AgentMessage, ToolCallHost } from "@tau/agent";
import type { CompactOptions } from "../extension-api/context.ts";
import type { CompactionResult } from "../extension-api/events/session-events.ts";
import type { EntryDraft, SessionEntry } from "../session/entry.ts";
import type { SessionDraft } from "../session/entry-draft.ts";
import type { Session } from "../session/session.ts";
import { Announcer } from "./announce.ts";
import { bindTool } from "./bind-tool.ts";
import { Compactor } from "./compaction/compactor.ts";
import { compactManually } from "./compaction/manual-compaction.ts";
import { TreeNavigation } from "./compaction/navigate-tree.ts";
import { SummaryRequests } from "./compaction/summary-requests.ts";
import { Conversation } from "./conversation.ts";
import { EventChannel } from "./event-channel.ts";
import { PendingInputs } from "./input/pending-inputs.ts";
import { createLoopHost, type LoopHostParts } from "./loop-host.ts";
import { ModelChoice, type CyclableModels } from "./model-choice.ts";
import { NestedCalls } from "./nested-calls.ts";
import { PromptState, type PromptInputs } from "./prompt-state.ts";
import { RegisteredResources } from "./registered-resources.ts";
import { Queues } from "./queues.ts";
import { Record } from "./record.ts";
import { SessionNames } from "./session-names.ts";
import type { SessionSurroundings } from "./session-surroundings.ts";
import { ToolSet } from "./tool-set.ts";
import { AutoCompaction } from "./turn/auto-compaction.ts";
import { LastAnswer, type Answer } from "./turn/last-answer.ts";
import { openRequest } from "./turn/open-request.ts";
import { previewBoundary, toSessionDraft } from "./turn/preview.ts";
import { Retry } from "./turn/retry.ts";
import { retryPolicy } from "./turn/retry-policy.ts";
import { askToolGate, patchToolResult } from "./turn/tool-gate.ts";
import { TurnBoundary } from "./turn/turn-boundary.ts";
import { systemWait } from "./turn/wait.ts";

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
	readonly compactor: Compactor;
	readonly compaction: AutoCompaction;
	readonly requests: SummaryRequests;
}

/** The parts of one session, connected. */
export interface SessionCore extends SessionState {
	readonly session: Session;
	readonly events: EventChannel;
	readonly conversation: Conversation;
	readonly navigation: TreeNavigation;
	readonly retry: Retry;
	/** Compacts now; rejects when nothing was compacted (M07). */
	compact(options?: CompactOptions): Promise<CompactionResult>;
	append(draft: EntryDraft): SessionEntry;
}

interface Foundation {
	readonly surroundings: SessionSurroundings;
	readonly events: EventChannel;
	readonly announcer: Announcer;
	readonly answers: LastAnswer;
	readonly retry: Retry;
	append(draft: EntryDraft): SessionEntry;
	/** Appends what nobody sees otherwise, and says so (S18). */
	appendAndTell(draft: SessionDraft): Promise<void>;
	inBackground(work: Promise<unknown>): void;
}

export function createParts(surroundings: SessionSurroundings): SessionCore {
	const { session } = surroundings;
	const foundation = createFoundation(surroundings);
	const { events, append } = foundation;
	const state = createState(foundation);
	const conversation = createConversation(foundation, state);
	const { dispatcher } = surroundings.hooks;
	const navigation = new TreeNavigation({ ...surroundings, ...state, dispatcher, conversation });
	const compact: SessionCore["compact"] = (options) =>
		compactManually({ ...surroundings, ...state, conversation }, options);
	const { retry } = foundation;
	return { session, events, append, conversation, navigation, compact, retry, ...state };
}

function createFoundation(surroundings: SessionSurroundings): Foundation {
	const { hooks, session, now, settings, wait = systemWait } = surroundings;
	const events = new EventChannel();
	const { emit } = events;
	const appendAndTell = async (draft: SessionDraft): Promise<void> => {
		await emit({ type: "entry_appended", entry: session.append(draft) });
	};
	const answers = new LastAnswer();
	const omit = omission(appendAndTell);
	const retry = new Retry({ policy: retryPolicy(settings), emit, wait, omit });
	return {
		surroundings,
		events,
		answers,
		retry,
		announcer: new Announcer(hooks.dispatcher, emit, { now, willRetry: () => retry.isDue(answers.current) }),
		append: (draft) => session.append(draft),
		appendAndTell,
		// What runs here reports through the dispatcher and does not reject.
		inBackground: (work) => void work,
	};
}

/** What failed stays in the file and is left out of the context (S18). */
function omission(appendAndTell: Foundation["appendAndTell"]): (answer: Answer) => Promise<void> {
	return ({ entryId }) => appendAndTell({ type: "context_edit", targetId: entryId, replacement: null });
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
	const models = new ModelChoice({
		dispatcher,
		append,
		emit,
		hasAuth: (model) => access.hasConfiguredAuth(model),
		cyclable: () => cyclableModels(surroundings),
	});
	return {
		...createCompaction(foundation, models),
		nested,
		tools,
		prompt: new PromptState(withRegisteredSkills(surroundings), tools),
		queues: new Queues(modes, emit),
		inputs: new PendingInputs(),
		models,
		names: new SessionNames({ dispatcher, append, emit, inBackground: foundation.inBackground }),
		record: new Record({ dispatcher, append, emit }),
	};
}

/** What the user chose to cycle through, else everything that can be used. */
function cyclableModels({ scopedModels, access }: SessionSurroundings): CyclableModels {
	if (scopedModels.length > 0) return { models: scopedModels, isScoped: true };
	return { models: access.getAvailable().map((model) => ({ model })), isScoped: false };
}

/** Everything that makes the context smaller. */
function createCompaction(
	{ surroundings, events, appendAndTell }: Foundation,
	models: ModelChoice,
): Pick<SessionState, "compactor" | "compaction" | "requests"> {
	const { hooks, session, access, settings, now, wait = systemWait } = surroundings;
	const { dispatcher } = hooks;
	const { emit } = events;
	const sessionId = session.getSessionId();
	const policy = retryPolicy(settings);
	const requests = new SummaryRequests({ access, settings, sessionId, dispatcher, policy, emit, wait, now });
	const compactor = new Compactor({ session, dispatcher, requests, emit });
	const omit = omission(appendAndTell);
	return {
		requests,
		compactor,
		compaction: new AutoCompaction({ session, compactor, models, access, settings, omit }),
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

function createConversation(foundation: Foundation, state: SessionState): Conversation {
	const { surroundings, events, announcer, answers, retry } = foundation;
	const { hooks, session, access, settings, now, monotonic } = surroundings;
	const { dispatcher, fence } = hooks;
	const { record, queues } = state;
	const transcript = (): AgentMessage[] => session.buildSessionContext().messages;
	const boundary = new TurnBoundary({
		dispatcher,
		append: (draft) => foundation.appendAndTell(toSessionDraft(draft, session)),
		preview: (drafts) => previewBoundary(session, drafts, queues.peek()),
		takeHeld: () => queues.takeForTurnEnd(),
		store: (message) => record.append(message),
		entryId: (message) => record.entryId(message),
		turnIndex: () => announcer.turnIndex,
		report: (fault) => fence.report(fault),
	});
	const requests = {
		access,
		models: state.models,
		settings,
		sessionId: session.getSessionId(),
		routing: { access, session, lastAnswer: () => answers.current, append: foundation.appendAndTell },
	};
	const loop: LoopHostParts = {
		...state,
		dispatcher,
		announcer,
		answers,
		retry,
		boundary,
		transcript,
		blockImages: settings.images?.blockImages === true,
		stream: (messages, options) => openRequest(requests, messages, options),
		now,
		monotonic,
	};
	return new Conversation({
		...state,
		dispatcher,
		answers,
		retry,
		boundary,
		loopHost: createLoopHost(loop),
		takeForPrompt: () => queues.takeForPrompt(),
		transcript,
		hasModel: () => state.models.model !== undefined,
		onIdle: () => hooks.hurry(false),
		emit: events.emit,
		now,
	});
}

/** The inputs of the prompt, read anew each time: files first, then what extensions registered (API25). */
function withRegisteredSkills({ prompt, extensions }: SessionSurroundings): PromptInputs {
	const registered = new RegisteredResources(extensions.contributions);
	return {
		...prompt,
		get skills() {
			const taken = new Set(prompt.skills.map(({ name }) => name));
			return [...prompt.skills, ...registered.skills().filter(({ name }) => !taken.has(name))];
		},
	};
}
