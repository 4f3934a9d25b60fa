import type { SessionEntry } from "../../session/entry.ts";
import type { ReadonlySession } from "../../session/readonly-session.ts";
import { sessionStats } from "../../session/session-stats.ts";
import { formatCount, formatTime } from "./format.ts";
import { type Markup, markup } from "./markup.ts";

export interface HeaderParts {
	readonly title: string;
	/** Every entry of the session. */
	readonly entries: readonly SessionEntry[];
	readonly branch: readonly SessionEntry[];
	/** When the export was made. */
	readonly now: number;
}

/** Which session this is, and what it holds and cost (S20). */
export function headerView(session: ReadonlySession, { title, entries, branch, now }: HeaderParts): Markup {
	const { id, timestamp } = session.getHeader();
	const { totalMessages, toolCalls, tokens, cost } = sessionStats(session, entries);
	const facts: (readonly [name: string, value: string])[] = [
		["session", id],
		["folder", session.getCwd()],
		["started", formatTime(timestamp)],
		["exported", formatTime(now)],
		["models", modelsOf(branch).join(", ")],
		["messages", formatCount(totalMessages)],
		["tool calls", formatCount(toolCalls)],
		[
			"tokens",
			`${formatCount(tokens.input + tokens.cacheRead + tokens.cacheWrite)} in, ${formatCount(tokens.output)} out`,
		],
		["cost", `$${cost.toFixed(cost < 1 ? 4 : 2)}`],
		["this branch", `${formatCount(branch.length)} of ${formatCount(entries.length)} entries`],
	];
	const shown = facts.filter(([, value]) => value !== "");
	return markup`<header>
		<h1>${title}</h1>
		<dl class="facts">
			${shown.map(
				([name, value]) =>
					markup`<div>
						<dt>${name}</dt>
						<dd>${value}</dd>
					</div>`,
			)}
		</dl>
	</header>`;
}

function modelsOf(branch: readonly SessionEntry[]): string[] {
	const models = branch.flatMap((entry) =>
		entry.type === "message" && entry.message?.role === "assistant"
			? [`${entry.message.provider}/${entry.message.model}`]
			: [],
	);
	return Array.from(new Set(models));
}
