import type { AnyToolDefinition } from "../extension-api/tool.ts";
import { DEFAULT_TOOLS, isToolModifier, selectTools as applyEntries } from "../settings/tool-selection.ts";

/** What the command line says about tools (O07). */
export interface ToolFlags {
	/** `--tools`: plain names and patterns, or only `+name` and `-name`. */
	tools?: readonly string[];
	excludeTools?: readonly string[];
	noBuiltinTools?: boolean;
	noTools?: boolean;
}

export interface SelectableTool {
	definition: Pick<AnyToolDefinition, "name" | "exposure" | "defaultActive">;
	builtin: boolean;
}

export interface ToolSelection {
	available: readonly SelectableTool[];
	/** The setting of both files, merged; absent means the built-in default (G02). */
	defaultTools: readonly string[] | undefined;
	flags: ToolFlags;
}

/** The names that are active when a session starts, built-in tools first, each in the order of registration. */
export function selectTools({ available, defaultTools, flags }: ToolSelection): string[] {
	if (flags.noTools) return [];
	const allowlist = isModifierList(flags.tools) ? undefined : flags.tools;
	const chosen = allowlist ? byPatterns(available, allowlist) : byDefault(available, defaultTools, flags);
	const excluded = (flags.excludeTools ?? []).map(toPattern);
	return chosen.filter((name) => !excluded.some((pattern) => pattern.test(name)));
}

/** Whether a tool that registers late becomes active by itself (API02). */
export function activatesOnRegistration({ exposure, defaultActive }: SelectableTool["definition"]): boolean {
	const declared = exposure === undefined || exposure === "direct" || exposure === "model-only";
	return declared && defaultActive !== false;
}

function byDefault(
	available: readonly SelectableTool[],
	configured: ToolSelection["defaultTools"],
	flags: ToolFlags,
): string[] {
	const defaults = applyEntries(DEFAULT_TOOLS, configured);
	// Modifiers of the command line come last and reach built-in and extension tools alike.
	const modifiers = flags.tools ?? [];
	const wanted = new Set(modifiers.length > 0 ? applyEntries(defaults, modifiers) : defaults);
	const removed = new Set(modifiers.filter((entry) => entry.startsWith("-")).map((entry) => entry.slice(1)));
	return available
		.filter(({ definition, builtin }) => {
			if (definition.exposure === "hidden" || removed.has(definition.name)) return false;
			if (builtin) return !flags.noBuiltinTools && wanted.has(definition.name);
			return activatesOnRegistration(definition) || wanted.has(definition.name);
		})
		.map(({ definition }) => definition.name);
}

function byPatterns(available: readonly SelectableTool[], allowlist: readonly string[]): string[] {
	const patterns = allowlist.map(toPattern);
	return available
		.filter(
			({ definition }) => definition.exposure !== "hidden" && patterns.some((pattern) => pattern.test(definition.name)),
		)
		.map(({ definition }) => definition.name);
}

function isModifierList(list: readonly string[] | undefined): boolean {
	return list === undefined || (list.length > 0 && list.every(isToolModifier));
}

function toPattern(entry: string): RegExp {
	const source = entry.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${source.join(".*")}$`);
}
