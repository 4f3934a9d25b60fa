import { clampThinkingLevel } from "../../catalog/thinking-level.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";

export interface Thinking {
	readonly level: ThinkingLevel;
	readonly fields: Record<string, unknown>;
}

/** `off` is only said to models that have a name for it; the others decide for themselves. */
export function resolveThinking(model: Model, options: StreamOptions): Thinking {
	const level = clampThinkingLevel(model, options.reasoning ?? "off");
	if (!model.reasoning) return { level, fields: {} };
	// Nothing is stored on the server, so the reasoning has to come along to be sent back.
	const include = ["reasoning.encrypted_content"];
	const mapped = model.thinkingLevelMap?.[level] ?? undefined;
	if (level === "off") {
		return { level, fields: { include, ...(mapped === undefined ? {} : { reasoning: { effort: mapped } }) } };
	}
	return { level, fields: { include, reasoning: { effort: mapped ?? level, summary: "auto" } } };
}
