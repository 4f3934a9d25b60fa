import type { Diagnostic } from "../base/diagnostic.ts";
import type { ExtensionFactory } from "../extension-api/extension-api.ts";
import type { SourceInfo } from "../extension-api/source-info.ts";
import { Contributions } from "./contributions.ts";
import { createApi, type ApiHost } from "./create-api.ts";
import { createContext, type HandleSource } from "./create-context.ts";
import { SharedEventBus } from "./event-bus.ts";
import { createExtensionRecord, type ExtensionRecord } from "./extension-record.ts";
import { toExtensionFault } from "./hooks/extension-fault.ts";
import type { HookRuntime } from "./hooks/hook-runtime.ts";
import { loadFactory } from "./load-factory.ts";
import type { ModuleLoader } from "./load/module-loader.ts";
import { UNBOUND_SESSION, type SessionPort } from "./session-port.ts";

/** An extension to load: a file, or a factory that is already there. */
export interface ExtensionCandidate {
	/** As reports show it. */
	path: string;
	sourceInfo: SourceInfo;
	/** An entry file, or the factory of a built-in or inline extension. */
	code: { file: string } | { factory: ExtensionFactory };
	/** Left out when another extension claims one of its names (D09). */
	replaceable?: boolean;
}

export interface ExtensionHostParts {
	readonly hooks: HookRuntime;
	/** Made at the first file: a start without extensions needs no loader. */
	loader(): Promise<ModuleLoader>;
	readonly cwd: string;
}

/**
 * The extensions of one session runtime, from loading to retirement. A broken one is reported and left out; the others
 * work (L07, B3).
 */
export class ExtensionHost {
	readonly contributions: Contributions = new Contributions();
	readonly flagValues: Map<string, boolean | string> = new Map();
	readonly #parts: ExtensionHostParts;
	readonly #bus = new SharedEventBus();
	readonly #generation: ReturnType<HookRuntime["beginGeneration"]>;
	/** What loading each of the early extensions found wrong, by path. */
	readonly #early = new Map<string, readonly Diagnostic[]>();
	#port: SessionPort = UNBOUND_SESSION;
	#builtin: HandleSource | undefined;

	constructor(parts: ExtensionHostParts) {
		this.#parts = parts;
		this.#generation = parts.hooks.beginGeneration((owner) => createContext(this.#handleSource(owner)));
	}

	/**
	 * Loads extensions that are asked before it is known which others there are (E01). `load` tells their problems, and
	 * gives them their places.
	 */
	async loadEarly(candidates: readonly ExtensionCandidate[]): Promise<void> {
		for (const candidate of candidates) this.#early.set(candidate.path, await this.#loadOne(candidate));
	}

