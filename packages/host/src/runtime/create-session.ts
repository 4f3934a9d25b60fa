import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { CompactOptions, ReplacedSessionContext } from "../extension-api/context.ts";
import { toSlashCommandInfo, type InvocableCommand } from "../extensions/contributions.ts";
import { createCommandContext } from "../extensions/create-context.ts";
import { toExtensionFault } from "../extensions/hooks/extension-fault.ts";
import { settingsDeadlines } from "../extensions/hooks/settings-deadlines.ts";
import { createLocalBackend } from "../platform/local-backend.ts";
import { createLocalBashOperations } from "../tools/bash/bash-tool.ts";
import { AgentSession } from "./agent-session.ts";
import { compactInBackground } from "./compaction/manual-compaction.ts";
import { createParts, type SessionCore } from "./create-parts.ts";
import { declaredTools } from "./declared-tools.ts";
import { gatherResources } from "./discovered-resources.ts";
import { createExtensionActions } from "./extension-actions.ts";
import { createCommandActions, createExtensionContext } from "./extension-context.ts";
import { IdleBarrier, type CommandStage } from "./idle-barrier.ts";
import type { UserInput } from "./input/accept-input.ts";
import { Delivery } from "./input/delivery.ts";
import { enqueueInput } from "./input/enqueue.ts";
import { submitInput, type Disposition, type SubmitParts } from "./input/submit.ts";
import { RegisteredResources } from "./registered-resources.ts";
import type { SessionEnd, SessionParts } from "./session-parts.ts";
import type { SessionSurroundings } from "./session-surroundings.ts";
import { ToolBackendAccess } from "./tool-backend-access.ts";
import { UserShell } from "./user-shell/user-shell.ts";

/** Assembles a session, binds the extensions to it and tells them that it started. The only place that knows all parts. */
export async function createSession(surroundings: SessionSurroundings): Promise<AgentSession> {
	const { hooks, settings, mode } = surroundings;
	hooks.setDeadlines(settingsDeadlines(settings, { hasUser: mode.hasUI }));
	const core = createParts(surroundings);
	const userShell = createUserShell(surroundings, core);
	const barrier = new IdleBarrier({ conversation: core.conversation, userShell, hooks });
	const inputParts = createInputParts(surroundings, core, barrier);
	const submit: Submit = (input, onDisposition) => submitInput(inputParts, input, onDisposition);
	const commands = (): SlashCommandInfo[] => listCommands(surroundings);
	const delivery = createDelivery(surroundings, core, submit);
	const backend = createBackendAccess(surroundings, core);
	bindExtensions(surroundings, core, { delivery, commands, backend, barrier });
	core.models.restore(surroundings.model, surroundings.thinkingLevel);
	core.tools.setActive(startingTools(surroundings, core));
	if (!surroundings.isResumed) core.models.record();
	const hush = surroundings.hooks.onWait((notice) => void core.events.emit(notice));
	let announced: Promise<void> | undefined;
	const announce = (): Promise<void> => (announced ??= announceStart(surroundings));
	const agent = new AgentSession({
		...core,
		barrier,
		abort: () => abortAll(surroundings, core),
		submit,
		enqueue: (input) => enqueueInput(inputParts, input),
		userShell,
		registry: surroundings.access,
		dispatcher: surroundings.hooks.dispatcher,
		commands,
		replacedContext: () => createReplacedContext(surroundings, barrier, delivery),
		announceStart: announce,
		shutdown: createShutdown(surroundings, () => {
			hush();
			userShell.close();
			backend.close();
		}),
	});
	surroundings.start.onReady?.(agent);
	if (!surroundings.start.isHeld) await announce();
	return agent;
}

function abortAll({ hooks }: SessionSurroundings, { conversation, inputs }: SessionCore): void {
	conversation.abort();
	inputs.abort();
	hooks.interrupt();
	if (!conversation.resting) hooks.hurry(true);
}

type Submit = (input: UserInput, onDisposition?: (disposition: Disposition) => void) => Promise<void>;

function startingTools({ isResumed, session, selectTools }: SessionSurroundings, { tools }: SessionCore): string[] {
	const declared = isResumed ? declaredTools(session.buildSessionContext().messages) : undefined;
	return selectTools(tools.selectable(), declared);
}

function createInputParts(surroundings: SessionSurroundings, core: SessionCore, barrier: IdleBarrier): SubmitParts {
	const { hooks, extensions } = surroundings;
	const runCommand = async ({ invocationName, command, record }: InvocableCommand, args: string): Promise<void> => {
		let stage: CommandStage = "beginning";
		const isInsideRun = (): boolean => barrier.isInside(record.owner, stage);
		const context = createCommandContext(extensions.handleSource(record), isInsideRun);
		const call = { event: "command", reportedPath: `command:${invocationName}` };
		const done = hooks.fence.call(record.owner, call, () => command.handler(args, context));
		stage = "running";
		await done;
		stage = "over";
	};
	return {
		dispatcher: hooks.dispatcher,
		contributions: extensions.contributions,
		conversation: core.conversation,
		queues: core.queues,
		inputs: core.inputs,
		expand: async (text: string) => {
			const expanded = await surroundings.expand(text);
			return expanded === text ? (new RegisteredResources(extensions.contributions).expand(text) ?? text) : expanded;
		},
		now: surroundings.now,
		hasModel: () => core.models.model !== undefined,
		runCommand,
	};
}

