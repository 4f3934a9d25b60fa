import type { AnyToolDefinition } from "../extension-api/tool.ts";
import type { DeclaredTools } from "./declared-tools.ts";
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
	/** Its place among the tools of extensions; an override stands in the place of what it overrides all the same. */
	registration?: number;
}

export interface ToolSelection {
	available: readonly SelectableTool[];
	/** The setting of both files, merged; absent means the built-in default (G02). */
	defaultTools: readonly string[] | undefined;
	flags: ToolFlags;
	/** What the transcript of a resumed session says; absent when it says nothing. */
	declared?: DeclaredTools | undefined;
}

/** The names that are active when a session starts, in order. A resumed session goes on with the tools it had. */
export function selectTools({ available, defaultTools, flags, declared }: ToolSelection): string[] {
	if (flags.noTools) return [];
	const allowlist = isModifierList(flags.tools) ? undefined : flags.tools;
	const base = declared ? declared.active : applyEntries(DEFAULT_TOOLS, defaultTools);
	const chosen = allowlist ? byPatterns(available, allowlist) : fromBase(available, { base, flags, declared });
	const excluded = (flags.excludeTools ?? []).map(toPattern);
	return chosen.filter((name) => !excluded.some((pattern) => pattern.test(name)));
}

/** Whether a tool that registers late becomes active by itself (API02). */
export function activatesOnRegistration({ exposure, defaultActive }: SelectableTool["definition"]): boolean {
	const declared = exposure === undefined || exposure === "direct" || exposure === "model-only";
	return declared && defaultActive !== false;
}

interface Base {
	readonly base: readonly string[];
	readonly flags: ToolFlags;
	readonly declared: DeclaredTools | undefined;
}

/** The base with the modifiers of the command line, then what extensions bring in the order they registered it. */
function fromBase(available: readonly SelectableTool[], { base, flags, declared }: Base): string[] {
	const modifiers = flags.tools ?? [];
	const wanted = new Set(modifiers.length > 0 ? applyEntries(base, modifiers) : base);
	const removed = new Set(modifiers.filter((entry) => entry.startsWith("-")).map((entry) => entry.slice(1)));
	const offered = available.filter(
		({ definition, builtin }) =>
			definition.exposure !== "hidden" && !removed.has(definition.name) && !(builtin && flags.noBuiltinTools),
	);
	const chosen = offered
		.filter(({ definition }) => wanted.has(definition.name))
		.map(({ definition }) => definition.name);
	// A tool that the session had and turned off stays off; one that it never heard of is new.
	const brought = offered
		.filter(({ definition, builtin }) => !builtin && activatesOnRegistration(definition))
		.filter(({ definition }) => !wanted.has(definition.name) && !declared?.mentioned.has(definition.name))
		.toSorted((left, right) => (left.registration ?? 0) - (right.registration ?? 0))
		.map(({ definition }) => definition.name);
	const kept = declared ? declared.active.filter((name) => chosen.includes(name)) : [];
	return [...new Set([...kept, ...chosen, ...brought])];
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
