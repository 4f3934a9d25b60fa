import type { EntryRenderer, MarkdownTransformContext, MessageRenderer } from "../extension-api/renderers.ts";
import type { ToolRenderers } from "../extension-api/tool.ts";
import type { ExtensionRecord } from "./extension-record.ts";

type Records = readonly Pick<
	ExtensionRecord,
	"messageRenderers" | "entryRenderers" | "toolRenderers" | "markdownTransformer"
>[];

/** The surfaces a transformer runs on when it names none (API11). */
const DEFAULT_SURFACES = ["user", "assistant", "assistant-thinking"] as const;

/** Who draws a type of custom messages: the first extension that registered for it (L19, API09). */
export function messageRendererFor(records: Records, customType: string): MessageRenderer | undefined {
	return records.find(({ messageRenderers }) => messageRenderers.has(customType))?.messageRenderers.get(customType);
}

/** The same for custom entries; without one nothing is drawn (L19, API10). */
export function entryRendererFor(records: Records, customType: string): EntryRenderer | undefined {
	return records.find(({ entryRenderers }) => entryRenderers.has(customType))?.entryRenderers.get(customType);
}

/** Asks the resolvers in load order; `next` asks the rest and then the tool itself (API12). */
export function toolRenderersFor(
	records: Records,
	toolName: string,
	own: ToolRenderers | undefined,
): ToolRenderers | undefined {
	const resolvers = records.flatMap(({ toolRenderers }) => toolRenderers);
	const ask = (index: number): ToolRenderers | undefined => {
		const resolver = resolvers[index];
		return resolver ? resolver(toolName, () => ask(index + 1)) : own;
	};
	return ask(0);
}

/** What all transformers make of a text, in load order; a throw or anything but a text keeps the text so far (API11). */
export function transformMarkdown(records: Records, markdown: string, context: MarkdownTransformContext): string {
	let text = markdown;
	for (const { markdownTransformer } of records) {
		if (!markdownTransformer) continue;
		const { transformer, options } = markdownTransformer;
		if (!(options.messageTypes ?? DEFAULT_SURFACES).includes(context.messageType as never)) continue;
		try {
			const transformed: unknown = transformer(text, context);
			if (typeof transformed === "string") text = transformed;
		} catch {
			// Only for the eye: the text so far is shown, as the contract says.
		}
	}
	return text;
}
