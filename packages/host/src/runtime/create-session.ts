import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { CompactOptions, ReplacedSessionContext } from "../extension-api/context.ts";
import { toSlashCommandInfo, type InvocableCommand } from "../extensions/contributions.ts";
import { createCommandContext } from "../extensions/create-context.ts";
import { toExtensionFault } from "../extensions/hooks/extension-fault.ts";
import { createLocalBashOperations } from "../tools/bash/bash-tool.ts";
import { AgentSession } from "./agent-session.ts";
import { compactInBackground } from "./compaction/manual-compaction.ts";
import { createParts, type SessionCore } from "./create-parts.ts";
import { declaredTools } from "./declared-tools.ts";
import { gatherResources } from "./discovered-resources.ts";
import { createExtensionActions } from "./extension-actions.ts";
import { createCommandActions, createExtensionContext } from "./extension-context.ts";
import type { UserInput } from "./input/accept-input.ts";
import { Delivery } from "./input/delivery.ts";
import { enqueueInput } from "./input/enqueue.ts";
import { submitInput, type Disposition, type SubmitParts } from "./input/submit.ts";
import { RegisteredResources } from "./registered-resources.ts";
import type { SessionEnd, SessionParts } from "./session-parts.ts";
import type { SessionSurroundings } from "./session-surroundings.ts";
import { UserShell } from "./user-shell/user-shell.ts";

/** Assembles a session, binds the extensions to it and tells them that it started. The only place that knows all parts. */
export async function createSession(surroundings: SessionSurroundings): Promise<AgentSession> {
	const core = createParts(surroundings);
	const inputParts = createInputParts(surroundings, core);
	const submit: Submit = (input, onDisposition) => submitInput(inputParts, input, onDisposition);
	const commands = (): SlashCommandInfo[] => listCommands(surroundings);
	const delivery = createDelivery(surroundings, core, submit);
	const userShell = createUserShell(surroundings, core);
	bindExtensions(surroundings, core, { delivery, commands });
	core.models.restore(surroundings.model, surroundings.thinkingLevel);
	core.tools.setActive(startingTools(surroundings, core));
	if (!surroundings.isResumed) core.models.record();
	let announced: Promise<void> | undefined;
	const announce = (): Promise<void> => (announced ??= announceStart(surroundings));
	const agent = new AgentSession({
		...core,
		submit,
		enqueue: (input) => enqueueInput(inputParts, input),
		userShell,
		registry: surroundings.access,
		dispatcher: surroundings.hooks.dispatcher,
		commands,
		replacedContext: () => createReplacedContext(surroundings, core, delivery),
		announceStart: announce,
		shutdown: createShutdown(surroundings, userShell),
	});
	surroundings.start.onReady?.(agent);
	if (!surroundings.start.isHeld) await announce();
	return agent;
}

type Submit = (input: UserInput, onDisposition?: (disposition: Disposition) => void) => Promise<void>;

function startingTools({ isResumed, session, selectTools }: SessionSurroundings, { tools }: SessionCore): string[] {
	const declared = isResumed ? declaredTools(session.buildSessionContext().messages) : undefined;
	return selectTools(tools.selectable(), declared);
}

function createInputParts(surroundings: SessionSurroundings, core: SessionCore): SubmitParts {
	const { hooks, extensions } = surroundings;
	const runCommand = async ({ invocationName, command, record }: InvocableCommand, args: string): Promise<void> => {
		let over = false;
		// A context that outlived its command, or is used in the middle of an event, speaks from inside a run.
		const isInsideRun = (): boolean => !core.conversation.idle && (over || hooks.isDispatching);
		const context = createCommandContext(extensions.handleSource(record), isInsideRun);
		await hooks.fence.call(record.owner, { event: "command", reportedPath: `command:${invocationName}` }, () =>
			command.handler(args, context),
		);
		over = true;
	};
	return {
		dispatcher: hooks.dispatcher,
		contributions: extensions.contributions,
		conversation: core.conversation,
		queues: core.queues,
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

function createDelivery({ now }: SessionSurroundings, core: SessionCore, submit: Submit): Delivery {
	return new Delivery({ ...core, submit: (input) => trackInput(core, submit, input), now });
}

function bindExtensions(
	surroundings: SessionSurroundings,
	core: SessionCore,
	{ delivery, commands }: { delivery: Delivery; commands: () => SlashCommandInfo[] },
): void {
	const { extensions, hooks, access } = surroundings;
	const contextParts = {
		...surroundings,
		...core,
		registry: access,
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
	{ conversation }: SessionCore,
	delivery: Delivery,
): ReplacedSessionContext {
	const isInsideRun = (): boolean => !conversation.idle && hooks.isDispatching;
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
	await hooks.dispatcher.notify("session_start", { type: "session_start", ...told });
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
	userShell: UserShell,
): SessionParts["shutdown"] {
	let done: Promise<void> | undefined;
	const shutdown = async (end: SessionEnd): Promise<void> => {
		await hooks.dispatcher.notify("session_shutdown", { type: "session_shutdown", ...end });
		userShell.close();
		extensions.retire();
		// A reload goes on with the same session.
		if (end.reason !== "reload") session.close();
	};
	return (end = { reason: "quit" }) => (done ??= shutdown(end));
}
