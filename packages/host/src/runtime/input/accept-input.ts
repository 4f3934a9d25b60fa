import type { ImageContent } from "@tau/ai";
import type { Contributions, InvocableCommand } from "../../extensions/contributions.ts";
import type { Dispatcher } from "../../extensions/hooks/dispatch.ts";

/** Text on its way in: typed, piped, sent by a program or by an extension. */
export interface UserInput {
	text: string;
	images?: ImageContent[];
	source: "interactive" | "rpc" | "extension";
	/** Set when the agent is busy and the input is to be queued. */
	streamingBehavior?: "steer" | "followUp";
	/** Whether commands are dispatched and skills and templates expanded. */
	expand: boolean;
}

/** What became of it: done by a command or a handler, or text for the model. */
export type AcceptedInput = { handled: true } | { handled: false; text: string; images?: ImageContent[] };

export interface AcceptInputParts {
	readonly dispatcher: Dispatcher;
	readonly contributions: Contributions;
	runCommand(command: InvocableCommand, args: string): Promise<void>;
	/** Skills and prompt templates (R08: after extension commands). */
	expand(text: string): Promise<string>;
}

/**
 * Commands first, then the `input` handlers, then expansion (E38). A transform is not looked at for commands again; it
 * is expanded (TRAP76). `onCommand` is told before a command runs, which may take as long as it likes. Rejects when `signal` aborts
 * while handlers are asked.
 */
export async function acceptInput(
	parts: AcceptInputParts,
	input: UserInput,
	{ onCommand = () => {}, signal }: { onCommand?: () => void; signal?: AbortSignal } = {},
): Promise<AcceptedInput> {
	// A queued message stays text: what looks like a command in it is not one (B13).
	if (input.expand) {
		const call = parseCommand(input.text);
		const command = call && parts.contributions.command(call.name);
		if (command) {
			onCommand();
			await parts.runCommand(command, call.args);
			return { handled: true };
		}
	}
	let { text, images } = input;
	const event = {
		type: "input",
		text,
		...(images && { images }),
		source: input.source,
		...(input.streamingBehavior && { streamingBehavior: input.streamingBehavior }),
	} as const;
	const answered = await parts.dispatcher.waterfall("input", event, { signal });
	if (answered && signal?.aborted) throw new Error("Operation aborted");
	if (answered?.stoppedBy) return { handled: true };
	if (answered) ({ text, images } = answered.event);
	return { handled: false, text: input.expand ? await parts.expand(text) : text, ...(images && { images }) };
}

/** `/name args`: the slash in the first column, one space, the rest untouched; a line break ends no name (API07, TRAP77). */
export function parseCommand(text: string): { name: string; args: string } | undefined {
	if (!text.startsWith("/")) return undefined;
	const space = text.indexOf(" ");
	const name = text.slice(1, space === -1 ? undefined : space);
	return { name, args: space === -1 ? "" : text.slice(space + 1) };
}
