import { toSlashCommandInfo, type InvocableCommand } from "../extensions/contributions.ts";
import { createCommandContext } from "../extensions/create-context.ts";
import { toExtensionFault } from "../extensions/hooks/extension-fault.ts";
import { AgentSession } from "./agent-session.ts";
import { createExtensionActions } from "./extension-actions.ts";
import { createCommandActions, createExtensionContext } from "./extension-context.ts";
import type { UserInput } from "./input/accept-input.ts";
import { submitInput, type Disposition } from "./input/submit.ts";
import { createParts, type SessionCore } from "./create-parts.ts";
import type { SessionSurroundings } from "./session-surroundings.ts";

/** Assembles a session, binds the extensions to it and tells them that it started. The only place that knows all parts. */
export async function createSession(surroundings: SessionSurroundings): Promise<AgentSession> {
	const core = createParts(surroundings);
	const submit = createSubmit(surroundings, core);
	bindExtensions(surroundings, core, submit);
	core.models.restore(surroundings.model, surroundings.thinkingLevel);
	core.tools.setActive(surroundings.selectTools(core.tools.selectable()));
	if (!surroundings.isResumed) core.models.record();
	await announceStart(surroundings);
	return new AgentSession({ ...core, submit, shutdown: createShutdown(surroundings) });
}

type Submit = (input: UserInput, onDisposition?: (disposition: Disposition) => void) => Promise<void>;

function createSubmit(surroundings: SessionSurroundings, core: SessionCore): Submit {
	const { hooks, extensions } = surroundings;
	const runCommand = async ({ invocationName, command, record }: InvocableCommand, args: string): Promise<void> => {
		const context = createCommandContext(extensions.handleSource(record));
		await hooks.fence.call(record.owner, { event: "command", reportedPath: `command:${invocationName}` }, () =>
			command.handler(args, context),
		);
	};
	const parts = {
		dispatcher: hooks.dispatcher,
		contributions: extensions.contributions,
		conversation: core.conversation,
		queues: core.queues,
		expand: (text: string) => surroundings.expand(text),
		now: surroundings.now,
		runCommand,
	};
	return (input, onDisposition) => submitInput(parts, input, onDisposition);
}

function bindExtensions(surroundings: SessionSurroundings, core: SessionCore, submit: Submit): void {
	const { extensions, hooks, access } = surroundings;
	const contextParts = {
		...surroundings,
		...core,
		registry: access,
	};
	extensions.bind({
		context: createExtensionContext(contextParts),
		commands: createCommandActions(contextParts),
		actions: createExtensionActions({
			...core,
			submit: (input) => trackInput(core, submit, input),
			commands: () => [
				...extensions.contributions.commands().map(toSlashCommandInfo),
				...surroundings.resourceCommands(),
			],
			settings: () => surroundings.settings,
			registerProvider: (name, config) => {
				for (const { message } of access.registerProvider(name, config)) throw new Error(message);
			},
			unregisterProvider: (name) => access.unregisterProvider(name),
			emit: core.events.emit,
			inBackground: (work) => {
				work.catch((error: unknown) => hooks.fence.report(toExtensionFault("<runtime>", "send", error)));
			},
			now: surroundings.now,
		}),
		toolActions: (toolCallId) => ({
			tools: core.nested.callable(),
			executeTool: (name, args, options) => core.nested.execute(toolCallId, name, { ...options, args }),
		}),
	});
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

async function announceStart({ hooks, session }: SessionSurroundings): Promise<void> {
	await hooks.dispatcher.notify("session_start", { type: "session_start", reason: "startup" });
	await hooks.dispatcher.collect("resources_discover", {
		type: "resources_discover",
		cwd: session.getCwd(),
		reason: "startup",
	});
}

/** Idempotent: a second call waits for the first one. */
function createShutdown({ hooks, extensions, session }: SessionSurroundings): () => Promise<void> {
	let done: Promise<void> | undefined;
	const shutdown = async (): Promise<void> => {
		await hooks.dispatcher.notify("session_shutdown", { type: "session_shutdown", reason: "quit" });
		extensions.retire();
		session.close();
	};
	return () => (done ??= shutdown());
}