	/**
	 * Loads in order, one after another; each factory is awaited before the next one starts (L05). What was loaded early
	 * is not loaded again, and is gone when it is not among the candidates.
	 */
	async load(candidates: readonly ExtensionCandidate[]): Promise<Diagnostic[]> {
		const problems: Diagnostic[] = [];
		const ordered = [...candidates.filter((c) => !c.replaceable), ...candidates.filter((c) => c.replaceable)];
		for (const candidate of ordered)
			problems.push(...(this.#early.get(candidate.path) ?? (await this.#loadOne(candidate))));
		if (this.#early.size > 0) this.#arrange(ordered.map(({ path }) => path));
		return [...problems, ...this.#leaveOutReplaced(), ...this.#conflictReports()];
	}

	/** From now on handles reach the session. */
	bind(port: SessionPort): void {
		this.#port = port;
	}

	get port(): SessionPort {
		return this.#port;
	}

	/** What a handle of this record reaches the session through. */
	handleSource(record: ExtensionRecord): HandleSource {
		return this.#handleSource(record.owner);
	}

	/** For tools of the host itself: the same contexts, under its own name. */
	builtinSource(): HandleSource {
		this.#builtin ??= this.#handleSource(this.#parts.hooks.owners.add("builtin", this.#generation));
		return this.#builtin;
	}

	/** Every handle refuses from now on; handlers and subscriptions are gone (L14). */
	retire(): void {
		this.#parts.hooks.retire(this.#generation);
		this.#bus.clear();
	}

	#arrange(paths: readonly string[]): void {
		const loaded = new Map(this.contributions.records.map((record) => [record.path, record]));
		const kept = paths.flatMap((path) => loaded.get(path) ?? []);
		for (const record of this.contributions.records)
			if (!kept.includes(record)) this.#parts.hooks.handlers.removeOwner(record.owner);
		this.contributions.arrange(kept);
		this.#parts.hooks.handlers.arrange(kept.map(({ owner }) => owner));
	}

	#handleSource(owner: ExtensionRecord["owner"]): HandleSource {
		return { owner, port: () => this.#port, during: (work) => this.#parts.hooks.during(owner, work) };
	}

	async #loadOne(candidate: ExtensionCandidate): Promise<Diagnostic[]> {
		const { path, sourceInfo } = candidate;
		const owner = this.#parts.hooks.owners.add(path, this.#generation);
		const record = createExtensionRecord({
			path,
			resolvedPath: "file" in candidate.code ? candidate.code.file : path,
			sourceInfo,
			owner,
			...(candidate.replaceable && { replaceable: true }),
		});
		this.contributions.add(record);
		const loaded = await loadFactory(candidate.code, () => this.#parts.loader());
		const problem = loaded.ok ? await this.#runFactory(loaded.factory, record) : loaded.problem;
		if (!problem) return [];
		this.contributions.remove(record);
		this.#parts.hooks.handlers.removeOwner(owner);
		return [{ severity: "error", path, owner: path, ...problem }];
	}

	async #runFactory(factory: ExtensionFactory, record: ExtensionRecord): Promise<{ message: string } | undefined> {
		const api = createApi(this.#apiHost(), record);
		const outcome = await this.#parts.hooks.fence.call(record.owner, { event: "factory", silent: true }, () =>
			factory(api),
		);
		return outcome.ok
			? undefined
			: { message: `failed to load: ${outcome.fault.error}${placeOf(outcome.fault.stack, record.resolvedPath)}` };
	}

	#apiHost(): ApiHost {
		const { hooks, cwd } = this.#parts;
		return {
			contributions: this.contributions,
			bus: this.#bus,
			flagValues: this.flagValues,
			cwd,
			port: () => this.#port,
			isBound: () => this.#port !== UNBOUND_SESSION,
			during: (record, work) => hooks.during(record.owner, work),
			subscribe: (record, registration) => hooks.handlers.on(record.owner, registration),
			callExtension: async (record, event, call) => {
				const context = createContext(this.#handleSource(record.owner));
				const outcome = await hooks.fence.call(record.owner, { event, silent: true }, () => call(context));
				if (!outcome.ok) throw new Error(outcome.fault.error);
				return outcome.value as never;
			},
			reportBusFailure: (record, channel, error) =>
				hooks.fence.report(toExtensionFault(record.path, `events:${channel}`, error)),
		};
	}

	#leaveOutReplaced(): Diagnostic[] {
		const reports: Diagnostic[] = [];
		for (const record of this.contributions.records.filter((candidate) => candidate.replaceable)) {
			const rival = this.contributions.records.find(
				(other) => other !== record && sharedName(record, other) !== undefined,
			);
			if (!rival) continue;
			this.contributions.remove(record);
			this.#parts.hooks.handlers.removeOwner(record.owner);
			reports.push({
				severity: "warning",
				path: rival.path,
				owner: rival.path,
				message: `${rival.path} replaces ${record.path}: both register ${sharedName(record, rival)}`,
			});
		}
		return reports;
	}

	#conflictReports(): Diagnostic[] {
		const active = new Set(this.contributions.records);
		return this.contributions.conflicts
			.filter(({ winner, loser }) => active.has(winner) && active.has(loser))
			.map(({ kind, name, winner, loser }) => ({
				severity: "error" as const,
				path: loser.path,
				owner: loser.path,
				message: `${kind} "${name}" of ${loser.path} conflicts with ${winner.path}, which was loaded first and keeps the name`,
			}));
	}
}

function sharedName(left: ExtensionRecord, right: ExtensionRecord): string | undefined {
	for (const name of left.tools.keys()) if (right.tools.has(name)) return `tool "${name}"`;
	for (const name of left.commands.keys()) if (right.commands.has(name)) return `command "/${name}"`;
	for (const name of left.flags.keys()) if (right.flags.has(name)) return `flag "--${name}"`;
	return undefined;
}

/** Where in the extension's own file a factory failed, as ` (file:line)`; the column is that of the compiled code. */
function placeOf(stack: string | undefined, file: string): string {
	const start = stack?.indexOf(`${file}:`) ?? -1;
	const place = start === -1 ? undefined : /^:(\d+):\d+/.exec(stack!.slice(start + file.length));
	return place ? ` (${file}:${place[1]})` : "";
}
