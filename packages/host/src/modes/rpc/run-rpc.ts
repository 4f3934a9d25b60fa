import type { Readable } from "node:stream";
import { systemClock } from "../../base/clock.ts";
import type { HookRuntime } from "../../extensions/hooks/hook-runtime.ts";
import { readJsonLines } from "../../rpc/json-lines.ts";
import { readRecord } from "../../rpc/records.ts";
import { createRpcUi } from "../../rpc/rpc-ui.ts";
import { UiRequests } from "../../rpc/ui-requests.ts";
import type { AgentSession } from "../../runtime/agent-session.ts";
import type { ModeContext } from "../../runtime/extension-context.ts";
import type { RuntimeEvent } from "../../runtime/runtime-event.ts";
import type { SessionOwner } from "../../runtime/session-owner.ts";
import { announcePrompts } from "../../runtime/ui-prompts.ts";
import { Calls } from "./calls.ts";

/** Milliseconds that extensions have to answer after the client has gone. */
const END_GRACE = 2000;

export interface RpcModeOptions {
	readonly input: Readable;
	readonly hooks: Pick<HookRuntime, "dispatcher" | "interrupt">;
	/** Writes to stdout; resolves when the pipe takes more. */
	write(text: string): void | Promise<void>;
	warn(line: string): void;
	/** The wire form of an event. */
	toWire(event: RuntimeEvent): object;
}

/**
 * A program at the other end of two pipes instead of keyboard and screen. It listens before the first session starts,
 * because extensions may ask the user something at once; commands wait until the session is there.
 */
export class RpcMode {
	/** For the sessions of the process. */
	readonly context: ModeContext;
	readonly #options: RpcModeOptions;
	readonly #requests: UiRequests;
	readonly #calls: Calls;
	#sessions: SessionOwner | undefined;
	/** Lets the commands begin. */
	#begin: (sessions: SessionOwner) => void = () => {};
	#isCompacting = false;
	#isShutdownWanted = false;
	readonly #end = createEnd();

	constructor(options: RpcModeOptions) {
		this.#options = options;
		this.#requests = new UiRequests({ send: (request) => void this.#write(request), clock: systemClock });
		this.#calls = new Calls({
			ready: new Promise((resolve) => {
				this.#begin = resolve;
			}),
			write: (record) => void this.#write(record),
			warn: options.warn,
			isCompacting: () => this.#isCompacting,
			onDone: () => this.#shutDownWhenIdle(),
		});
		this.context = {
			mode: "rpc",
			hasUI: true,
			ui: announcePrompts(createRpcUi(this.#requests), options.hooks.dispatcher),
			shutdown: () => {
				this.#isShutdownWanted = true;
				this.#shutDownWhenIdle();
			},
		};
	}

	/** To be called before the first session begins. */
	listen(sessions: SessionOwner): void {
		sessions.onReplaced((session) => this.#follow(session));
		readJsonLines(this.#options.input, { onLine: (line) => this.#take(line), onEnd: () => this.end() });
	}

	/** Serves the client until it closes stdin, an extension asks for the end or `end` is called. */
	async run(sessions: SessionOwner): Promise<number> {
		this.#sessions = sessions;
		this.#begin(sessions);
		this.#shutDownWhenIdle();
		await this.#end.reached;
		// What was asked for is answered; a run that nobody follows any more is not gone on with.
		await this.#calls.answered();
		sessions.abort();
		return 0;
	}

	/**
	 * Begins the orderly end: open dialogs are dismissed, since nobody answers them any more, and extensions that go on
	 * without an answer are left behind. May be called again.
	 */
	end(): void {
		this.#requests.close();
		this.#end.reach();
		systemClock.after(END_GRACE, () => this.#options.hooks.interrupt());
	}

	/** The same at once: what runs is aborted first, so that its answers come now. */
	abort(): void {
		this.end();
		this.#options.hooks.interrupt();
		this.#sessions?.abort();
		this.#sessions?.current.abortShellCommand();
	}

	/** Resolves when the end has begun. */
	get ended(): Promise<void> {
		return this.#end.reached;
	}

	/** Resolves when every command that was taken has its response. */
	answered(): Promise<void> {
		return this.#calls.answered();
	}

	#take(line: string): void {
		const read = readRecord(line);
		if (!read.ok) void this.#write(read.failure);
		else if (read.record["type"] === "extension_ui_response") this.#requests.answer(read.record);
		else this.#calls.take(read.record);
	}

	#follow(session: AgentSession): void {
		session.subscribe(async (event) => {
			if (event.type === "compaction_start") this.#isCompacting = true;
			if (event.type === "compaction_end") this.#isCompacting = false;
			await this.#write(this.#options.toWire(event));
			if (event.type === "agent_settled") this.#shutDownWhenIdle();
		});
	}

	/** C14: at once when nothing goes on, else when the command is done or the run has settled. */
	#shutDownWhenIdle(): void {
		if (!this.#isShutdownWanted || this.#calls.busy || this.#sessions?.current.isIdle !== true) return;
		this.end();
	}

	#write(record: object): void | Promise<void> {
		return this.#options.write(`${JSON.stringify(record)}\n`);
	}
}

function createEnd(): { readonly reached: Promise<void>; reach(): void } {
	let reach = (): void => {};
	const reached = new Promise<void>((resolve) => (reach = resolve));
	return { reached, reach: () => reach() };
}
