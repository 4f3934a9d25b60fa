import type { AgentMessage } from "@tau/agent";
import type { Message, UserMessage } from "@tau/ai";
import type { BashExecutionMessage } from "./message.ts";

export const COMPACTION_SUMMARY_PREFIX: string =
	"The conversation history before this point was compacted into the following summary:\n\n<summary>\n";
export const COMPACTION_SUMMARY_SUFFIX: string = "\n</summary>";
export const BRANCH_SUMMARY_PREFIX: string =
	"The following is a summary of a branch that this conversation came back from:\n\n<summary>\n";
/** Without the line break of the other suffix: the text is part of the published contract. */
export const BRANCH_SUMMARY_SUFFIX: string = "</summary>";

/**
 * What a model is told: its four roles as they are, the host's own roles as user text (S08). Commands the user kept to
 * himself and roles nobody knows are left out.
 */
export function convertToLlm(messages: readonly AgentMessage[]): Message[] {
	return messages.map(toModelMessage).filter((message) => message !== undefined);
}

function toModelMessage(message: AgentMessage): Message | undefined {
	switch (message.role) {
		case "system":
		case "user":
		case "assistant":
		case "toolResult":
			return message;
		case "bashExecution":
			return message.excludeFromContext === true
				? undefined
				: userText(bashExecutionToText(message), message.timestamp);
		case "custom":
			if (typeof message.content === "string") return userText(message.content, message.timestamp);
			return { role: "user", content: message.content, timestamp: message.timestamp };
		case "branchSummary":
			return userText(BRANCH_SUMMARY_PREFIX + message.summary + BRANCH_SUMMARY_SUFFIX, message.timestamp);
		case "compactionSummary":
			return userText(COMPACTION_SUMMARY_PREFIX + message.summary + COMPACTION_SUMMARY_SUFFIX, message.timestamp);
		default:
			// A role of a file by another program.
			return undefined;
	}
}

/** The text for the model of a command that the user ran (BT13). */
export function bashExecutionToText(message: BashExecutionMessage): string {
	const { command, output, exitCode, cancelled, truncated, fullOutputPath } = message;
	let text = `Ran \`${command}\`\n`;
	text += output === "" ? "(no output)" : `\`\`\`\n${output}\n\`\`\``;
	if (cancelled) text += "\n\n(command cancelled)";
	else if (exitCode != null && exitCode !== 0) text += `\n\nCommand exited with code ${exitCode}`;
	if (truncated && fullOutputPath !== undefined) text += `\n\n[Output truncated. Full output: ${fullOutputPath}]`;
	return text;
}

function userText(text: string, timestamp: number): UserMessage {
	return { role: "user", content: [{ type: "text", text }], timestamp };
}
