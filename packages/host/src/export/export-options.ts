import type { MessageRenderer, EntryRenderer } from "../extension-api/renderers.ts";
import type { ToolRenderers } from "../extension-api/tool.ts";
import type { Theme } from "../theme/theme.ts";
import type { PageColors } from "./html/page.ts";

/** How an export looks, and who draws what only extensions know. */
export interface ExportHtmlOptions {
	/** Colours what renderers draw; without it they draw without colours. */
	readonly theme?: Theme | undefined;
	/** The theme's backgrounds for exports. Without them the page follows the reader's preference. */
	readonly pageColors?: PageColors | undefined;
	/** Renderers of calls to a tool, as extensions and the tool's definition resolve them. */
	readonly toolRenderers?: ((toolName: string) => ToolRenderers | undefined) | undefined;
	readonly messageRenderer?: ((customType: string) => MessageRenderer | undefined) | undefined;
	readonly entryRenderer?: ((customType: string) => EntryRenderer | undefined) | undefined;
	/** Milliseconds since the epoch. */
	readonly now?: (() => number) | undefined;
	/** A renderer failed; its piece is shown without it. */
	readonly onProblem?: ((message: string) => void) | undefined;
}
