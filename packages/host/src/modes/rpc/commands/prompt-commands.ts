import type { QueueMode } from "@tau/agent";
import { IMAGES, oneOf, optional, TEXT } from "../../../rpc/field-rules.ts";
import type { RpcTakes } from "../../../rpc/rpc-types.ts";
import type { AgentSession } from "../../../runtime/agent-session.ts";
import type { QueuedInputDisposition } from "../../../runtime/input/enqueue.ts";
import type { Disposition } from "../../../runtime/input/submit.ts";
import type { RpcRows } from "../command-row.ts";

const QUEUE_MODES = ["all", "one-at-a-time"] as const satisfies readonly QueueMode[];
const QUEUED_TEXT = { message: TEXT, images: optional(IMAGES) };

/** What is said to the model, and what waits to be said. */
export const PROMPT_COMMANDS: RpcRows<
	"prompt" | "steer" | "follow_up" | "abort" | "clear_queue" | "set_steering_mode" | "set_follow_up_mode"
> = {
	prompt: {
		fields: { ...QUEUED_TEXT, streamingBehavior: optional(oneOf(["steer", "followUp"])) },
		run: async ({ session, answer }, { message, ...request }) => {
			let disposition: Disposition = "handled";
			const onDisposition = (known: Disposition): void => {
				disposition = known;
				// A command answers when it is done; a run is not waited for.
				if (known !== "handled") answer({ disposition: known });
			};
			await session.prompt(message, { source: "rpc", ...request, onDisposition });
			return { disposition };
		},
	},
	steer: { fields: QUEUED_TEXT, run: ({ session }, command) => enqueue(session, "steer", command) },
	follow_up: { fields: QUEUED_TEXT, run: ({ session }, command) => enqueue(session, "followUp", command) },
	abort: {
		fields: {},
		run: async ({ session }) => {
			session.abort();
			await session.waitForRun();
		},
	},
	clear_queue: { fields: {}, run: ({ session }) => session.clearQueue() },
	set_steering_mode: {
		fields: { mode: oneOf(QUEUE_MODES) },
		run: ({ session }, { mode }) => session.setSteeringMode(mode),
	},
	set_follow_up_mode: {
		fields: { mode: oneOf(QUEUE_MODES) },
		run: ({ session }, { mode }) => session.setFollowUpMode(mode),
	},
};

async function enqueue(
	session: AgentSession,
	delivery: "steer" | "followUp",
	{ message, images }: RpcTakes<"steer">,
): Promise<{ disposition: QueuedInputDisposition }> {
	return { disposition: await session.enqueue({ text: message, images, source: "rpc", delivery }) };
}
