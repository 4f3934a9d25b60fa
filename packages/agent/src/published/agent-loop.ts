import { EventStream } from "@tau/ai";
import type { AgentEvent } from "../contract/event.ts";
import type { AgentMessage } from "../contract/message.ts";
import { runLoop } from "../loop/run-loop.ts";
import type { AgentContext, AgentLoopConfig, StreamFn } from "./agent-loop-config.ts";
import { ConfigLoopHost, type ConfiguredRun } from "./config-loop-host.ts";
import { getDefaultStreamFn } from "./default-stream-fn.ts";
import { describeRunFailure } from "./run-failure.ts";

export type AgentEventSink = (event: AgentEvent) => Promise<void> | void;

/** Starts a run with new messages. What is thrown on the way ends the stream as a failed answer (Q05). */
export function agentLoop(
	prompts: AgentMessage[],
	context: AgentContext,
	config: AgentLoopConfig,
	signal?: AbortSignal,
	streamFn: StreamFn = getDefaultStreamFn(),
): EventStream<AgentEvent, AgentMessage[]> {
	return streamRun(prompts, { context, config, streamFn }, signal);
}

/** Goes on from the context, whose last message no assistant wrote. */
export function agentLoopContinue(
	context: AgentContext,
	config: AgentLoopConfig,
	signal?: AbortSignal,
	streamFn: StreamFn = getDefaultStreamFn(),
): EventStream<AgentEvent, AgentMessage[]> {
	requireContinuable(context);
	return streamRun([], { context, config, streamFn }, signal);
}

/** The run behind {@link agentLoop}, with every event awaited. Rejects with what the callbacks throw. */
export function runAgentLoop(
	prompts: AgentMessage[],
	context: AgentContext,
	config: AgentLoopConfig,
	emit: AgentEventSink,
	signal?: AbortSignal,
	streamFn: StreamFn = getDefaultStreamFn(),
): Promise<AgentMessage[]> {
	return runConfigured(prompts, { context, config, emit, streamFn }, signal);
}

export async function runAgentLoopContinue(
	context: AgentContext,
	config: AgentLoopConfig,
	emit: AgentEventSink,
	signal?: AbortSignal,
	streamFn: StreamFn = getDefaultStreamFn(),
): Promise<AgentMessage[]> {
	requireContinuable(context);
	return runConfigured([], { context, config, emit, streamFn }, signal);
}

/** One run of the loop; the model hears of changed tools ahead of the prompts. */
export function runConfigured(
	prompts: readonly AgentMessage[],
	run: ConfiguredRun,
	signal: AbortSignal = new AbortController().signal,
): Promise<AgentMessage[]> {
	const host = new ConfigLoopHost(run);
	return runLoop(host, [...host.announceTools(), ...prompts], signal);
}

function streamRun(
	prompts: readonly AgentMessage[],
	run: Omit<ConfiguredRun, "emit">,
	signal: AbortSignal | undefined,
): EventStream<AgentEvent, AgentMessage[]> {
	const stream = new EventStream<AgentEvent, AgentMessage[]>(
		(event) => event.type === "agent_end",
		(event) => (event.type === "agent_end" ? event.messages : []),
	);
	void (async () => {
		try {
			await runConfigured(prompts, { ...run, emit: (event) => stream.push(event) }, signal);
		} catch (error) {
			for (const event of describeRunFailure(run.config.model, error, signal)) stream.push(event);
		}
	})();
	return stream;
}

function requireContinuable({ messages }: AgentContext): void {
	const last = messages.at(-1);
	if (!last) throw new Error("Cannot continue: no messages in context");
	if (last.role === "assistant") throw new Error("Cannot continue from message role: assistant");
}
