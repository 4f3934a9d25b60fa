import type { Requirement, RequirementSection } from "./requirement.ts";
import { api } from "./requirements/api.ts";
import { commandContexts, contexts, toolContexts } from "./requirements/contexts.ts";
import { events } from "./requirements/events.ts";
import { loading } from "./requirements/loading.ts";
import { mcp, models } from "./requirements/models.ts";
import { addenda, grip, modes, protocols } from "./requirements/modes.ts";
import { resources } from "./requirements/resources.ts";
import { cases, compaction, sessions } from "./requirements/sessions.ts";
import { screen, terminalLibrary } from "./requirements/terminal.ts";
import { builtinTools, exposure, tools } from "./requirements/tools.ts";
import * as traps from "./requirements/traps.ts";

const SECTIONS: readonly RequirementSection[] = [
	loading,
	events,
	contexts,
	toolContexts,
	commandContexts,
	api,
	tools,
	exposure,
	builtinTools,
	sessions,
	compaction,
	resources,
	models,
	mcp,
	modes,
	terminalLibrary,
	screen,
	protocols,
	grip,
	addenda,
	...Object.values(traps),
	cases,
];

/** All that Tau has to do, one row per id. */
export const requirements: readonly Requirement[] = SECTIONS.flatMap(listRows);

function listRows({ source, rows, pending = {} }: RequirementSection): Requirement[] {
	const strange = Object.keys(pending).filter((id) => !(id in rows));
	if (strange.length > 0) throw new Error(`${source}: pending rows that are no rows: ${strange.join(", ")}`);
	return Object.entries(rows).map(([id, sentence]) => {
		const later = pending[id];
		return later === undefined ? { id, sentence, source } : { id, sentence, source, pending: later };
	});
}
