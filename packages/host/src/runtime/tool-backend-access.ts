import { resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { ExecToolBackendOptions } from "../extension-api/context.ts";
import type { BashResult } from "../extension-api/events/input-events.ts";
import type { ToolOperations } from "../extension-api/tool-operations.ts";
import type { ToolBackend, ToolBackendInfo } from "../platform/backend.ts";
import type { ReadonlySession } from "../session/readonly-session.ts";
import { createToolOperations } from "../tools/tool-operations.ts";
import type { ModelChoice } from "./model-choice.ts";
import { runShellCommand } from "./user-shell/run-shell-command.ts";

export interface ToolBackendAccessParts {
	readonly backend: ToolBackend;
	readonly session: ReadonlySession;
	readonly models: Pick<ModelChoice, "model" | "thinkingLevel">;
	/** Put before every command, on lines of its own, as before those of the tools. */
	readonly commandPrefix?: string | undefined;
}

/** Everything below a space but line break and tab: whoever reads the output is no terminal. */
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** The backend under the tools of one session, for its extensions (Z01). */
export class ToolBackendAccess {
	readonly operations: ToolOperations;
	readonly #parts: ToolBackendAccessParts;
	readonly #closing = new AbortController();

	constructor(parts: ToolBackendAccessParts) {
		this.#parts = parts;
		this.operations = Object.freeze(createToolOperations(parts.backend, parts.session.getCwd()));
	}

	get info(): ToolBackendInfo {
		return this.#parts.backend.info;
	}

	async exec(command: string, options: ExecToolBackendOptions = {}): Promise<BashResult> {
		if (typeof command !== "string") throw new TypeError("execToolBackend needs a command: a string");
		const { timeout, onChunk = () => {}, signal: given } = options;
		if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0))
			throw new Error("Invalid timeout: must be a finite number of seconds above 0");
		const { session, models, commandPrefix } = this.#parts;
		const failing = new AbortController();
		const { model, thinkingLevel } = models;
		const result = await runShellCommand(
			{
				command: commandPrefix ? `${commandPrefix}\n${command}` : command,
				cwd: resolve(session.getCwd(), options.cwd ?? "."),
				operations: this.operations,
				session: { sessionManager: session, model, thinkingLevel },
				timeout,
				onOutput: (text) => {
					try {
						onChunk(text);
					} catch (error) {
						failing.abort(error);
					}
				},
			},
			AbortSignal.any([this.#closing.signal, failing.signal, ...(given ? [given] : [])]),
		);
		if (failing.signal.aborted) throw failing.signal.reason;
		return { ...result, output: stripVTControlCharacters(result.output).replace(CONTROL_CHARACTERS, "") };
	}

	/** Ends what runs: the session is over. */
	close(): void {
		this.#closing.abort();
	}
}
