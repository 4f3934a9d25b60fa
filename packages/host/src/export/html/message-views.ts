import type { AgentMessage } from "@tau/agent";
import type { AssistantContent, AssistantMessage, SystemMessage } from "@tau/ai";
import type { BashExecutionMessage, CustomMessage } from "../../session/message.ts";
import { assistantBlocks } from "../../session/assistant-blocks.ts";
import { drawnView, outputView } from "../draw-component.ts";
import { KEY_HINTS, type ViewContext } from "../view-context.ts";
import { contentView, textOfContent } from "./content-view.ts";
import { formatDuration } from "./format.ts";
import { type Markup, markup } from "./markup.ts";
import { markdownView } from "./markdown-view.ts";
import { plainResultView, toolCallView } from "./tool-call-view.ts";

/** What an entry looks like: who speaks, notes beside the name, and what is said. */
export interface EntryView {
	readonly role: string;
	readonly kind: "user" | "assistant" | "failed" | "other" | "note";
	readonly notes?: readonly string[];
	readonly body: Markup | undefined;
}

/** Nothing for messages that are shown elsewhere, or nowhere. */
export function messageView(message: AgentMessage, context: ViewContext): EntryView | undefined {
	switch (message.role) {
		case "user":
			return { role: "user", kind: "user", body: contentView(message.content) };
		case "assistant":
			return assistantView(message, context);
		case "toolResult":
			if (context.calls.isPaired(message)) return undefined;
			return {
				role: `result of ${message.toolName}`,
				kind: "other",
				notes: ["its call is not here"],
				body: plainResultView(message, context),
			};
		case "system":
			return systemView(message);
		case "bashExecution":
			return bashView(message, context);
		case "custom":
			return customView(message, context);
		case "branchSummary":
		case "compactionSummary":
			return summaryView("summary", message.summary);
		default:
			return undefined;
	}
}

function assistantView(message: AssistantMessage, context: ViewContext): EntryView {
	const { errorMessage, stopReason, durationMs } = message;
	const failed = stopReason === "error" || stopReason === "aborted";
	const error = errorMessage === undefined ? undefined : markup`<p class="error text">${errorMessage}</p>`;
	const notes = [
		`${message.provider}/${message.model}`,
		...(failed || stopReason === "length" ? [stopReason] : []),
		...(durationMs === undefined ? [] : [formatDuration(durationMs)]),
	];
	const body = markup`${assistantBlocks(message).map((block) => blockView(block, context))}${error}`;
	return { role: "assistant", kind: failed ? "failed" : "assistant", notes, body };
}

function blockView(block: AssistantContent, context: ViewContext): Markup | undefined {
	switch (block.type) {
		case "text":
			return markdownView(String(block.text));
		case "thinking":
			return thinkingView(block.redacted === true ? "(not shown by the provider)" : String(block.thinking));
		case "toolCall":
			return toolCallView(block, context);
		default:
			return undefined;
	}
}

function thinkingView(text: string): Markup | undefined {
	if (text.trim() === "") return undefined;
	return markup`<details class="thinking">
		<summary>thinking</summary>
		<div class="text">${text}</div>
	</details>`;
}

/** Instructions and the tools that come and go with them (X13). */
function systemView(message: SystemMessage): EntryView {
	const text = textOfContent(message.content);
	const sections = Object.entries(message.sections ?? {}).map(
		([name, section]) =>
			markup`<div class="heading">${name}</div>
				<div class="text">${section ?? "(removed)"}</div>`,
	);
	const added = namesOf(message.toolsAdded);
	const removed = namesOf(message.toolsRemoved);
	const notes = [
		...(added.length === 0 ? [] : [`tools added: ${added.join(", ")}`]),
		...(removed.length === 0 ? [] : [`tools removed: ${removed.join(", ")}`]),
	];
	const words = text === "" ? undefined : markup`<div class="text">${text}</div>`;
	const isEmpty = words === undefined && sections.length === 0;
	const body = isEmpty
		? undefined
		: markup`<details>
				<summary>instructions</summary>
				${words}${sections}
			</details>`;
	return { role: "system", kind: "other", notes, body };
}

function namesOf(tools: readonly ({ readonly name?: unknown } | null)[] | undefined): string[] {
	return Array.isArray(tools) ? tools.flatMap((tool) => (typeof tool?.name === "string" ? [tool.name] : [])) : [];
}

function bashView(message: BashExecutionMessage, context: ViewContext): EntryView {
	const { exitCode, cancelled, excludeFromContext } = message;
	const notes = [
		...(cancelled ? ["cancelled"] : []),
		...(exitCode == null || exitCode === 0 ? [] : [`exit code ${exitCode}`]),
		...(excludeFromContext === true ? ["not told to the model"] : []),
	];
	const output = outputView(String(message.output), context.styles);
	return {
		role: "shell",
		kind: "other",
		notes,
		body: markup`<pre class="output">$ ${String(message.command)}</pre>
			${output}`,
	};
}

/** A message of an extension, drawn by its renderer where it has one. */
export function customView(message: CustomMessage, context: ViewContext): EntryView | undefined {
	if (message.display === false) return undefined;
	const { customType } = message;
	const lines = context.draw(`the renderer of ${customType}`, () =>
		context.options.messageRenderer?.(customType)?.(
			message,
			{ expanded: true, outputPad: 0, ...KEY_HINTS },
			context.theme,
		),
	);
	const body = lines === undefined ? contentView(message.content) : drawnView(lines, context.styles);
	return { role: String(customType), kind: "other", body };
}

export function summaryView(role: string, summary: string): EntryView {
	const body = markup`<details>
		<summary>summary</summary>
		${markdownView(String(summary))}
	</details>`;
	return { role, kind: "other", body };
}
