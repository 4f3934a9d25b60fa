import type { ExtensionCommandContext, ExtensionContext, ExtensionMode } from "../extension-api/context.ts";
import type { BoundaryDraft, BoundaryPreview } from "../extension-api/events/turn-events.ts";
import { HOOK_RULES, type HookEvent, type HookName, type HookNameOfKind } from "../extension-api/hook-table.ts";
import type { ModelRegistry } from "../extension-api/model-registry.ts";
import type { ExtensionUi } from "../extension-api/ui.ts";
import { createCommandContext, createContext } from "../extensions/create-context.ts";
import type { BoundaryName, BoundaryStart } from "../extensions/hooks/combine-boundary.ts";
import type { ExtensionFault, FaultSink } from "../extensions/hooks/extension-fault.ts";
import { createNoUi } from "../runtime/no-ui.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { takeFolder } from "./kept-folders.ts";
import type { Extension, ExtensionRuntime } from "./resource-loader.ts";
import {
	createRunnerPort,
	type ExtensionActions,
	type ExtensionCommandContextActions,
	type ExtensionContextActions,
	type ExtensionProviderActions,
	hasUser,
	type RunnerBindings,
} from "./runner-bindings.ts";
import type { SessionFolder } from "./session-folder.ts";

/** Events that `emit` takes: those that are only told, and those that may stop a change of the session. */
export type RunnerEventName = HookNameOfKind<"notify"> | Extract<HookName, `session_before_${string}`>;
export type RunnerEvent = { [K in RunnerEventName]: HookEvent<K> }[RunnerEventName];

/** A boundary event before anybody proposed anything. */
export type RunnerBoundaryEvent = { [K in BoundaryName]: BoundaryStart<K> }[BoundaryName];

/** What the handlers of a boundary proposed together; `context` previews it. */
export interface BoundaryDispatchResult {
	entries: BoundaryDraft[];
	continue: boolean;
	context: BoundaryPreview;
	/** False when the entries cannot be committed; the preview then shows none of them. */
	valid: boolean;
}

/**
 * The extensions of a resource loader for embedders that run their own agent (AD7). Bind the core, then what commands
 * and a user interface need, then emit. It decides nothing: the host's one dispatcher asks the handlers.
 */
export class ExtensionRunner {
	readonly #folder: SessionFolder;
	readonly #parts: Pick<RunnerBindings, "cwd" | "session" | "registry">;
	#commands: ExtensionCommandContextActions | undefined;
	#ui: ExtensionUi = createNoUi();
	#mode: ExtensionMode = "print";

	/** Takes the extensions over: no session and no other runner can have them. */
	// oxlint-disable-next-line max-params -- the published signature
	constructor(
		extensions: Extension[],
		runtime: ExtensionRuntime,
		cwd: string,
		sessionManager: ReadonlySession,
		modelRegistry: ModelRegistry,
	) {
		const folder = takeFolder(runtime);
		if (!folder)
			throw new Error("ExtensionRunner needs the runtime of a resource loader that no session and no runner has taken");
		this.#folder = folder;
		this.#parts = { cwd, session: sessionManager, registry: modelRegistry };
		this.#keepOnly(new Set(extensions.map(({ path }) => path)));
	}

