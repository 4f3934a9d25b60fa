import type { FinishedTurn, LoopHost, TurnDecision } from "../contract/loop.ts";
import type { AgentMessage } from "../contract/message.ts";
import { runTurn, type TurnResult } from "./run-turn.ts";

/**
 * One run: turns until the model has nothing more to do and nobody asks for more. Returns what the run added. An empty
 * `prompts` continues from the transcript as it is (agent-level retry, boundary continuation).
 */
export async function runLoop(
	host: LoopHost,
	prompts: readonly AgentMessage[],
	signal: AbortSignal,
): Promise<AgentMessage[]> {
	const added: AgentMessage[] = [];
	await host.emit({ type: "agent_start" });
	let pending: readonly AgentMessage[] = prompts;
	for (;;) {
		await host.emit({ type: "turn_start" });
		for (const message of pending) added.push(await appendMessage(host, message));
		// What steers while the run's own messages are announced belongs to its first request.
		if (pending === prompts && !signal.aborted)
			for (const message of await host.takeSteering()) added.push(await appendMessage(host, message));
		const turn = await runTurn(host, signal);
		added.push(...turn.prepared, turn.message, ...turn.toolResults);
		const finished: FinishedTurn = { message: turn.message, toolResults: turn.toolResults, newMessages: added };
		const decision = await host.finishTurn(finished, signal);
		await host.emit({ type: "turn_end", message: turn.message, toolResults: turn.toolResults });
		const next = await nextMessages(host, { turn, finished, decision }, signal);
		if (!next) break;
		pending = next;
	}
	await host.emit({ type: "agent_end", messages: added });
	return added;
}

async function appendMessage(host: LoopHost, message: AgentMessage): Promise<AgentMessage> {
	await host.emit({ type: "message_start", message });
	return host.finishMessage(message);
}

interface TurnEnd {
	turn: TurnResult;
	finished: FinishedTurn;
	decision: TurnDecision;
}

/** What the next turn starts with; `undefined` ends the run (M02 gives the order). */
async function nextMessages(
	host: LoopHost,
	{ turn, finished, decision }: TurnEnd,
	signal: AbortSignal,
): Promise<AgentMessage[] | undefined> {
	const failed = turn.message.stopReason === "error" || turn.message.stopReason === "aborted";
	if (failed || decision === "end") return undefined;
	const needed = (turn.toolResults.length > 0 && !turn.terminate) || decision === "continue";
	if (!needed && !(await host.hasQueued())) return undefined;
	await host.prepareNextTurn(finished, signal);
	// After an abort the queues keep what they hold until the next prompt (B50).
	if (signal.aborted) return needed ? [] : undefined;
	const steering = await host.takeSteering();
	if (steering.length > 0 || needed) return steering;
	const followUps = await host.takeFollowUps();
	return followUps.length > 0 ? followUps : undefined;
}
