import type { ExtensionUi } from "../extension-api/ui.ts";
import { createPlainTheme } from "../theme/plain-theme.ts";

/** The user interface of modes without a user: dialogs answer with their cancel value, the rest does nothing (C01). */
export function createNoUi(): ExtensionUi {
	const theme = createPlainTheme();
	const nothing = (): void => {};
	return {
		select: async () => undefined,
		confirm: async () => false,
		input: async () => undefined,
		editor: async () => undefined,
		notify: nothing,
		onTerminalInput: () => nothing,
		setStatus: nothing,
		setWorkingMessage: nothing,
		setWorkingVisible: nothing,
		setWorkingIndicator: nothing,
		setHiddenThinkingLabel: nothing,
		setWidget: nothing,
		setFooter: nothing,
		setHeader: nothing,
		setTitle: nothing,
		custom: async () => undefined,
		pasteToEditor: nothing,
		setEditorText: nothing,
		getEditorText: () => "",
		addAutocompleteProvider: nothing,
		setEditorComponent: nothing,
		getEditorComponent: () => undefined,
		theme,
		getAllThemes: () => [],
		getTheme: () => undefined,
		setTheme: () => ({ success: false, error: "UI not available" }),
		getToolsExpanded: () => false,
		setToolsExpanded: nothing,
	};
}