	/** From now on `pi` and contexts act; before, they refuse. Registers what was put off while factories ran. */
	bindCore(
		actions: ExtensionActions,
		context: ExtensionContextActions,
		providers: ExtensionProviderActions = {},
	): void {
		const current: RunnerBindings["current"] = () => ({ commands: this.#commands, ui: this.#ui, mode: this.#mode });
		const { host } = this.#folder.extensions;
		host.bind(createRunnerPort({ ...this.#parts, actions, context, providers, current }));
		for (const record of host.contributions.records) {
			for (const { name, config } of record.pendingProviders.splice(0)) providers.registerProvider?.(name, config);
			for (const model of record.pendingVirtualModels.splice(0)) providers.registerVirtualModel?.(model);
		}
	}

	/** Without actions commands can still be called, and what they ask of the session is refused. */
	bindCommandContext(actions?: ExtensionCommandContextActions): void {
		this.#commands = actions;
	}

	/** Without a user interface dialogs answer as if they were cancelled. */
	setUIContext(ui: ExtensionUi = createNoUi(), mode: ExtensionMode = "print"): void {
		this.#ui = ui;
		this.#mode = mode;
	}

	getUIContext(): ExtensionUi {
		return this.#ui;
	}

	hasUI(): boolean {
		return hasUser(this.#mode);
	}

	getExtensionPaths(): string[] {
		return this.#folder.extensions.host.contributions.records.map(({ path }) => path);
	}

	hasHandlers(eventType: string): boolean {
		return Object.hasOwn(HOOK_RULES, eventType) && this.#folder.hooks.dispatcher.hears(eventType as HookName);
	}

	/** Told of everything that extensions do wrong. Returns the unsubscribe function. */
	onError(listener: FaultSink): () => void {
		this.#folder.faults.add(listener);
		return () => this.#folder.faults.delete(listener);
	}

	emitError(error: ExtensionFault): void {
		this.#folder.hooks.fence.report(error);
	}

	createContext(): ExtensionContext {
		return createContext(this.#folder.extensions.host.builtinSource());
	}

	createCommandContext(): ExtensionCommandContext {
		const { extensions, hooks } = this.#folder;
		const source = extensions.host.builtinSource();
		return createCommandContext(source, () => !source.port().context.isIdle() && hooks.isDispatching);
	}

	/** Tells an event. Rejects for events whose answers it cannot combine, boundaries among them. */
	async emit(event: RunnerEvent): Promise<object | undefined> {
		const { type } = event;
		const { dispatcher } = this.#folder.hooks;
		const kind = Object.hasOwn(HOOK_RULES, type) ? HOOK_RULES[type].kind : undefined;
		if (kind === "notify") await dispatcher.notify(type as "agent_start", event as HookEvent<"agent_start">);
		else if (kind === "veto" && type.startsWith("session_before_")) {
			const name = type as "session_before_switch";
			const outcome = await dispatcher.veto(name, event as HookEvent<typeof name>);
			if (outcome?.type === "stopped") return outcome.answer;
			return outcome?.type === "passed" ? outcome.kept?.answer : undefined;
		} else throw refusalOf(type, kind);
		return undefined;
	}

	/** Asks the handlers of a turn boundary, each with a preview of what came before it (E20). Commits nothing. */
	async emitBoundary(
		event: RunnerBoundaryEvent,
		buildContext: (entries: BoundaryDraft[]) => BoundaryPreview,
	): Promise<BoundaryDispatchResult> {
		const name: BoundaryName = event.type;
		if (HOOK_RULES[name]?.kind !== "boundary")
			throw new TypeError(`"${String(name)}" is no boundary event: use emit()`);
		const build = (entries: readonly BoundaryDraft[]): BoundaryPreview => previewOf(buildContext([...entries]));
		const start = event as BoundaryStart<typeof name>;
		const proposal = await this.#folder.hooks.dispatcher.boundary(name, start, { buildContext: build });
		const { entries = [], continue: goOn = false } = proposal ?? {};
		try {
			return { entries, continue: goOn, context: build(entries), valid: true };
		} catch {
			// The dispatcher told whose entries these are and what is wrong with them.
			return { entries, continue: goOn, context: build([]), valid: false };
		}
	}

	/** Ends it: every handle of its extensions refuses from now on. */
	invalidate(): void {
		this.#folder.extensions.host.retire();
		this.#folder.hooks.close();
	}

	#keepOnly(paths: ReadonlySet<string>): void {
		const { extensions, hooks } = this.#folder;
		const { contributions } = extensions.host;
		for (const record of contributions.records.filter(({ path }) => !paths.has(path))) {
			contributions.remove(record);
			hooks.handlers.removeOwner(record.owner);
		}
	}
}

function refusalOf(type: string, kind: string | undefined): Error {
	if (kind === undefined) return new TypeError(`There is no event "${type}"`);
	const way = kind === "boundary" ? "use emitBoundary(event, buildContext)" : "only a session can use its answers";
	return new TypeError(`emit() does not take "${type}": ${way}`);
}

/** Handlers read the preview without an await. */
function previewOf(preview: BoundaryPreview | PromiseLike<BoundaryPreview>): BoundaryPreview {
	if (!("then" in preview)) return preview;
	throw new TypeError("buildContext gave a promise; it has to give the preview itself");
}
