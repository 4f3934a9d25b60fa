import type { UiPromptKind } from "../extension-api/events/input-events.ts";
import type { ExtensionUi } from "../extension-api/ui.ts";
import type { Dispatcher } from "../extensions/hooks/dispatch.ts";

interface Prompt {
	reason: "ui_prompt";
	kind: UiPromptKind;
	title?: string;
}

/** Tells extensions while the user is asked something; prompts that overlap are one span, named by the first (E18). */
export function announcePrompts(ui: ExtensionUi, dispatcher: Dispatcher): ExtensionUi {
	let open = 0;
	let first: Prompt | undefined;
	const during = async <T>(kind: UiPromptKind, title: string | undefined, ask: () => Promise<T>): Promise<T> => {
		if (open++ === 0) {
			first = { reason: "ui_prompt", kind, ...(title !== undefined && { title }) };
			void dispatcher.notify("ui_prompt_start", { type: "ui_prompt_start", ...first });
		}
		try {
			return await ask();
		} finally {
			open -= 1;
			if (open === 0 && first) void dispatcher.notify("ui_prompt_end", { type: "ui_prompt_end", ...first });
		}
	};
	return {
		...ui,
		select: (title, options, dialog) => during("select", title, () => ui.select(title, options, dialog)),
		confirm: (title, message, dialog) => during("confirm", title, () => ui.confirm(title, message, dialog)),
		input: (title, placeholder, dialog) => during("input", title, () => ui.input(title, placeholder, dialog)),
		editor: (title, prefill) => during("editor", title, () => ui.editor(title, prefill)),
		custom: (factory, options) => during("custom", undefined, () => ui.custom(factory, options)),
	};
}
