import type { Message } from "../../contract/message.ts";
import type { Model } from "../../contract/model.ts";
import type { ProviderApi, ProviderRequest } from "../../contract/provider.ts";
import type { StreamEvent } from "../../contract/stream-event.ts";
import { classifyRefusal } from "../../stream/classify-failure.ts";
import { isRecord } from "../../stream/is-record.ts";
import { ProviderError } from "../../stream/provider-error.ts";
import { runObserver } from "../../stream/run-observer.ts";
import { delay, systemTimers } from "../../stream/timers.ts";
import { getCurrentTools } from "../../transcript/system-state.ts";
import { parseScript, type ScriptedError, type ScriptedTurn } from "./script.ts";
import { ScriptPlayer } from "./script-player.ts";
import { turnEvents } from "./turn-events.ts";

export interface ScriptedOptions {
	/** Waits between chunks; tests bring their own. Rejects when the signal aborts. */
	readonly delay?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const SCHEME = "scripted:";

/**
 * A model that answers from a script, for demos and tests: the n-th request gets the n-th turn. The script is `turns`,
 * or without them the file that the model's base URL names (`scripted:/absolute/path.json`).
 */
export function createScriptedApi(turns?: readonly ScriptedTurn[], options: ScriptedOptions = {}): ProviderApi {
	const pause = options.delay ?? ((milliseconds, signal) => delay(milliseconds, systemTimers, signal));
	const players = turns === undefined ? new ScriptFiles() : new ScriptPlayer(turns);
	return {
		api: "scripted",
		async *run(request, signal) {
			const player = players instanceof ScriptPlayer ? players : await players.player(request.model);
			try {
				yield* play(request, player, { pause, signal });
			} catch (error) {
				throw signal.aborted ? aborted() : error;
			}
		},
	};
}

interface Playing {
	readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
	readonly signal: AbortSignal;
}

async function* play(
	request: ProviderRequest,
	player: ScriptPlayer,
	{ pause, signal }: Playing,
): AsyncGenerator<StreamEvent> {
	const { model, options } = request;
	if (signal.aborted) throw aborted();
	await options.onHeaders?.({}, model);
	const messages = await sentMessages(request);
	const { turn, number } = player.next(lastUserText(messages));
	const requestCharacters = JSON.stringify(messages).length;
	const events = turnEvents(turn, { number, model: model.id, requestCharacters });
	const refused = turn.error !== undefined && events.length === 0;
	const status = refused ? (turn.error?.status ?? 500) : 200;
	await runObserver(() => options.onResponse?.({ status, headers: {} }, model));
	for (const event of events) {
		if (turn.delayMs !== undefined && turn.delayMs > 0) await pause(turn.delayMs, signal);
		if (signal.aborted) throw aborted();
		await runObserver(() => options.onProviderStreamEvent?.(event, model));
		yield event;
	}
	if (turn.error !== undefined) throw scriptedError(turn.error);
	if (turn.cut === true) {
		throw new ProviderError({
			kind: "network",
			message: `${model.provider} lost the connection in the middle of the answer. Try again.`,
		});
	}
}

/** The neutral request, as hooks see and may replace it. */
async function sentMessages({ model, messages, options }: ProviderRequest): Promise<readonly Message[]> {
	const { reasoning, maxTokens, toolChoice, temperature } = options;
	const payload = {
		model: model.id,
		messages,
		tools: getCurrentTools(messages),
		reasoning,
		maxTokens,
		toolChoice,
		temperature,
	};
	const replaced = await options.onPayload?.(payload, model);
	return isRecord(replaced) && Array.isArray(replaced["messages"]) ? (replaced["messages"] as Message[]) : messages;
}

function lastUserText(messages: readonly Message[]): string {
	const last = messages.findLast((message) => message.role === "user");
	if (last === undefined) return "";
	if (typeof last.content === "string") return last.content;
	return last.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
}

function scriptedError({ message, status, kind, retryAfterMs }: ScriptedError): ProviderError {
	return new ProviderError({
		...classifyRefusal({ status, codes: [], message: "" }),
		...(kind === undefined ? {} : { kind }),
		message,
		...(status === undefined ? {} : { status }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	});
}

function aborted(): ProviderError {
	return new ProviderError({ kind: "aborted", message: "The request was aborted." });
}

/** Scripts in files, each played on from request to request until the file changes. */
class ScriptFiles {
	readonly #players = new Map<string, { text: string; player: ScriptPlayer }>();

	async player({ baseUrl, provider }: Model): Promise<ScriptPlayer> {
		const file = baseUrl.startsWith(SCHEME) ? baseUrl.slice(SCHEME.length) : "";
		if (file === "") {
			throw invalid(`${provider}: the base URL "${baseUrl}" must be "${SCHEME}" and the path of a script file.`);
		}
		let text: string;
		try {
			// Loaded on use: this module is part of every start, scripts are not.
			const { readFile } = await import("node:fs/promises");
			text = await readFile(file, "utf8");
		} catch (error) {
			throw invalid(`${provider}: the script file ${file} cannot be read. Check the base URL.`, error);
		}
		const known = this.#players.get(file);
		if (known?.text === text) return known.player;
		const player = new ScriptPlayer(parse(text, file));
		this.#players.set(file, { text, player });
		return player;
	}
}

function parse(text: string, file: string): ScriptedTurn[] {
	try {
		return parseScript(text, file);
	} catch (error) {
		throw invalid(error instanceof Error ? error.message : String(error), error);
	}
}

function invalid(message: string, cause?: unknown): ProviderError {
	return new ProviderError({ kind: "invalid_request", message }, cause);
}
