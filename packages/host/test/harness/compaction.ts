import type { ScriptedTurn } from "@tau/ai";
import type { CompactOptions } from "../../src/extension-api/context.ts";
import type { RuntimeEvent } from "../../src/runtime/runtime-event.ts";
import { startTestHost, type TestHost, type TestHostOptions } from "../harness.ts";
import { linesOf } from "./transcript.ts";

/** A text of about that many tokens. */
export const text = (tokens: number, letter = "x"): string => letter.repeat(tokens * 4);

/** An answer whose request filled so many tokens. */
export const answer = (content: string, totalTokens: number): ScriptedTurn => ({
	text: content,
	usage: { input: totalTokens - 1, output: 1 },
});

export const tooLong: ScriptedTurn = { error: { message: "too long", kind: "overflow", status: 400 } };

/** Compaction events, omissions and the ends of runs, a line each. */
export function compactionEvents(events: readonly RuntimeEvent[]): string[] {
	return events.flatMap((event) => {
		if (event.type === "compaction_start") return [`compacting: ${event.reason}`];
		if (event.type === "compaction_end") return [`compacted: ${event.reason} ${endOf(event)}`];
		if (event.type === "entry_appended" && event.entry.type === "context_edit") return ["omitted"];
		if (event.type === "agent_end") return [`run ends, retry ${event.willRetry}`];
		return event.type === "turn_start" || event.type === "turn_end" ? [event.type] : [];
	});
}

function endOf({
	result,
	aborted,
	willRetry,
	errorMessage,
}: Extract<RuntimeEvent, { type: "compaction_end" }>): string {
	if (result) return willRetry ? "stored, retry" : "stored";
	return aborted ? "aborted" : `failed: ${errorMessage}`;
}

/** What a request for a summary was given to summarise. */
export function summarized(request: TestHost["requests"][number] | undefined): string | undefined {
	const line = request && linesOf(request).join("\n");
	return line && /<conversation>\n([^]*?)\n<\/conversation>/.exec(line)?.[1];
}

/** What the compactions of the branch stored. */
export function compactions(host: TestHost): { summary: string; keeps: string | undefined; byExtension: boolean }[] {
	return host.session.getBranch().flatMap((entry) => {
		if (entry.type !== "compaction") return [];
		const kept = host.session.getEntry(entry.firstKeptEntryId);
		const keeps = kept?.type === "message" ? kept.message.role : kept?.type;
		return [{ summary: entry.summary, keeps, byExtension: entry.fromHook === true }];
	});
}

/** Recent tokens that fit into a test. */
export const KEEP_100 = { compaction: { keepRecentTokens: 100, reserveTokens: 1000 } };

/** A host whose command `compact` compacts and stores what came of it. */
export async function startCompacting(options: TestHostOptions): Promise<TestHost> {
	const host = await startTestHost({ settings: KEEP_100, ...options });
	host.extension((pi) => {
		const compact = (ctx: { compact(options: CompactOptions): void; isIdle(): boolean }, more: CompactOptions) =>
			new Promise<void>((resolve) => {
				const report = (outcome: string) => {
					pi.appendEntry("outcome", [outcome, ctx.isIdle()]);
					resolve();
				};
				ctx.compact({
					...more,
					onComplete: ({ summary }) => report(summary),
					onError: ({ message }) => report(message),
				});
			});
		pi.registerCommand("compact", {
			handler: async (args, ctx) => compact(ctx, args === "" ? {} : { customInstructions: args }),
		});
	}, "commands.ts");
	return host;
}
