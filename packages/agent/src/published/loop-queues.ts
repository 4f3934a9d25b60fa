import type { AgentMessage } from "../contract/message.ts";
import type { AgentLoopConfig } from "./agent-loop-config.ts";

/** Where a run gets the messages that wait for it. */
export interface LoopQueues {
	hasQueued(): boolean | Promise<boolean>;
	takeSteering(): AgentMessage[] | Promise<AgentMessage[]>;
	takeFollowUps(): AgentMessage[] | Promise<AgentMessage[]>;
}

/** The queues behind the two callbacks of a configuration, which can only be asked by taking. */
export function createPolledQueues({ getSteeringMessages, getFollowUpMessages }: AgentLoopConfig): LoopQueues {
	let steering: AgentMessage[] = [];
	let followUps: AgentMessage[] = [];
	const poll = async (): Promise<void> => {
		if (steering.length === 0) steering = [...((await getSteeringMessages?.()) ?? [])];
	};
	return {
		async hasQueued() {
			await poll();
			if (steering.length === 0 && followUps.length === 0) {
				followUps = [...((await getFollowUpMessages?.()) ?? [])];
			}
			return steering.length > 0 || followUps.length > 0;
		},
		async takeSteering() {
			await poll();
			return steering.splice(0);
		},
		takeFollowUps: () => followUps.splice(0),
	};
}
