import type { SystemMessage, Tool, ToolReference } from "@tau/ai";

/** Prompt and tools at one point of the transcript. */
export interface PromptSnapshot {
	readonly sections: Readonly<Record<string, string>>;
	readonly tools: readonly Tool[];
}

/** What must be said so that replaying the transcript gives the next prompt and tools (S07). */
export type PromptPatch = Pick<SystemMessage, "sections" | "toolsAdded" | "toolsRemoved">;

/**
 * The difference of two snapshots, or undefined when the model already knows everything. Sections are compared by
 * text, `null` removes one; a tool whose declaration changed is declared again. The order alone is no change.
 */
export function diffPrompt(previous: PromptSnapshot, next: PromptSnapshot): PromptPatch | undefined {
	const sections = diffSections(previous.sections, next.sections);
	const toolsAdded = findAdded(previous.tools, next.tools);
	const toolsRemoved = findRemoved(previous.tools, next.tools);
	if (sections === undefined && toolsAdded.length === 0 && toolsRemoved.length === 0) return undefined;
	return {
		...(sections === undefined ? {} : { sections }),
		...(toolsAdded.length === 0 ? {} : { toolsAdded }),
		...(toolsRemoved.length === 0 ? {} : { toolsRemoved }),
	};
}

export function diffSections(
	previous: Readonly<Record<string, string>>,
	next: Readonly<Record<string, string>>,
): Record<string, string | null> | undefined {
	const patch: Record<string, string | null> = {};
	for (const [name, text] of Object.entries(next)) {
		if (!Object.hasOwn(previous, name) || previous[name] !== text) patch[name] = text;
	}
	for (const name of Object.keys(previous)) {
		if (!Object.hasOwn(next, name)) patch[name] = null;
	}
	return Object.keys(patch).length === 0 ? undefined : patch;
}

function findAdded(previous: readonly Tool[], next: readonly Tool[]): Tool[] {
	const known = new Map(previous.map((tool) => [tool.name, tool]));
	return next.filter((tool) => {
		const before = known.get(tool.name);
		return before === undefined || !saysTheSame(declared(before), declared(tool));
	});
}

function findRemoved(previous: readonly Tool[], next: readonly Tool[]): ToolReference[] {
	const kept = new Set(next.map(({ name }) => name));
	return previous.filter(({ name }) => !kept.has(name)).map(({ name }) => ({ name }));
}

function declared({ description, parameters, constrainedSampling }: Tool): readonly unknown[] {
	return [description, parameters, constrainedSampling ?? false];
}

/** Whether two values are the same JSON; the order of keys says nothing. */
function saysTheSame(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
	let surplus = 0;
	for (const name of Object.keys(one)) {
		if (one[name] === undefined) continue;
		if (!saysTheSame(one[name], other[name])) return false;
		surplus++;
	}
	for (const name of Object.keys(other)) if (other[name] !== undefined) surplus--;
	return surplus === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null;
}
