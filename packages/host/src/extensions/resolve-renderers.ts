import type { EntryRenderer, MarkdownTransformContext, MessageRenderer } from "../extension-api/renderers.ts";
import type { ToolRenderers } from "../extension-api/tool.ts";
import type { ExtensionRecord } from "./extension-record.ts";
import type { Fence, Outcome } from "./hooks/fence.ts";
import type { ExtensionOwner } from "./hooks/owner.ts";

type DrawingRecord = Pick<
	ExtensionRecord,
	"owner" | "tools" | "messageRenderers" | "entryRenderers" | "toolRenderers" | "markdownTransformer"
>;

/** Who draws, in load order, and what every call into their code passes through. */
export interface Drawing {
	readonly records: readonly DrawingRecord[];
	readonly fence: Pick<Fence, "call">;
}

/** The surfaces a transformer runs on when it names none (API11). */
const DEFAULT_SURFACES = ["user", "assistant", "assistant-thinking"] as const;

/** What of an extension is known to fail: it draws many times a second, and one report is enough. */
const reported = new WeakMap<ExtensionOwner, Set<string>>();

/** Who draws a type of custom messages: the first extension that registered for it; a throw draws nothing (L19, API09). */
export function messageRendererFor(drawing: Drawing, customType: string): MessageRenderer | undefined {
	const record = drawing.records.find(({ messageRenderers }) => messageRenderers.has(customType));
	const renderer = record?.messageRenderers.get(customType);
	if (!record || !renderer) return undefined;
	const what = { drawing, owner: record.owner, event: `render:${customType}` };
	return (message, options, theme) => valueOf(ask(what, () => renderer(message, options, theme)));
}

/** The same for custom entries; without one nothing is drawn (L19, API10). */
export function entryRendererFor(drawing: Drawing, customType: string): EntryRenderer | undefined {
	const record = drawing.records.find(({ entryRenderers }) => entryRenderers.has(customType));
	const renderer = record?.entryRenderers.get(customType);
	if (!record || !renderer) return undefined;
	const what = { drawing, owner: record.owner, event: `render:${customType}` };
	return (entry, options, theme) => valueOf(ask(what, () => renderer(entry, options, theme)));
}

/**
 * Asks the resolvers in load order; `next` asks the rest and then the tool itself (API12). A resolver that throws is as
 * if it were not there. A renderer of an extension that fails throws, and whoever draws leaves it out.
 */
export function toolRenderersFor(
	drawing: Drawing,
	toolName: string,
	own: ToolRenderers | undefined,
): ToolRenderers | undefined {
	const definer = drawing.records.find(({ tools }) => tools.has(toolName));
	const base = own && definer ? behindFence(drawing, definer.owner, { toolName, renderers: own }) : own;
	const resolvers = drawing.records.flatMap(({ owner, toolRenderers }) =>
		toolRenderers.map((resolver) => ({ owner, resolver })),
	);
	const from = (index: number): ToolRenderers | undefined => {
		const next = resolvers[index];
		if (!next) return base;
		const { owner, resolver } = next;
		// What `next()` gave is behind the fence of whoever it belongs to.
		const passed = new Set<ToolRenderers | undefined>();
		const askRest = (): ToolRenderers | undefined => {
			const rest = from(index + 1);
			passed.add(rest);
			return rest;
		};
		const what = { drawing, owner, event: `renderers:${toolName}` };
		const answer = ask(what, () => resolver(toolName, askRest));
		if (!answer?.ok) return from(index + 1);
		const renderers = answer.value;
		if (renderers === undefined || passed.has(renderers)) return renderers;
		return behindFence(drawing, owner, { toolName, renderers });
	};
	return from(0);
}

/** What all transformers make of a text, in load order; a throw or anything but a text keeps the text so far (API11). */
export function transformMarkdown(drawing: Drawing, markdown: string, context: MarkdownTransformContext): string {
	let text = markdown;
	for (const { owner, markdownTransformer } of drawing.records) {
		if (!markdownTransformer) continue;
		const { transformer, options } = markdownTransformer;
		if (!(options.messageTypes ?? DEFAULT_SURFACES).includes(context.messageType as never)) continue;
		const sofar = text;
		const what = { drawing, owner, event: "markdown" };
		const transformed: unknown = valueOf(ask(what, () => transformer(sofar, context)));
		if (typeof transformed === "string") text = transformed;
	}
	return text;
}

interface Asked {
	readonly drawing: Drawing;
	readonly owner: ExtensionOwner;
	readonly event: string;
}

/** Drawing does not wait: of a promise there is no outcome. */
function ask<T>({ drawing, owner, event }: Asked, call: () => T): Outcome<T> | undefined {
	const known = reported.get(owner) ?? new Set<string>();
	const answer: unknown = drawing.fence.call(owner, { event, silent: known.has(event) }, call);
	// The types cannot follow whether the answer was a promise.
	const outcome = answer as Outcome<T> | Promise<Outcome<T>>;
	if (outcome instanceof Promise) return undefined;
	if (!outcome.ok) reported.set(owner, known.add(event));
	return outcome;
}

function valueOf<T>(outcome: Outcome<T> | undefined): T | undefined {
	return outcome?.ok ? outcome.value : undefined;
}

function behindFence(
	drawing: Drawing,
	owner: ExtensionOwner,
	{ toolName, renderers }: { toolName: string; renderers: ToolRenderers },
): ToolRenderers {
	const { renderCall, renderResult, renderShell } = renderers;
	const draw = <T>(event: string, call: () => T): T => {
		const outcome = ask({ drawing, owner, event: `${event}:${toolName}` }, call);
		if (outcome?.ok) return outcome.value;
		throw new Error(outcome ? outcome.fault.error : `${event} of ${toolName} gave a promise`);
	};
	return {
		...(renderShell !== undefined && { renderShell }),
		...(renderCall && {
			renderCall: (...values) => draw("renderCall", () => renderCall.apply(renderers, values)),
		}),
		...(renderResult && {
			renderResult: (...values) => draw("renderResult", () => renderResult.apply(renderers, values)),
		}),
	};
}