function listCommands({ extensions, resourceCommands }: SessionSurroundings): SlashCommandInfo[] {
	const files = resourceCommands();
	const registered = new RegisteredResources(extensions.contributions).commands(files);
	const all = [...files, ...registered];
	return [
		...extensions.contributions.commands().map(toSlashCommandInfo),
		...all.filter(({ source }) => source === "prompt"),
		...all.filter(({ source }) => source !== "prompt"),
	];
}

function createUserShell({ shell, hooks, now }: SessionSurroundings, core: SessionCore): UserShell {
	const setup = shell ?? { operations: createLocalBashOperations() };
	return new UserShell({ ...core, setup, dispatcher: hooks.dispatcher, now });
}

function createBackendAccess(
	{ backend = createLocalBackend(), session, shell }: SessionSurroundings,
	{ models }: SessionCore,
): ToolBackendAccess {
	return new ToolBackendAccess({ backend, session, models, commandPrefix: shell?.commandPrefix });
}

function createDelivery({ now }: SessionSurroundings, core: SessionCore, submit: Submit): Delivery {
	return new Delivery({ ...core, submit: (input) => trackInput(core, submit, input), now });
}

function bindExtensions(
	surroundings: SessionSurroundings,
	core: SessionCore,
	{
		delivery,
		commands,
		backend,
		barrier,
	}: Pick<SessionParts, "commands" | "barrier"> & { delivery: Delivery; backend: ToolBackendAccess },
): void {
	const { extensions, hooks, access } = surroundings;
	const contextParts = {
		...surroundings,
		...core,
		registry: access,
		backend,
		barrier,
		compact: (options: CompactOptions = {}) =>
			compactInBackground(core.compact, options, (error) =>
				hooks.fence.report(toExtensionFault("<runtime>", "compact", error)),
			),
	};
	extensions.bind({
		context: createExtensionContext(contextParts),
		commands: createCommandActions(contextParts),
		actions: createExtensionActions({
			...core,
			delivery,
			commands,
			settings: () => surroundings.settings,
			registerProvider: (name, config) => {
				for (const { message } of access.registerProvider(name, config)) throw new Error(message);
			},
			unregisterProvider: (name) => access.unregisterProvider(name),
			registerVirtualModel: (definition) => access.registerVirtualModel(definition),
			unregisterVirtualModel: (provider, id) => access.unregisterVirtualModel(provider, id),
			emit: core.events.emit,
			inBackground: (work) => {
				work.catch((error: unknown) => hooks.fence.report(toExtensionFault("<runtime>", "send", error)));
			},
		}),
		toolActions: (toolCallId) => ({
			tools: core.nested.callable(),
			executeTool: (name, args, options) => core.nested.execute(toolCallId, name, { ...options, args }),
		}),
	});
}

/** The context of work that put this session in the place of another one; its sends can be awaited (K09). */
function createReplacedContext(
	{ extensions, hooks }: SessionSurroundings,
	barrier: IdleBarrier,
	delivery: Delivery,
): ReplacedSessionContext {
	const isInsideRun = (): boolean => barrier.isBusy && hooks.isDispatching;
	const context = createCommandContext(extensions.builtinSource(), isInsideRun);
	return Object.assign(context, {
		sendMessage: delivery.sendMessage.bind(delivery),
		sendUserMessage: delivery.sendUserMessage.bind(delivery),
	} satisfies Pick<ReplacedSessionContext, "sendMessage" | "sendUserMessage">);
}

/** An input that nobody waits for keeps the session from settling until it is known what becomes of it. */
function trackInput({ inputs }: SessionCore, submit: Submit, input: UserInput): Promise<void> {
	return new Promise((resolve, reject) => {
		inputs.track(
			new Promise((decided) => {
				const run = submit(input, () => decided());
				run.then(resolve, reject);
				run.finally(decided).catch(() => {}); // Rejected above.
			}),
		);
	});
}

async function announceStart({ hooks, session, start, addResources }: SessionSurroundings): Promise<void> {
	const { onReady: _onReady, isHeld: _isHeld, ...told } = start;
	const previous = told.previousSessionFile;
	await hooks.dispatcher.notify("session_start", {
		type: "session_start",
		...told,
		...(previous !== undefined && { previousSessionReference: previous }),
	});
	const answered = await hooks.dispatcher.collect("resources_discover", {
		type: "resources_discover",
		cwd: session.getCwd(),
		reason: start.reason === "reload" ? "reload" : "startup",
	});
	const found = gatherResources(answered);
	if (found) await addResources(found);
}

/** Idempotent: a second call waits for the first one. */
function createShutdown(
	{ hooks, extensions, session }: SessionSurroundings,
	close: () => void,
): SessionParts["shutdown"] {
	let done: Promise<void> | undefined;
	const shutdown = async (end: SessionEnd): Promise<void> => {
		const target = end.targetSessionFile;
		await hooks.dispatcher.notify("session_shutdown", {
			type: "session_shutdown",
			...end,
			...(target !== undefined && { targetSessionReference: target }),
		});
		close();
		extensions.retire();
		// A reload goes on with the same session.
		if (end.reason !== "reload") session.close();
	};
	return (end = { reason: "quit" }) => (done ??= shutdown(end));
}
