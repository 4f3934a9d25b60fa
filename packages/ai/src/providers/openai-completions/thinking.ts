import { clampThinkingLevel, thinkingBudget } from "../../catalog/thinking-level.ts";
import type { Model, ThinkingLevel } from "../../contract/model.ts";
import type { StreamOptions } from "../../contract/provider.ts";
import { isRecord } from "../../stream/is-record.ts";
import type { ResolvedCompat, ThinkingFormat } from "./options.ts";

/** What a request says about reasoning, before any server's way to write it. */
export interface Thinking {
	readonly level: ThinkingLevel;
	readonly enabled: boolean;
	/** The server's name of the level; for `off` only where the model maps it. */
	readonly effort: string | undefined;
	/** The level is mapped explicitly. */
	readonly mapped: boolean;
	readonly budget: number;
}

export function resolveThinking(model: Model, options: StreamOptions, outputLimit: number): Thinking {
	const level = clampThinkingLevel(model, options.reasoning ?? "off");
	const mapped = model.thinkingLevelMap?.[level] ?? undefined;
	const enabled = level !== "off";
	return {
		level,
		enabled,
		effort: mapped ?? (enabled ? level : undefined),
		mapped: mapped !== undefined,
		budget: enabled ? thinkingBudget(level, options.thinkingBudgets, outputLimit) : 0,
	};
}

/** The request fields for reasoning; none for models that do not reason. */
export function thinkingFields(model: Model, compat: ResolvedCompat, thinking: Thinking): Record<string, unknown> {
	if (!model.reasoning) return {};
	return { ...FORMATS[compat.thinkingFormat](thinking, compat), ...budgetField(compat, thinking) };
}

type Format = (thinking: Thinking, compat: ResolvedCompat) => Record<string, unknown>;

/** One row per `thinkingFormat` (V01). */
const FORMATS: Readonly<Record<ThinkingFormat, Format>> = {
	openai: effortField,
	openrouter: ({ enabled, effort }) => ({ reasoning: { effort: effort ?? (enabled ? "medium" : "none") } }),
	deepseek: (thinking, compat) => ({ thinking: switchOf(thinking), ...effortField(thinking, compat) }),
	together: (thinking, compat) => ({ reasoning: { enabled: thinking.enabled }, ...effortField(thinking, compat) }),
	baseten: (thinking, compat) => ({
		...templateField("chat_template_args", compat.chatTemplateArgs, thinking),
		...effortField(thinking, compat),
	}),
	zai: (thinking) => ({ thinking: switchOf(thinking) }),
	qwen: ({ enabled }) => ({ enable_thinking: enabled }),
	"chat-template": (thinking, compat) => templateField("chat_template_kwargs", compat.chatTemplateKwargs, thinking),
	"qwen-chat-template": ({ enabled }) => ({
		chat_template_kwargs: { enable_thinking: enabled, preserve_thinking: true },
	}),
	"string-thinking": ({ effort }) => ({ thinking: effort ?? "none" }),
	"ant-ling": ({ mapped, effort }) => (mapped ? { reasoning: { effort } } : {}),
};

function effortField({ effort }: Thinking, compat: ResolvedCompat): Record<string, unknown> {
	return compat.supportsReasoningEffort && effort !== undefined ? { reasoning_effort: effort } : {};
}

function switchOf({ enabled }: Thinking): { type: "enabled" | "disabled" } {
	return { type: enabled ? "enabled" : "disabled" };
}

function budgetField(compat: ResolvedCompat, { enabled, budget }: Thinking): Record<string, unknown> {
	const alias = compat.supportsThinkingTokenBudget === true ? "thinking_token_budget" : undefined;
	const field = compat.thinkingTokenBudgetField ?? alias;
	return field !== undefined && enabled && budget > 0 ? { [field]: budget } : {};
}

function templateField(field: string, template: Record<string, unknown> | undefined, thinking: Thinking) {
	if (template === undefined) return {};
	const values: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(template)) {
		const resolved = templateValue(value, thinking);
		if (resolved !== undefined) values[name] = resolved;
	}
	return { [field]: values };
}

/** A literal, or `{ "$var": name, "omitWhenOff"?: boolean }`. */
function templateValue(value: unknown, thinking: Thinking): unknown {
	if (!isRecord(value) || typeof value["$var"] !== "string") return value;
	if (value["omitWhenOff"] === true && !thinking.enabled) return undefined;
	switch (value["$var"]) {
		case "thinking.enabled":
			return thinking.enabled;
		case "thinking.effort":
			return thinking.effort;
		case "thinking.budget":
			return thinking.budget;
		default:
			return undefined;
	}
}
