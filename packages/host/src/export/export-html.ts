import type { ReadonlySession } from "../session/readonly-session.ts";
import { activeBranch } from "./active-branch.ts";
import type { ExportHtmlOptions } from "./export-options.ts";
import { entryView } from "./html/entry-view.ts";
import { headerView } from "./html/header-view.ts";
import { markup } from "./html/markup.ts";
import { page } from "./html/page.ts";
import { pairCalls } from "./pair-calls.ts";
import { createViewContext } from "./view-context.ts";

/**
 * The active branch as one document (H01): self-contained, without scripts and without references to anything outside.
 * Everything from the session is escaped. Renderers that fail are reported and done without; it does not reject for
 * what a session holds.
 */
export async function exportHtml(session: ReadonlySession, options: ExportHtmlOptions = {}): Promise<string> {
	const entries = session.getEntries();
	const branch = activeBranch(session, entries);
	const context = createViewContext(session, options, pairCalls(branch));
	const title = session.getSessionName() ?? `Session ${session.getSessionId()}`;
	const header = headerView(session, { title, entries, branch, now: (options.now ?? Date.now)() });
	const body = markup`${header}
		<main>${branch.map((entry) => [entryView(entry, context), "\n"])}</main>
		<footer>The active branch of the session. Times are in UTC.</footer>`;
	const { theme } = options;
	const isColored = theme !== undefined && theme.getFgAnsi("accent") !== "";
	return page({
		title,
		body,
		rules: context.styles.text(),
		terminalAppearance: isColored ? theme.appearance : undefined,
		colors: options.pageColors,
	});
}
